/** Names questions in memory. A candidate gene may point to a patient, so no key of a map may show a question. */

import { questionKey } from '../../domain/federation/query-key.ts';
import type { Question } from '../../domain/federation/source.ts';
import { madeForEach } from '../../domain/made-once.ts';

/** Returns equal names for equal questions. The question cannot be read from its name. */
export type NameQuestion = (question: Question) => string;

/** @param sign makes digests with a secret key */
export function questionNames(sign: (text: string) => string): NameQuestion {
  return madeForEach((question) => sign(questionKey(question)));
}
