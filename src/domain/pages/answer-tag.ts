/** Tags that name an answer by its records, so that the next page sees whether the answer has changed. */

import type { FoundRecord } from '../federation/source.ts';
import { madeForEach } from '../made-once.ts';

/**
 * Returns a short text that changes when records are added, removed or moved. Anonymised records count by their place
 * only: their ids are new in every answer, and must not be compared.
 */
export type AnswerTag = (records: readonly FoundRecord[]) => string;

/** A cursor holds a tag of every origin. */
const TAG_CHARACTERS = 8;

/** @param sign a keyed digest: equal texts have equal digests, which do not reveal the text */
export function answerTags(sign: (text: string) => string): AnswerTag {
  // The same cached answer is used many times.
  return madeForEach((records) => sign(`answer ${identitiesOf(records)}`).slice(0, TAG_CHARACTERS));
}

function identitiesOf(records: readonly FoundRecord[]): string {
  let text = '';
  for (const { order, geneId, isAnonymised } of records) {
    text += `${geneId ?? ''}:${isAnonymised ? '' : (order?.id ?? '')},`;
  }
  return text;
}
