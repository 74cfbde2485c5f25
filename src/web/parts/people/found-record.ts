/** What is found, and who it is about. */

import type { FederatedGene, FederatedPerson } from '../../../client/federated-answers.ts';
import { shownText } from '../../../domain/shown-text.ts';
import type { Words } from '../../words/words.ts';

/** Researchers stand for themselves; a gene stands with its owner. */
export type AnsweredRecord = FederatedGene | FederatedPerson;

export function isGeneRecord(record: AnsweredRecord): record is FederatedGene {
  return 'remoteUser' in record;
}

export function ownerOf(record: AnsweredRecord): FederatedPerson {
  return isGeneRecord(record) ? record.remoteUser : record;
}

/** The id under which the record can be asked about where the person is hidden. */
export function anonymousIdOf(record: AnsweredRecord): string | undefined {
  return record.anonymousId ?? ownerOf(record).anonymousId ?? undefined;
}

/** As it is read, `Ada Lovelace`, or what there is of it. */
export function nameOf({ name, lastName }: FederatedPerson, words: Pick<Words, 'noName'>): string {
  return shownText([name, lastName].flatMap((one) => one?.trim() || []).join(' ')) || words.noName;
}
