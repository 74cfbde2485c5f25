/** What is kept of questions to many registries, for administrators: how they fared, and neither what nor who asked. */

import type { ViewerKind } from '../record/model.ts';
import type { CacheFact, OriginState } from './origin.ts';
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

/** One call to a partner: what its history is made of. `title` is null for an answer. */
export type TrailCall = { key: string; at: string; isAnswer: boolean; elapsedMs: number; title: string | null };

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
export type PartnerDay = {
  day: string;
  asked: number;
  answered: number;
  meanMs: number | null;
  slowestMs: number | null;
  failures: { title: string; count: number }[];
};
