/**
 * The cache of answers: how long an answer may be used again (docs/federation.md#cached-answers), under which key it is
 * stored, how much memory it takes, and as which text instances share it. Where answers are stored is decided
 * elsewhere.
 */

import { isReason } from '../../domain/federation/known-reason.ts';
import { ORIGIN_STATES } from '../../domain/federation/origin.ts';
import { questionKey } from '../../domain/federation/query-key.ts';
import type { Reason } from '../../domain/federation/reasons.ts';
import type { FoundRecord, Question } from '../../domain/federation/source.ts';
import { memoize } from '../../domain/memoize.ts';
import { MOST_SKEW_MS } from '../../lib/shared-state.ts';
import { membersOf } from '../dialect/json-body.ts';
import { answerWith, type PartnerAnswer, type PublicViewFact } from './partner-query.ts';
import type { PublicViews } from './public-views.ts';
import type { Clock } from './times.ts';

/** What is known of a cached answer. */
type CachedFact = { /** By the steady clock. */ cachedAtMs: number; holdsAnonymised: boolean };

export type Freshness = {
  /** Whether the answer may be given without asking. */
  isFresh(cached: CachedFact): boolean;
  /** Whether the answer may still be shown after a failure, labelled `stale`. It may be a fresh one. */
  isShowable(cached: CachedFact): boolean;
  /** When the answer must be deleted, by the steady clock. */
  endsAtMs(cached: CachedFact): number;
};

export type FreshnessOptions = {
  /** The steady clock, in milliseconds. */
  now: () => number;
  freshSeconds?: number;
  staleSeconds?: number;
};

/**
 * Limits of answers with anonymised records, whose ids end after an hour; `cache.answers-fresh-seconds` and `cache.answers-stale-hours`
 * count where they are shorter. While the public view of the partner has another name, none may be used at all.
 */
const ANONYMISED_FRESH_SECONDS = 300;
const ANONYMISED_STALE_SECONDS = 1800;

/** Returns the rules of freshness with these limits. */
export function freshness({ now, freshSeconds = 120, staleSeconds = 86_400 }: FreshnessOptions): Freshness {
  const freshMs = { named: freshSeconds * 1000, anonymised: Math.min(freshSeconds, ANONYMISED_FRESH_SECONDS) * 1000 };
  const staleMs = { named: staleSeconds * 1000, anonymised: Math.min(staleSeconds, ANONYMISED_STALE_SECONDS) * 1000 };

  const limitOf = (limits: typeof freshMs, { holdsAnonymised }: CachedFact) =>
    holdsAnonymised ? limits.anonymised : limits.named;

  function isWithin(limits: typeof freshMs, cached: CachedFact): boolean {
    const ageMs = now() - cached.cachedAtMs;
    // If another instance dates an answer later than the clock here, its age is unknown.
    return ageMs >= 0 && ageMs < limitOf(limits, cached);
  }

  return {
    isFresh: (cached) => isWithin(freshMs, cached),
    isShowable: (cached) => isWithin(staleMs, cached),
    endsAtMs: (cached) => cached.cachedAtMs + limitOf(staleMs, cached),
  };
}

export type Cached<Answer> = CachedFact & { answer: Answer };

export type AnswerCache<Answer> = {
  /** The answer, if it is fresh enough to be given instead of asking. */
  fresh(key: string): Cached<Answer> | undefined;
  /** The answer, if it may still be shown after a failure, labelled `stale`. It may be a fresh one. */
  stale(key: string): Cached<Answer> | undefined;
  set(key: string, answer: Answer, holdsAnonymised: boolean): void;
  /** Caches, with its age, an answer that another instance has cached, unless the one here is newer. */
  adopt(key: string, cached: Cached<Answer>): void;
};

/** Where answers are stored, such as an LRU. It may forget any of them at any time. */
export type AnswerStore<Answer> = {
  get(key: string): Cached<Answer> | undefined;
  set(key: string, cached: Cached<Answer>): unknown;
  delete(key: string): unknown;
};

type Options = {
  /** The steady clock, in milliseconds. */
  now: () => number;
  rules: Freshness;
};

