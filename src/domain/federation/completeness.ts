/** How complete a federated answer is: a predicate, and a sentence to cite (docs/federation.md#reading-the-answer). */

import type { Origin, OriginState } from './origin.ts';

type ToldOrigin = Pick<Origin, 'origin' | 'state' | 'retrievedAt' | 'problem'> & {
  /** Of how many genes of a list it has told nothing: then it has not answered the list. */
  unanswered?: number;
};

/** The states that say everything there is at an origin: its records, or a certified zero. */
const WHOLE: ReadonlySet<OriginState> = new Set(['answered', 'empty']);
/** The states in which an origin answered now, be it in part, or only that it does not know what was asked about. */
const ANSWERED: ReadonlySet<OriginState> = new Set([...WHOLE, 'limited', 'unknown-term']);

/** The title of an origin that the reader chose to leave out. */
export const LEFT_OUT = 'was not asked';
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
  const asked = origins.filter(({ state }) => state !== 'not-asked');
  return asked.length > 0 && asked.every(({ state }) => isFull(state));
}

/** `A, B and C`. */
const LIST = new Intl.ListFormat('en-GB');

/** One clause of the sentence of completeness, as data: the page says it in the language of the reader. */
export type CompletenessClause =
  /** `only`: the one registry that was asked, where it answered. */
  | { kind: 'count'; answered: number; asked: number; only: string | undefined }
  /**
   * Origins that gave no full answer: several where they do not know the same, or were left out, and then the title is of
   * several. `shownAsOf`: an answer kept from before is shown, of that ISO 8601 time.
   */
  | {
      kind: 'origin';
      names: readonly string[];
      state: OriginState;
      title: string | undefined;
      shownAsOf?: string | undefined;
    }
  /** More that the reader left out than can be read by name. */
  | { kind: 'many-left-out'; count: number };

type Count = Extract<CompletenessClause, { kind: 'count' }>;

/** What the sentence above every answer says, in the order in which it says it. */
export function completenessClauses(origins: readonly ToldOrigin[]): CompletenessClause[] {
  const asked = origins.filter(({ state }) => state !== 'not-asked');
  const answered = asked.filter(({ state, unanswered }) => hasAnswered(state) && !unanswered);
  const leftOut = origins.filter(({ state, problem }) => state === 'not-asked' && problem?.title === LEFT_OUT);
  const only = asked.length === 1 ? answered[0]?.origin : undefined;
  const count = { kind: 'count', answered: answered.length, asked: asked.length, only } as const;
  const others = origins.filter((origin) => !leftOut.includes(origin));
  return [count, ...others.flatMap((origin) => originClause(origin, others)), ...leftOutClause(leftOut)];
}

/** @param others who does not know what the first of them does not know has its clause together with it */
function originClause(told: ToldOrigin, others: readonly ToldOrigin[]): CompletenessClause[] {
  const { state, retrievedAt, problem } = told;
  if (isFull(state)) return [];
  const title = problem?.title;
  const isAlike = (other: ToldOrigin) => other.state === state && other.problem?.title === title;
  const alike = state === 'unknown-term' && title ? others.filter(isAlike) : [told];
  if (alike[0] !== told) return [];
  return [
    {
      kind: 'origin',
      names: alike.map(({ origin }) => origin),
      state,
      title: alike.length > 1 ? title?.replace(/^(do|know)e?s/, '$1') : title,
      shownAsOf: state === 'stale' ? (retrievedAt ?? undefined) : undefined,
    },
  ];
}

function leftOutClause(leftOut: readonly ToldOrigin[]): CompletenessClause[] {
  if (leftOut.length === 0) return [];
  if (leftOut.length > MOST_NAMED) return [{ kind: 'many-left-out', count: leftOut.length }];
  const title = leftOut.length === 1 ? LEFT_OUT : 'were not asked';
  return [{ kind: 'origin', names: leftOut.map(({ origin }) => origin), state: 'not-asked', title }];
}

/**
 * The sentence above every answer, such as `4 of 5 registries answered; Partner B did not answer within 3 s.`
 *
 * @param remarks further clauses, each a name and what is to be said of it
 */
export function completenessSentence(origins: readonly ToldOrigin[], remarks: readonly string[] = []): string {
  return `${[...completenessClauses(origins).map(inEnglish), ...remarks].join('; ')}.`;
}

function inEnglish(clause: CompletenessClause): string {
  switch (clause.kind) {
    case 'count':
      return countInEnglish(clause);
    case 'origin': {
      const reason = `${LIST.format(clause.names)} ${clause.title ?? 'gave no full answer'}`;
      const { shownAsOf } = clause;
      return shownAsOf === undefined
        ? reason
        : `${reason} and is shown as of ${shownAsOf.slice(0, 16).replace('T', ' ')} UTC`;
    }
    case 'many-left-out':
      return `${clause.count} others were not asked`;
  }
}

function countInEnglish({ answered, asked, only }: Count): string {
  if (asked === 0) return 'No registry was asked';
  if (only !== undefined) return `${only} answered`;
  if (asked === 1) return 'The one registry chosen did not answer';
  if (answered === 0) return `None of ${asked} registries answered`;
  if (answered < asked) return `${answered} of ${asked} registries answered`;
  return asked === 2 ? 'Both registries answered' : `All ${asked} registries answered`;
}
