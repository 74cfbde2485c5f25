/** How complete a federated answer is: a predicate, and what the sentence about it says (docs/federation.md#reading-the-answer). */

import type { RenderedReason } from './history-in-english.ts';
import type { Origin, OriginState, RenderedProblem } from './origin.ts';
import { isOmitted } from './reasons.ts';

export type OriginOutcome = Pick<Origin, 'origin' | 'state' | 'retrievedAt' | 'problem'> & {
  /** Of how many genes of a list it gave no answer: then it has not answered the list. */
  unanswered?: number;
};

/** The states that say everything there is at an origin: its records, or a certified zero. */
const WHOLE: ReadonlySet<OriginState> = new Set(['answered', 'empty']);
/** The states in which an origin answered now, be it in part, or only that it does not know what was asked about. */
const ANSWERED: ReadonlySet<OriginState> = new Set([...WHOLE, 'limited', 'unknown-term']);

/** More names than this make no readable sentence. */
const MOST_NAMED = 3;

/** Whether the state lets the part be read as a statement about the world. */
export function isFull(state: OriginState): boolean {
  return WHOLE.has(state);
}

/** Whether the origin answered now, if only in part; an answer kept from before does not count. */
export function hasAnswered(state: OriginState): boolean {
  return ANSWERED.has(state);
}

/**
 * Whether every origin that was asked answered in full, and one at least was asked. Leaving an origin out is the reader's
 * choice.
 */
export function isComplete(origins: readonly { state: OriginState }[]): boolean {
  const queried = origins.filter(({ state }) => state !== 'not-asked');
  return queried.length > 0 && queried.every(({ state }) => isFull(state));
}

/** One clause of the sentence of completeness. */
export type CompletenessClause =
  /** `only`: the one registry that was asked, where it answered. */
  | { kind: 'count'; answered: number; queried: number; only: string | undefined }
  /**
   * Origins that gave no full answer: several where they do not know the same, or were left out, and then the reason is of
   * several. `shownAsOf`: an answer kept from before is shown, of that ISO 8601 time.
   */
  | {
      kind: 'origin';
      names: readonly string[];
      state: OriginState;
      problem: RenderedProblem | null;
      shownAsOf?: string | undefined;
    }
  /** More that the reader left out than can be read by name. */
  | { kind: 'many-left-out'; count: number };

/** What it takes to say the sentence in one language. */
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
  /** Goes on after the name of the registry, or of several. */
  reasonOf(problem: RenderedReason | null, state: OriginState, isOfSeveral: boolean): string;
  /** @param time such as `2026-08-22 14:05 UTC` */
  shownAsOf(clause: string, time: string): string;
};

/** What the sentence above every answer says, in the order in which it says it. */
export function completenessClauses(origins: readonly OriginOutcome[]): CompletenessClause[] {
  const queried = origins.filter(({ state }) => state !== 'not-asked');
  const answered = queried.filter(({ state, unanswered }) => hasAnswered(state) && !unanswered);
  const omitted = origins.filter(({ state, problem }) => state === 'not-asked' && isOmitted(problem));
  const only = queried.length === 1 ? answered[0]?.origin : undefined;
  const count = { kind: 'count', answered: answered.length, queried: queried.length, only } as const;
  const others = origins.filter((origin) => !omitted.includes(origin));
  return [count, ...others.flatMap((origin) => originClause(origin, others)), ...omittedClause(omitted)];
}

/** @param others who does not know what the first of them does not know has its clause together with it */
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