/**
 * Adds the rules of freshness to a store. An answer past its last limit is deleted when it is looked up; answers with
 * anonymised records are deleted on any look-up or change of the cache. So they stay in memory no longer than they may
 * be shown, as long as the cache is used at all.
 */
export function answerCache<Answer>(store: AnswerStore<Answer>, { now, rules }: Options): AnswerCache<Answer> {
  /** When answers with anonymised records were cached. */
  const anonymised = new Map<string, number>();
  let firstEndMs = Number.POSITIVE_INFINITY;

  function sweep(): void {
    if (now() < firstEndMs) return;
    firstEndMs = Number.POSITIVE_INFINITY;
    for (const [key, cachedAtMs] of anonymised) {
      const cached = { cachedAtMs, holdsAnonymised: true };
      if (rules.isShowable(cached)) firstEndMs = Math.min(firstEndMs, rules.endsAtMs(cached));
      else forget(key);
    }
  }

  function forget(key: string): void {
    anonymised.delete(key);
    store.delete(key);
  }

  function find(key: string, isGood: Freshness['isFresh']): Cached<Answer> | undefined {
    sweep();
    const cached = store.get(key);
    if (cached === undefined || isGood(cached)) return cached;
    if (!rules.isShowable(cached)) forget(key);
    return undefined;
  }

  function set(key: string, cached: Cached<Answer>): void {
    anonymised.delete(key);
    if (cached.holdsAnonymised) {
      anonymised.set(key, cached.cachedAtMs);
      firstEndMs = Math.min(firstEndMs, rules.endsAtMs(cached));
    }
    store.set(key, cached);
  }

  return {
    fresh: (key) => find(key, rules.isFresh),
    stale: (key) => find(key, rules.isShowable),
    set(key, answer, holdsAnonymised) {
      sweep();
      set(key, { answer, cachedAtMs: now(), holdsAnonymised });
    },
    adopt(key, cached) {
      const known = find(key, rules.isShowable);
      if (rules.isShowable(cached) && (known === undefined || known.cachedAtMs < cached.cachedAtMs)) set(key, cached);
    },
  };
}

type Views = Pick<PublicViews, 'holds' | 'isContradicted'>;

export function viewedCache(cache: AnswerCache<PartnerAnswer>, views: Views): AnswerCache<PartnerAnswer> {
  return {
    ...cache,
    fresh(key) {
      const cached = cache.fresh(key);
      return cached !== undefined && views.holds(cached.answer) ? cached : undefined;
    },
    set(key, answer, holdsAnonymised) {
      if (!views.isContradicted(answer)) cache.set(key, answer, holdsAnonymised);
    },
  };
}

/** Returns equal names for equal questions. The question cannot be read from its name. */
export type NameQuestion = (question: Question) => string;

/** @param sign makes digests with a secret key */
export function questionNames(sign: (text: string) => string): NameQuestion {
  return memoize((question) => sign(questionKey(question)));
}

/** What an entry of a cache, and each record of an answer, takes besides its texts: key, links, objects. */
export const ENTRY_BYTES = 400;
/** The largest average size of the rows of an answer: larger rows that are made from cached records are not cached. */
export const MOST_ROW_BYTES = 1024;

/** Returns about how many bytes an answer takes in a cache, never fewer. */
export function answerBytes({ records = [], limits, askedAs, failure }: PartnerAnswer): number {
  const texts = [...limits.map(textOf), ...askedAs, failure === undefined ? '' : textOf(failure.reason)];
  let bytes = ENTRY_BYTES + texts.reduce((sum, text) => sum + textBytes(text), 0);
  let before: FoundRecord['order'];
  for (const record of records) {
    bytes += recordBytes(record) + sharedBytes(record.order, before);
    before = record.order;
  }
  return bytes;
}

function textOf(reason: Reason): string {
  return JSON.stringify(reason);
}

function recordBytes({ json, row, order }: FoundRecord): number {
  const jsonBytes = textBytes(json);
  // A row may be made from this record later, and is then cached with it.
  const rowBytes = row === undefined ? ENTRY_BYTES + Math.min(jsonBytes, MOST_ROW_BYTES) : textBytes(row);
  return ENTRY_BYTES + jsonBytes + rowBytes + textBytes(order?.foldedName ?? '');
}

