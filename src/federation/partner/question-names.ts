/** Names of questions in memory: a candidate gene may point to a patient, so no key of a map shows what was asked. */

import { questionKey } from '../../domain/federation/query-key.ts';
import type { Question } from '../../domain/federation/source.ts';
import { madeForEach } from '../../domain/made-once.ts';

/** Equal questions have equal names; nobody can read a question from its name. */
export type NameQuestion = (question: Question) => string;

/** @param sign makes digests with a key that nobody knows */
export function questionNames(sign: (text: string) => string): NameQuestion {
  return madeForEach((question) => sign(questionKey(question)));
}
