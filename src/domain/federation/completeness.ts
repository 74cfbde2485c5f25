/**
 * Decides how complete a federated answer is, and what the sentence about it says
 * (docs/federation.md#reading-the-answer).
 */

import type { RenderedReason } from './history-in-english.ts';
import type { Origin, OriginState, RenderedProblem } from './origin.ts';
import { isOmitted } from './reasons.ts';

export type OriginOutcome = Pick<Origin, 'origin' | 'state' | 'retrievedAt' | 'problem'> & {
  /** For how many genes of a list the origin gave no answer; above 0, it has not answered the list. */
  unanswered?: number;
};

/** The states of a full answer: all records of the origin, or a certified zero. */
const WHOLE: ReadonlySet<OriginState> = new Set(['answered', 'empty']);
/** The states in which an origin answered this question, in full, in part, or only that it does not know a term. */
const ANSWERED: ReadonlySet<OriginState> = new Set([...WHOLE, 'limited', 'unknown-term']);

/** The largest number of names in one clause; more are hard to read. */
const MOST_NAMED = 3;

/** Whether the answer is full, so that a zero in it is certain. */
export function isFull(state: OriginState): boolean {
  return WHOLE.has(state);
}

/** Whether the origin answered this question, at least in part; a stale cached answer does not count. */
export function hasAnswered(state: OriginState): boolean {
  return ANSWERED.has(state);
}

/** Whether at least one origin was queried, and all of them answered in full. Origins that the caller left out do not count. */
export function isComplete(origins: readonly { state: OriginState }[]): boolean {
  const queried = origins.filter(({ state }) => state !== 'not-asked');
  return queried.length > 0 && queried.every(({ state }) => isFull(state));
}

/** One clause of the sentence of completeness. */
export type CompletenessClause =
  /** `only`: the name of the single registry that was queried, if it answered. */
  | { kind: 'count'; answered: number; queried: number; only: string | undefined }
  /**
   * Origins that gave no full answer, with the reason. One clause names several origins where they do not know the same
   * term or were left out. `shownAsOf`: the time (ISO 8601) of a stale answer that is shown.
   */
  | {
      kind: 'origin';
      names: readonly string[];
      state: OriginState;
      problem: RenderedProblem | null;
      shownAsOf?: string | undefined;
    }
  /** The caller left out more origins than a sentence can name. */
  | { kind: 'many-left-out'; count: number };

/** The words of the completeness sentence in one language. */
export type CompletenessWords = {
  nextClause: string;
  noneQueried: string;
  oneAnswered(registry: string): string;
  oneSilent: string;
  noneAnswered(queried: number): string;
  someAnswered(answered: number, queried: number): string;
  bothAnswered: string;
  allAnswered(queried: number): string;
  manyOmitted(count: number): string;
  listed(names: readonly string[]): string;
  /** The clause that follows the name of one registry, or the names of several. */
  reasonOf(problem: RenderedReason | null, state: OriginState, isOfSeveral: boolean): string;
  /** @param time such as `2026-08-22 14:05 UTC` */
  shownAsOf(clause: string, time: string): string;
};

/** Returns the clauses of the completeness sentence, in the order of the sentence. */
export function completenessClauses(origins: readonly OriginOutcome[]): CompletenessClause[] {
  const queried = origins.filter(({ state }) => state !== 'not-asked');
  const answered = queried.filter(({ state, unanswered }) => hasAnswered(state) && !unanswered);
  const omitted = origins.filter(({ state, problem }) => state === 'not-asked' && isOmitted(problem));
  const only = queried.length === 1 ? answered[0]?.origin : undefined;
  const count = { kind: 'count', answered: answered.length, queried: queried.length, only } as const;
  const others = origins.filter((origin) => !omitted.includes(origin));
  return [count, ...others.flatMap((origin) => originClause(origin, others)), ...omittedClause(omitted)];
}

/** @param others all origins that were not left out; those with the same unknown term share the clause of the first */
function originClause(outcome: OriginOutcome, others: readonly OriginOutcome[]): CompletenessClause[] {
  const { state, retrievedAt, problem } = outcome;
  if (isFull(state)) return [];
  const isAlike = (other: OriginOutcome) => other.state === state && other.problem?.title === problem?.title;
  const alike = state === 'unknown-term' && problem !== null ? others.filter(isAlike) : [outcome];
  if (alike[0] !== outcome) return [];
  const shownAsOf = state === 'stale' ? (retrievedAt ?? undefined) : undefined;
  return [{ kind: 'origin', names: alike.map(({ origin }) => origin), state, problem, shownAsOf }];
}

function omittedClause(omitted: readonly OriginOutcome[]): CompletenessClause[] {
  const [first] = omitted;
  if (first === undefined) return [];
  if (omitted.length > MOST_NAMED) return [{ kind: 'many-left-out', count: omitted.length }];
  return [{ kind: 'origin', names: omitted.map(({ origin }) => origin), state: 'not-asked', problem: first.problem }];
}
