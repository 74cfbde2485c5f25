/** Learns the version of a partner in the background, and remembers it when the partner does not answer. */

import { randomUUID } from 'node:crypto';
import { ACCESS_REQUESTS_PATH } from '../../domain/contact/access-form.ts';
import { isEarlier } from '../../domain/federation/partner-version.ts';
import { openAddress } from '../../domain/mail-address.ts';
import { shownText } from '../../domain/shown-text.ts';
import { MOST_SKEW_MS, type SharedState } from '../../lib/shared-state.ts';
import { windowCounts } from '../../lib/window-counts.ts';
import { membersOf, parseJson } from '../dialect/json-body.ts';
import type { CallOutcome } from '../dialect/reply.ts';
import type { SourceType } from './source-type.ts';
import type { Clock } from './times.ts';

/**
 * The marks of requests for a version, by which a registry notices that it asks itself: a copy of it receives the mark. The
 * address in `/api` proves nothing, as two installations may have the same, and an id would show which addresses are one.
 */
export type CallMarks = {
  /** Notes the mark of a request that has arrived, whoever sent it. */
  received(mark: string): void;
  /** Whether the request has arrived at any copy of this registry. */
  hasArrived(mark: string): Promise<boolean>;
};

const MARK = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Longer than a request for a version may take. */
const MARK_MS = 15_000;
/** How many marks are noted within a second, as anybody can send marks. */
const MOST_MARKS = 200;

/** @param now the steady clock, in milliseconds */
export function callMarks(state: Pick<SharedState, 'get' | 'set'>, now: () => number): CallMarks {
  const counts = windowCounts({ windowMs: 1000, mostCallers: 1, now });
  return {
    received(mark) {
      if (MARK.test(mark) && counts.add('', 1).total <= MOST_MARKS) void state.set(`mark ${mark}`, 'arrived', MARK_MS);
    },
    hasArrived: async (mark) => (await state.get(`mark ${mark}`)) !== undefined,
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
  /** Takes over a version that another copy of this registry has published, if it was learned later. */
  take(text: string): void;
};

/** A version, and when it was learned, by the steady clock of the machine. */
type Learned = { version: string; claimed: ClaimedOrigin; atMs: number; isThisRegistry: boolean };

export type ClaimedOrigin = {
  title?: string;
  url?: string;
  contactEmail?: string;
  /** The partner accepts requests for access to its records, as this program sends them. */
  takesAccessRequests?: true;
};

type Options = {
  /** Sends the request. It needs no token, so none is sent (quirk 50). */
  call: (path: string, mark: string) => Promise<CallOutcome>;
  marks: Pick<CallMarks, 'hasArrived'>;
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
  /** Called with the text of what is learned, for other copies of this registry. */
  publish?: (text: string) => void;
};

const TITLE_END = ' RESTful API';
const MOST_OF_TITLE = 100;

export function versionDiscovery(options: Options): VersionDiscovery {
  const { call, marks, readVersion, clock, refreshMs, retryMs, onLearned, onRecognised, publish } = options;
  const { now } = clock;
  let learned: Learned | undefined;
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
    publish?.(JSON.stringify({ ...learned, atMs: clock.toWall(learned.atMs) }));
    return true;
  }

  function isDoubtful(version: string): boolean {
    const isDoubted = learned !== undefined && doubted !== version && isEarlier(version, learned.version);
    doubted = isDoubted ? version : undefined;
    return isDoubted;
  }

  async function callMarked(): Promise<CallOutcome> {
    const mark = randomUUID();
    let wasAnswered = false;
    try {
      const outcome = await call('/api', mark);
      wasAnswered = 'reply' in outcome;
      return outcome;
    } finally {
      const hasArrived = await marks.hasArrived(mark);
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
    take(text) {
      const theirs = readLearned(text, clock);
      if (theirs === undefined || (learned !== undefined && learned.atMs >= theirs.atMs)) return;
      learned = theirs;
      isThisRegistry = theirs.isThisRegistry;
      askAgainAtMs = theirs.atMs + refreshMs;
    },
  };
}

const LONGEST_VERSION = 100;

/** Returns what another copy has learned; undefined for anything else, and for what was learned in the future. */
function readLearned(text: string, { now, toSteady }: Clock): Learned | undefined {
  const { version, claimed, atMs, isThisRegistry } = membersOf(parseJson(text));
  if (typeof version !== 'string' || version.length > LONGEST_VERSION || typeof atMs !== 'number') return undefined;
  const learnedAtMs = toSteady(atMs);
  if (!(learnedAtMs <= now() + MOST_SKEW_MS)) return undefined;
  const { title, url, contactEmail, takesAccessRequests } = membersOf(claimed);
  return {
    version,
    atMs: learnedAtMs,
    isThisRegistry: isThisRegistry === true,
    claimed: originOf({ title, url, contactEmail, takesAccessRequests: takesAccessRequests === true }),
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
  return originOf({
    title: typeof title === 'string' && title.endsWith(TITLE_END) ? title.slice(0, -TITLE_END.length) : undefined,
    url: Array.isArray(servers) && servers.length === 1 ? membersOf(servers[0]).url : undefined,
    contactEmail: email,
    takesAccessRequests: accessPath === ACCESS_REQUESTS_PATH,
  });
}

type Claims = { title: unknown; url: unknown; contactEmail: unknown; takesAccessRequests: boolean };

/** Returns those of the members that have a usable form. */
function originOf({ title, url, contactEmail, takesAccessRequests }: Claims): ClaimedOrigin {
  const address = typeof contactEmail === 'string' ? openAddress(contactEmail) : undefined;
  return {
    ...(typeof title === 'string' ? { title: shownText(title, MOST_OF_TITLE) } : {}),
    ...(typeof url === 'string' && isAddress(url) ? { url: shownText(url) } : {}),
    ...(address === undefined ? {} : { contactEmail: address }),
    ...(takesAccessRequests ? { takesAccessRequests } : {}),
  };
}

/** Whether a text is an address; a template such as `http://{host}/` is not. */
function isAddress(url: string): boolean {
  return /^https?:\/\/[^\s{}]+$/i.test(url) && URL.canParse(url);
}
