/** What is kept of questions to many registries, for administrators: how they fared, and neither what nor who asked. */

import type { ViewerKind } from '../record/model.ts';
import { countAlike, type RenderedReason } from './history-in-english.ts';
import type { CacheFact, OriginState } from './origin.ts';
import type { BriefReason } from './reasons.ts';
import type { QuestionKind } from './source.ts';

/** `gene-list`: many genes searched for together. */
export type TrailKind = QuestionKind | 'gene-list';

/** `left`: the reader had gone before the end; `failed`: it ended in an error. */
export type TrailOutcome = 'complete' | 'incomplete' | 'left' | 'failed';

/** What one registry answered, or why it did not; of a list of genes what it answered to all of them. */
export type TrailAnswer = {
  key: string;
  state: OriginState;
  /** Of records. */
  count: number;
  elapsedMs: number;
  /** Null where nobody was asked, and nothing is kept. */
  cache: CacheFact['status'] | null;
};

/** What was asked, and the account of who asked; kept only where the operator wants that. */
export type TrailText = { text: string; userId: number | null };

/** One question, put to several registries. */
export type TrailEntry = {
  atMs: number;
  kind: TrailKind;
  viewer: ViewerKind;
  outcome: TrailOutcome;
  /** Until the last answer. */
  elapsedMs: number;
  /** In the order in which they came; no registry stands twice. */
  answers: readonly TrailAnswer[];
  asked: TrailText | undefined;
};

/** One call to a partner: what its history is made of. */
export type TrailCall = { key: string } & TrendPoint;

/** What became of a call to a partner. */
export type TrendPoint = {
  /** When it was decided. */
  at: string;
  /** Whether an answer came, whatever it said. */
  isAnswer: boolean;
  elapsedMs: number;
  /** What failed; null for an answer. */
  reason: BriefReason | null;
};

/** Which entries are wanted, the newest first. */
export type TrailFilter = {
  partner: string | undefined;
  state: OriginState | undefined;
  /** In UTC, such as `2026-03-01`. */
  day: string | undefined;
  /** Those that stand behind the entry of this id. */
  before: number | undefined;
  size: number;
};

/** An entry as administrators read it. */
export type ListedEntry = Omit<TrailEntry, 'atMs' | 'asked'> & {
  id: number;
  at: string;
  /** Missing where it was not kept. */
  asked?: TrailText;
};

export type TrailPage = {
  entries: ListedEntry[];
  /** For `before` of the next page; null where nothing is behind this one. */
  next: number | null;
  /** How many questions of the days that are kept, or of the one day, found no room. */
  leftOut: number;
};

/** The calls to one partner on one day, in UTC. Times are in milliseconds; null where nothing was answered. */
export type PartnerDay<Failure = { reason: BriefReason; count: number }> = {
  day: string;
  asked: number;
  answered: number;
  meanMs: number | null;
  slowestMs: number | null;
  failures: Failure[];
};

/** As it stands in the JSON. */
export type RenderedDay = PartnerDay<RenderedReason & { count: number }>;

/** Failures that are as frequent stand in the order of their words. */
export function renderDay({ failures, ...day }: PartnerDay): RenderedDay {
  const kinds = countAlike(failures);
  return { ...day, failures: kinds.toSorted((a, b) => b.count - a.count || (a.title < b.title ? -1 : 1)) };
}
