/** How complete a federated answer is: one predicate, and one sentence that can be cited (design 5). */

import type { Origin, OriginState } from './origin.ts';

type ToldOrigin = Pick<Origin, 'origin' | 'state' | 'retrievedAt' | 'problem'>;

/** The states that say everything there is at an origin: its records, or a certified zero. */
const WHOLE: ReadonlySet<OriginState> = new Set(['answered', 'empty']);
/** The states in which an origin answered now, be it in part, or only that it does not know what was asked about. */
const ANSWERED: ReadonlySet<OriginState> = new Set(['answered', 'empty', 'limited', 'unknown-term']);

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

/**
 * The sentence above every answer, such as `4 of 5 registries answered; Partner B did not answer within 3 s.`
 *
 * @param remarks further clauses, each a name and what is to be said of it
 */
export function completenessSentence(origins: readonly ToldOrigin[], remarks: readonly string[] = []): string {
  const asked = origins.filter(({ state }) => state !== 'not-asked');
  const answered = asked.filter(({ state }) => hasAnswered(state));
  const leftOut = origins.filter(({ state, problem }) => state === 'not-asked' && problem?.title === LEFT_OUT);
  const clauses = origins.filter((origin) => !leftOut.includes(origin)).flatMap(clauseOf);
  const all = [countClause(answered.length, asked.length), ...clauses, ...leftOutClause(leftOut), ...remarks];
  return `${all.join('; ')}.`;
}

function countClause(answered: number, asked: number): string {
  if (asked === 0) return 'No registry was asked';
  if (asked === 1) return answered === 1 ? 'The one registry asked answered' : 'The one registry asked did not answer';
  if (answered === 0) return `None of ${asked} registries answered`;
  if (answered < asked) return `${answered} of ${asked} registries answered`;
  return asked === 2 ? 'Both registries answered' : `All ${asked} registries answered`;
}

/** By name, unless there are too many to be read. */
function leftOutClause(leftOut: readonly ToldOrigin[]): string[] {
  if (leftOut.length === 0) return [];
  if (leftOut.length === 1) return [`${leftOut[0]?.origin} ${LEFT_OUT}`];
  const names = leftOut.map(({ origin }) => origin);
  const who =
    names.length > MOST_NAMED ? `${names.length} others` : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return [`${who} were not asked`];
}

function clauseOf({ origin, state, retrievedAt, problem }: ToldOrigin): string[] {
  if (isFull(state)) return [];
  const reason = `${origin} ${problem?.title ?? 'gave no full answer'}`;
  if (state !== 'stale' || retrievedAt === null) return [reason];
  return [`${reason} and is shown as of ${retrievedAt.slice(0, 16).replace('T', ' ')} UTC`];
}
