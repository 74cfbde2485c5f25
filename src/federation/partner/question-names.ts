/** Names of questions in memory: a candidate gene may point to a patient, so no key of a map shows what was asked. */

import { questionKey } from '../../domain/federation/query-key.ts';
import type { Question } from '../../domain/federation/source.ts';

/** Equal questions have equal names; nobody can read a question from its name. */
export type NameQuestion = (question: Question) => string;

/** @param sign makes digests with a key that nobody knows */
export function questionNames(sign: (text: string) => string): NameQuestion {
  /** Of questions that are being put: one and the same is put to every source. */
  const known = new WeakMap<Question, string>();
  return (question) => {
    const name = known.get(question) ?? sign(questionKey(question));
    known.set(question, name);
    return name;
  };
}
