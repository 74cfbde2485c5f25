/** The records of an answer, and their researchers. */

import type { FederatedGene, FederatedPerson } from '../../client/answers.ts';
import { shownText } from '../../domain/shown-text.ts';
import type { Words } from '../words/words.ts';

/** A record of a researcher, or of a registered gene with its owner. */
export type AnsweredRecord = FederatedGene | FederatedPerson;

export function isGeneRecord(record: AnsweredRecord): record is FederatedGene {
  return 'remoteUser' in record;
}

export function ownerOf(record: AnsweredRecord): FederatedPerson {
  return isGeneRecord(record) ? record.remoteUser : record;
}

/** Returns the anonymous id of the record; undefined if the person is shown. */
export function anonymousIdOf(record: AnsweredRecord): string | undefined {
  return record.anonymousId ?? ownerOf(record).anonymousId ?? undefined;
}

/** Returns the name in reading order, `Ada Lovelace`, or the part that exists. */
export function nameOf({ name, lastName }: FederatedPerson, words: Pick<Words, 'noName'>): string {
  return shownText([name, lastName].flatMap((one) => one?.trim() || []).join(' ')) || words.noName;
}
