/** What administrators can see of federated questions: how they fared, but neither their content nor who put them. */

import type { ViewerKind } from '../record/model.ts';
import { countAlike, type RenderedReason } from './history-in-english.ts';
import type { CacheFact, OriginState } from './origin.ts';
import type { BriefReason } from './reasons.ts';
import type { QuestionKind } from './source.ts';

/** `gene-list`: a search for many genes together. */
export type TrailKind = QuestionKind | 'gene-list';

/** `left`: the reader left before the end; `failed`: the question ended in an error. */
export type TrailOutcome = 'complete' | 'incomplete' | 'left' | 'failed';

/** What one registry answered, or why it gave no answer; for a list of genes, its answer to all of them. */
export type TrailAnswer = {
  key: string;
  state: OriginState;
  /** How many records. */
  count: number;
  elapsedMs: number;
  /** Null where the registry was not queried and nothing is cached. */
  cache: CacheFact['status'] | null;
};

/** The content of the question, and the account of its author; stored only where the operator wants that. */
export type TrailText = { text: string; userId: number | null };

/** One question to several registries. */
export type TrailEntry = {
  atMs: number;
  kind: TrailKind;
  viewer: ViewerKind;
  outcome: TrailOutcome;
  /** From the start to the last answer. */
  elapsedMs: number;
  /** In the order in which the answers came, at most one for each registry. */
  answers: readonly TrailAnswer[];
  asked: TrailText | undefined;
};

/** One call to a partner, as its history counts it. */
export type TrailCall = { key: string } & TrendPoint;

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
export type TrailFilter = {
  partner: string | undefined;
  state: OriginState | undefined;
  /** In UTC, such as `2026-03-01`. */
  day: string | undefined;
  /** Only entries older than the one with this id. */
  before: number | undefined;
  size: number;
};

/** An entry as administrators see it. */
export type ListedEntry = Omit<TrailEntry, 'atMs' | 'asked'> & {
  id: number;
  at: string;
  /** Absent where the content is not stored. */
  asked?: TrailText;
};

export type TrailPage = {
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
