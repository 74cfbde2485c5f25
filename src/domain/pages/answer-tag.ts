/** Names an answer by the records in it, so that the next page sees whether it is still the same. */

import type { FoundRecord } from '../federation/source.ts';
import { madeForEach } from '../made-once.ts';

/**
 * A short text that differs when records came, went or changed places. Anonymised records count by their place alone:
 * their ids are made anew for every answer, and nothing may be joined by them.
 */
export type AnswerTag = (records: readonly FoundRecord[]) => string;

/** @param sign names equal texts alike, others differently, and says nothing of them */
export function answerTags(sign: (text: string) => string): AnswerTag {
  // Cached answers are given again and again.
  return madeForEach((records) => sign(`answer ${identitiesOf(records)}`));
}

function identitiesOf(records: readonly FoundRecord[]): string {
  let text = '';
  for (const { order, geneId, isAnonymised } of records) {
    text += `${geneId ?? ''}:${isAnonymised ? '' : (order?.id ?? '')},`;
  }
  return text;
}
