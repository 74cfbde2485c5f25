/**
 * The audit log: what administrators can see of federated questions. It says how they fared, but neither their content
 * nor who put them.
 */

import { type ErrorDetail, phrase, RegistryError } from '../errors.ts';
import { isDay } from '../is-day.ts';
import type { ViewerKind } from '../record/model.ts';
import { countAlike, type RenderedReason } from './history-in-english.ts';
import { type CacheFact, ORIGIN_STATES, type OriginState } from './origin.ts';
import type { BriefReason } from './reasons.ts';
import type { QuestionKind } from './source.ts';

/** `gene-list`: a search for many genes together. */
export type AuditKind = QuestionKind | 'gene-list';

/** `left`: the caller left before the end; `failed`: the question ended in an error. */
export type AuditOutcome = 'complete' | 'incomplete' | 'left' | 'failed';

/** What one registry answered, or why it gave no answer; for a list of genes, its answer to all of them. */
export type AuditAnswer = {
  key: string;
  state: OriginState;
  /** How many records. */
  count: number;
  elapsedMs: number;
  /** Null where the registry was not queried and nothing is cached. */
  cache: CacheFact['status'] | null;
};

/** The content of the question, and the account of its author; stored only where the operator wants that. */
export type AuditText = { text: string; userId: number | null };

/** One question to several registries. */
export type AuditEntry = {
  atMs: number;
  kind: AuditKind;
  viewer: ViewerKind;
  outcome: AuditOutcome;
  /** From the start to the last answer. */
  elapsedMs: number;
  /** In the order in which the answers came, at most one for each registry. */
  answers: readonly AuditAnswer[];
  asked: AuditText | undefined;
};

/** One call to a partner, as its history counts it. */
export type PartnerCall = { key: string } & TrendPoint;

/** The result of a call to a partner. */
export type TrendPoint = {
  /** When the result was known. */
  at: string;
  /** Whether the partner replied, with whatever content. */
  isAnswer: boolean;
  elapsedMs: number;
  /** Why the call failed; null for an answer. */
  reason: BriefReason | null;
};

/** The entries to return, the newest first. */
export type AuditFilter = {
  partner: string | undefined;
  state: OriginState | undefined;
  /** In UTC, such as `2026-03-01`. */
  day: string | undefined;
  /** Only entries older than the one with this id. */
  before: number | undefined;
  size: number;
};

/** An entry as administrators see it. */
export type ListedEntry = Omit<AuditEntry, 'atMs' | 'asked'> & {
  id: number;
  at: string;
  /** Absent where the content is not stored. */
  asked?: AuditText;
};

export type AuditPage = {
  entries: ListedEntry[];
  /** The value of `before` for the next page; null on the last page. */
  next: number | null;
  /** How many questions were not stored for want of room, of all stored days or of the one day. */
  leftOut: number;
};

/** The calls to one partner on one day, in UTC. Times are in milliseconds, and null where no call was answered. */
export type PartnerDay<Failure = { reason: BriefReason; count: number }> = {
  day: string;
  asked: number;
  answered: number;
  meanMs: number | null;
  slowestMs: number | null;
  failures: Failure[];
};

/** A day as it is in the JSON. */
export type RenderedDay = PartnerDay<RenderedReason & { count: number }>;

/** Returns a day with the words of its failures; equally frequent failures are in the order of their words. */
export function renderDay({ failures, ...day }: PartnerDay): RenderedDay {
  const kinds = countAlike(failures);
  return { ...day, failures: kinds.toSorted((a, b) => b.count - a.count || (a.title < b.title ? -1 : 1)) };
}

const MOST_ENTRIES = 200;
const USUAL_ENTRIES = 50;
const LONGEST_KEY = 200;

/**
 * Reads `partner`, `state`, `day`, `before` and `size`; an empty one counts as absent.
 *
 * @throws RegistryError `parameter-invalid`
 */
export function readAuditFilter(params: URLSearchParams): AuditFilter {
  const given = (name: string) => params.get(name)?.trim() || undefined;
  const partner = given('partner');
  const state = given('state');
  const day = given('day');
  if (partner !== undefined && partner.length > LONGEST_KEY) {
    throw invalid('partner', partner.slice(0, LONGEST_KEY), phrase('key-of-registry'));
  }
  if (state !== undefined && !isState(state)) throw invalid('state', state, ORIGIN_STATES.join(', '));
  if (day !== undefined && !isDay(day)) throw invalid('day', day, phrase('day'));
  return {
    ...{ partner, state, day },
    before: wholeNumber('before', given('before'), Number.MAX_SAFE_INTEGER),
    size: wholeNumber('size', given('size'), MOST_ENTRIES) ?? USUAL_ENTRIES,
  };
}

function isState(text: string): text is OriginState {
  return (ORIGIN_STATES as readonly string[]).includes(text);
}

function wholeNumber(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= 1 && number <= most) return number;
  throw invalid(name, text, phrase('integer-from-to', { least: 1, most }));
}

function invalid(name: string, found: string, allowed: ErrorDetail): RegistryError {
  return new RegistryError('parameter-invalid', { name, found, allowed });
}
