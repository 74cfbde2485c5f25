/** What somebody asks next who has read an answer: with an id in it, for its next page, or whether it still holds. */

import type { SeededRandom } from '../bench/invented/seeded-random.ts';
import { type Answer, anonymousIdsIn } from './ask.ts';
import type { NamedQuestion, Questions } from './questions.ts';
import { type TwoQuestions, withCursor } from './walk.ts';

/** A question to both of the twins, and the answers, which are the same. */
export type Answered = { question: TwoQuestions; answers: readonly [Answer, Answer]; random: SeededRandom };

const ROUTES_OF_AN_ID: readonly (readonly [route: string, path: (id: string) => string])[] = [
  ['/api/users/by-anonymous-id', (id) => `/api/users/by-anonymous-id/${id}`],
  ['/api/genes/by-anonymous-id', (id) => `/api/genes/by-anonymous-id/${id}`],
  ['/api/federated/users/by-anonymous-id', (id) => `/api/federated/users/by-anonymous-id/${id}?origin=local`],
  ['/api/federated/users/by-anonymous-id', (id) => `/api/federated/users/by-anonymous-id/${id}?origin=twin`],
  ['/api/federated/genes/by-anonymous-id', (id) => `/api/federated/genes/by-anonymous-id/${id}?origin=twin`],
  ['request-access', (id) => `/search/gene/by-anonymous-id/${id}/request-access`],
];
/** How many of the ids that follow are asked for access by: a request leads to several questions more. */
const REQUESTED = 0.15;
const CURSOR = /"cursor":"([^"]+)"/;

/** @param isRequested whether an id was asked for access by, of the same twins: the first one is */
export function followUps(
  { question, answers, random }: Answered,
  questions: Questions,
  isRequested: boolean,
): TwoQuestions[] {
  const both = (next: (from: NamedQuestion, answer: Answer) => NamedQuestion): TwoQuestions => {
    return [next(question[0], answers[0]), next(question[1], answers[1])];
  };
  const next: TwoQuestions[] = [];
  const ids = anonymousIdsIn(answers[0].body).length;
  if (ids > 0) {
    const place = random.below(ids);
    const idIn = ({ body }: Answer) => anonymousIdsIn(body)[place] ?? '';
    const [route, pathOf] = random.pick(ROUTES_OF_AN_ID);
    if (!isRequested || random.chance(REQUESTED)) next.push(questions.requests([idIn(answers[0]), idIn(answers[1])]));
    else next.push(both(({ headers }, answer) => ({ route, method: 'GET', path: pathOf(idIn(answer)), headers })));
  }
  if (CURSOR.test(answers[0].body)) {
    next.push(both((from, { body }) => withCursor(from, CURSOR.exec(body)?.[1] ?? '')));
  }
  if (answers[0].tag !== undefined && random.chance(0.2)) {
    const withTag = (tag = ''): readonly [string, string] => ['If-None-Match', tag];
    next.push(both((from, { tag }) => ({ ...from, headers: [...from.headers, withTag(tag)] })));
  }
  return next;
}
