/** Which version a partner runs: asked behind the searches, and remembered when it does not answer. */

import { setTimeout as sleep } from 'node:timers/promises';
import { ACCESS_REQUESTS_PATH } from '../../domain/contact/federated-request.ts';
import { openAddress } from '../../domain/contact/mailto.ts';
import { shownText } from '../../domain/shown-text.ts';
import { membersOf, parseJson } from '../dialect/json-body.ts';
import type { CallOutcome } from '../dialect/reply.ts';
import type { CallMarks } from './call-marks.ts';
import type { Clock } from './clock.ts';
import type { SourceType } from './source-type.ts';

export type VersionDiscovery = {
  /** As last learned, kept on failure; undefined until it was learned once. */
  version(): string | undefined;
  /**
   * Begins to ask `GET {base}/api` when the version is unknown or not looked at for long, and nobody is asking already.
   * Answers at once and never throws.
   */
  refreshBehind(): void;
  /** Ends with the question under way; undefined when there is none. */
  settled(): Promise<void> | undefined;
  /** Whether the version was learned so short a time ago that it need not be asked for again. */
  isRecent(): boolean;
  learnedAt(): Date | undefined;
  /** Whether the question for the version came back here: the partner is this registry under another address. */
  isThisRegistry(): boolean;
  /**
   * What the partner calls itself (rdp-protocol 7.11), to compare with what is configured and never to show instead, and
   * where its people can be written to.
   */
  claimedOrigin(): ClaimedOrigin | undefined;
  /** Takes it over from another process of this registry, which has learned it. */
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
  /** It can be asked for access to its records, as this version asks. */
  takesAccessRequests?: true;
};

type Options = {
  /** Takes no token, so none is ever sent (quirk 50). */
  call: (path: string, mark: string) => PromiseLike<CallOutcome>;
  marks: Pick<CallMarks, 'next' | 'cameBack'>;
  /**
   * The version that a document of `/api` states; undefined when it is none. Undefined where there is no such document.
   */
  readVersion: SourceType['readVersion'];
  clock: Clock;
  /** How long a version is taken for granted. */
  refreshMs: number;
  /** How soon it is asked again after a failure. */
  retryMs: number;
  /** Called with every version learned, with what the partner calls itself. */
  onLearned?: (version: string, claimed: ClaimedOrigin) => void;
  /** Called when the partner turns out to be this registry. */
  onRecognised?: () => void;
  /** Given what other processes of this registry need to know. */
  onNews?: (news: VersionNews) => void;
  /** How long it may take until a mark is known here that came in at another process of this registry; 0 where there is none. */
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

  async function ask(): Promise<boolean> {
    const body = documentIn(await callMarked());
    const version = body === undefined ? undefined : readVersion?.(body);
    if (body === undefined || version === undefined) return false;
    learned = { version, claimed: readOrigin(body), atMs: now(), isThisRegistry };
    onLearned?.(version, learned.claimed);
    onNews?.(learned);
    return true;
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
      const cameBack = marks.cameBack(mark);
      if (cameBack && !isThisRegistry) onRecognised?.();
      // A request that was lost says nothing.
      if (cameBack || wasAnswered) isThisRegistry = cameBack;
    }
  }

  return {
    version: () => learned?.version,
    refreshBehind() {
      if (readVersion === undefined || underWay !== undefined || now() < askAgainAtMs) return;
      underWay = ask()
        // Whatever a partner sends, and however reading it fails: the version stays as it was.
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

/** Title, address and contact, as far as the document of `/api` states them in the form of rdp-protocol 1.12. */
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

/** A template such as `http://{host}/` is none. */
function isAddress(url: string): boolean {
  return /^https?:\/\/[^\s{}]+$/i.test(url) && URL.canParse(url);
}
