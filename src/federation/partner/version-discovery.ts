/** Learns the version of a partner in the background, and remembers it when the partner does not answer. */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ACCESS_REQUESTS_PATH } from '../../domain/contact/access-form.ts';
import { isEarlier } from '../../domain/federation/partner-version.ts';
import { openAddress } from '../../domain/mail-address.ts';
import { shownText } from '../../domain/shown-text.ts';
import { membersOf, parseJson } from '../dialect/json-body.ts';
import type { CallOutcome } from '../dialect/reply.ts';
import type { SourceType } from './source-type.ts';
import type { Clock } from './times.ts';

export type CallMarks = {
  /** Returns the mark of one request. It says nothing to those who receive it. */
  next(): string;
  /** Notes the mark of a request that has arrived, whoever sent it; returns whether the mark is one of these. */
  received(mark: string): boolean;
  /** Whether the request has arrived here. Forgets its mark. */
  hasArrived(mark: string): boolean;
};

const MARK = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether a text has the form of a mark. */
export function isMark(text: string): boolean {
  return MARK.test(text);
}

export function callMarks(): CallMarks {
  const underWay = new Map<string, { isReceived: boolean }>();
  return {
    next() {
      const mark = randomUUID();
      underWay.set(mark, { isReceived: false });
      return mark;
    },
    received(mark) {
      const call = underWay.get(mark);
      if (call !== undefined) call.isReceived = true;
      return call !== undefined;
    },
    hasArrived(mark) {
      const isReceived = underWay.get(mark)?.isReceived === true;
      underWay.delete(mark);
      return isReceived;
    },
  };
}

export type VersionDiscovery = {
  /**
   * The version as last learned, also after a failure; undefined until it is learned. An earlier version than the known
   * one counts when it was read twice in a row.
   */
  version(): string | undefined;
  /** Starts `GET {base}/api` if the version is unknown or was read long ago, and no request for it is under way. Returns at once and never throws. */
  refreshBehind(): void;
  /** Resolves when the request under way has ended; undefined if there is none. */
  settled(): Promise<void> | undefined;
  /** Whether the version is so recent that it need not be read again. */
  isRecent(): boolean;
  learnedAt(): Date | undefined;
  /** Whether the request for the version arrived here: the partner is this registry under another address. */
  isThisRegistry(): boolean;
  /**
   * Returns what the partner says of itself: its name and address (rdp-protocol 7.11), to be compared with the
   * configured ones and never shown in their place, and where to write to its people.
   */
  claimedOrigin(): ClaimedOrigin | undefined;
  /** Takes over a version that another process of this registry has learned. */
  merge(news: VersionNews): void;
  /** What is known, for another process. */
  news(): VersionNews | undefined;
};

/** A version, and when it was learned, by the steady clock of the machine. */
export type VersionNews = { version: string; claimed: ClaimedOrigin; atMs: number; isThisRegistry: boolean };

export type ClaimedOrigin = {
  title?: string;
  url?: string;
  contactEmail?: string;
  /** The partner accepts requests for access to its records, as this program sends them. */
  takesAccessRequests?: true;
};

type Options = {
  /** Sends the request. It needs no token, so none is sent (quirk 50). */
  call: (path: string, mark: string) => PromiseLike<CallOutcome>;
  marks: Pick<CallMarks, 'next' | 'hasArrived'>;
  /** Reads the version from a document of `/api`, or returns undefined if it states none. Itself undefined for sources without such a document. */
  readVersion: SourceType['readVersion'];
  clock: Clock;
  /** After how many milliseconds a version is read again. */
  refreshMs: number;
  /** After how many milliseconds it is read again after a failure. */
  retryMs: number;
  /** Called with every version that is learned, and with what the partner says of itself. */
  onLearned?: (version: string, claimed: ClaimedOrigin) => void;
  /** Called when the partner turns out to be this registry. */
  onRecognised?: () => void;
  /** Called with what other processes of this registry need to know. */
  onNews?: (news: VersionNews) => void;
  /** After how many milliseconds a mark is known here that arrived at another process of this registry; 0 if there is no other process. */
  marksKnownMs?: number;
};

const TITLE_END = ' RESTful API';
const MOST_OF_TITLE = 100;

