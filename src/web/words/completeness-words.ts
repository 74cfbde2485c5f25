/** The sentence of completeness in the reader's language, by the rules of the one that the answer itself holds. */

import { hasAnswered, isFull, LEFT_OUT } from '../../domain/federation/completeness.ts';
import type { Origin } from '../../domain/federation/origin.ts';
import { momentIn } from './dates.ts';
import type { Words } from './words.ts';

type ToldOrigin = Pick<Origin, 'origin' | 'state' | 'retrievedAt' | 'problem'>;

/** More names than this make no readable sentence. */
const MOST_NAMED = 3;

/** Such as `4 registres sur 5 ont répondu ; Partner B n’a pas répondu à temps.` In English it is that of the answer. */
export function completenessSentenceIn(words: Words, origins: readonly ToldOrigin[]): string {
  const asked = origins.filter(({ state }) => state !== 'not-asked');
  const answered = asked.filter(({ state }) => hasAnswered(state));
  const leftOut = origins.filter(({ state, problem }) => state === 'not-asked' && problem?.title === LEFT_OUT);
  const clauses = origins.filter((origin) => !leftOut.includes(origin)).flatMap((origin) => clauseOf(words, origin));
  const all = [countClause(words, answered.length, asked.length), ...clauses, ...leftOutClause(words, leftOut)];
  return `${all.join(words.nextClause)}.`;
}

function countClause(words: Words, answered: number, asked: number): string {
  if (asked === 0) return words.noneAsked;
  if (asked === 1) return answered === 1 ? words.oneAnswered : words.oneSilent;
  if (answered === 0) return words.noneAnswered(asked);
  if (answered < asked) return words.someAnswered(answered, asked);
  return asked === 2 ? words.bothAnswered : words.allAnswered(asked);
}

function leftOutClause(words: Words, leftOut: readonly ToldOrigin[]): string[] {
  const names = leftOut.map(({ origin }) => origin);
  const [only] = names;
  if (only === undefined) return [];
  if (names.length === 1) return [words.oneLeftOut(only)];
  return [names.length > MOST_NAMED ? words.manyLeftOut(names.length) : words.severalLeftOut(names)];
}

function clauseOf(words: Words, { origin, state, retrievedAt, problem }: ToldOrigin): string[] {
  if (isFull(state)) return [];
  const reason = `${origin} ${words.reasonOf(words.states[state], problem?.title)}`;
  return [state === 'stale' && retrievedAt !== null ? words.shownAsOf(reason, momentIn(retrievedAt)) : reason];
}