/** Returns the bytes of those texts that are not the same as in the record before. */
function sharedBytes(order: FoundRecord['order'], before: FoundRecord['order']): number {
  if (order === undefined) return 0;
  const { symbol, taxonCommonName } = order;
  return (
    (symbol === before?.symbol ? 0 : textBytes(symbol)) +
    (taxonCommonName === before?.taxonCommonName ? 0 : textBytes(taxonCommonName))
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the signs of Latin-1 are those for which V8 has one byte
const BEYOND_LATIN_1 = /[^\x00-\xff]/;

/** Returns the bytes of a text in memory: one a character if all characters are in Latin-1, else two. */
export function textBytes(text: string): number {
  // Counting bytes is faster than a regular expression, and nearly every text is ASCII.
  if (Buffer.byteLength(text) === text.length) return text.length;
  return BEYOND_LATIN_1.test(text) ? 2 * text.length : text.length;
}

/** Returns the text of an answer, with the time of caching as `keptAtMs`, and without `nextTryAt`, which each instance decides for itself. */
export function writtenAnswer({ answer, cachedAtMs, ...about }: Cached<PartnerAnswer>, clock: Clock): string {
  const publicView = withTime(answer.publicView, clock.toWall);
  const written = { ...answer, publicView, nextTryAt: undefined, cachedAtMs: undefined };
  return JSON.stringify({ ...about, keptAtMs: clock.toWall(cachedAtMs), answer: written });
}

/** Returns the answer that {@link writtenAnswer} wrote, with its times by the clocks of this machine; undefined for a text of another form. */
export function readAnswer(text: string, clock: Clock): Cached<PartnerAnswer> | undefined {
  const { answer, keptAtMs, holdsAnonymised } = membersOf(parsed(text));
  if (!isAnswer(answer) || typeof keptAtMs !== 'number' || typeof holdsAnonymised !== 'boolean') return undefined;
  const { records, retrievedAt, publicView, ...more } = answer;
  const [cachedAtMs, nowMs] = [clock.toSteady(keptAtMs), clock.now()];
  const isAhead = cachedAtMs > nowMs && cachedAtMs <= nowMs + MOST_SKEW_MS;
  const read = {
    ...more,
    ...(publicView === undefined ? {} : { publicView: withTime(publicView, clock.toSteady) }),
    retrievedAt: retrievedAt === undefined ? undefined : new Date(retrievedAt),
  };
  // The text lacks members without a value; `answerWith` adds them.
  return { answer: answerWith(records, read), cachedAtMs: isAhead ? nowMs : cachedAtMs, holdsAnonymised };
}

/** An answer as its text has it: moments are texts. */
type WrittenAnswer = Omit<Partial<PartnerAnswer>, 'retrievedAt' | 'nextTryAt'> & { retrievedAt?: string };

/** Returns undefined for what is no JSON. It is an answer of this registry, so the number of its lists is bounded. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value has the form of an answer, as far as anything depends on it; instances of one format share, and values are sealed. */
function isAnswer(value: unknown): value is WrittenAnswer {
  const { records = [], limits, failure, retrievedAt, publicView } = membersOf(value);
  const { name = '', askedAtMs = 0 } = membersOf(publicView);
  const { state = 'failed', reason } = membersOf(failure);
  return (
    Array.isArray(records) &&
    records.every((record) => typeof membersOf(record).json === 'string') &&
    Array.isArray(limits) &&
    limits.every(isReason) &&
    (failure === undefined || (isReason(reason) && ORIGIN_STATES.some((one) => one === state))) &&
    (retrievedAt === undefined || (typeof retrievedAt === 'string' && !Number.isNaN(Date.parse(retrievedAt)))) &&
    typeof name === 'string' &&
    typeof askedAtMs === 'number'
  );
}

function withTime(view: PublicViewFact | undefined, convert: (ms: number) => number): PublicViewFact | undefined {
  return view && { ...view, askedAtMs: convert(view.askedAtMs) };
}