export function versionDiscovery(options: Options): VersionDiscovery {
  const { call, marks, readVersion, clock, refreshMs, retryMs, onLearned, onRecognised, onNews } = options;
  const { marksKnownMs = 0 } = options;
  const { now } = clock;
  let learned: VersionNews | undefined;
  let askAgainAtMs = Number.NEGATIVE_INFINITY;
  let underWay: Promise<void> | undefined;
  let isThisRegistry = false;
  /** An earlier version than the known one, read once: a search token may travel in addresses to it. */
  let doubted: string | undefined;

  async function ask(): Promise<boolean> {
    const body = documentIn(await callMarked());
    const version = body === undefined ? undefined : readVersion?.(body);
    if (body === undefined || version === undefined || isDoubtful(version)) return false;
    learned = { version, claimed: readOrigin(body), atMs: now(), isThisRegistry };
    onLearned?.(version, learned.claimed);
    onNews?.(learned);
    return true;
  }

  function isDoubtful(version: string): boolean {
    const isDoubted = learned !== undefined && doubted !== version && isEarlier(version, learned.version);
    doubted = isDoubted ? version : undefined;
    return isDoubted;
  }

  async function callMarked(): Promise<CallOutcome> {
    const mark = marks.next();
    let wasAnswered = false;
    try {
      const outcome = await call('/api', mark);
      wasAnswered = 'reply' in outcome;
      return outcome;
    } finally {
      if (marksKnownMs > 0) await sleep(marksKnownMs, undefined, { ref: false });
      const hasArrived = marks.hasArrived(mark);
      if (hasArrived && !isThisRegistry) onRecognised?.();
      // A lost request says nothing about where it went.
      if (hasArrived || wasAnswered) isThisRegistry = hasArrived;
    }
  }

  return {
    version: () => learned?.version,
    refreshBehind() {
      if (readVersion === undefined || underWay !== undefined || now() < askAgainAtMs) return;
      underWay = ask()
        // The version stays as it was, whatever a partner sends, and however reading it fails.
        .catch(() => false)
        .then((isLearned) => {
          askAgainAtMs = now() + (isLearned ? refreshMs : retryMs);
          underWay = undefined;
        });
    },
    settled: () => underWay,
    isRecent: () => learned !== undefined && now() - learned.atMs < refreshMs,
    learnedAt: () => (learned === undefined ? undefined : new Date(clock.toWall(learned.atMs))),
    isThisRegistry: () => isThisRegistry,
    claimedOrigin: () => learned?.claimed,
    merge(news) {
      if (learned !== undefined && learned.atMs >= news.atMs) return;
      learned = news;
      isThisRegistry = news.isThisRegistry;
      askAgainAtMs = news.atMs + refreshMs;
    },
    news: () => learned,
  };
}

function documentIn(outcome: CallOutcome): string | undefined {
  if ('failure' in outcome) return undefined;
  const { status, body, isCut } = outcome.reply;
  return status >= 200 && status < 300 && !isCut ? body : undefined;
}

/** Returns title, address and contact, as far as the document of `/api` states them in the form of rdp-protocol 1.12. */
export function readOrigin(body: string): ClaimedOrigin {
  const { info, servers } = membersOf(parseJson(body));
  const { title, contact, 'x-access-requests': accessPath } = membersOf(info);
  const { email } = membersOf(contact);
  const contactEmail = typeof email === 'string' ? openAddress(email) : undefined;
  const url = Array.isArray(servers) && servers.length === 1 ? membersOf(servers[0]).url : undefined;
  return {
    ...(typeof title === 'string' && title.endsWith(TITLE_END)
      ? { title: shownText(title.slice(0, -TITLE_END.length), MOST_OF_TITLE) }
      : {}),
    ...(typeof url === 'string' && isAddress(url) ? { url: shownText(url) } : {}),
    ...(contactEmail === undefined ? {} : { contactEmail }),
    ...(accessPath === ACCESS_REQUESTS_PATH ? { takesAccessRequests: true } : {}),
  };
}

/** Whether a text is an address; a template such as `http://{host}/` is not. */
function isAddress(url: string): boolean {
  return /^https?:\/\/[^\s{}]+$/i.test(url) && URL.canParse(url);
}
