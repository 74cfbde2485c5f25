/** Records with the identifiers of their people (ORCID, ROR) at the end; anonymised records have none. */

import { identifierMembers } from '../../domain/record/identifiers.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import { identifiersKey, type ReadyMade } from './ready-made.ts';
import { CLOSING, type RecordBytes, type RecordMaker } from './record-bytes.ts';

type Options = { store: Store; readyMade: ReadyMade; records: RecordMaker };

const OF_PERSON = 1;
/** The record of a gene has two closing braces: that of its owner, and its own. */
const OF_GENE = 2;

/** Returns a maker of the same records with identifiers at their end; anonymised records stay as they are. */
export function identifiedMaker({ store, readyMade, records }: Options): RecordMaker {
  const identifiersById = store.query<[string | null, string | null]>('SELECT orcid, ror FROM user WHERE id = ?');

  /** Returns the members with a leading comma; empty for a person without identifiers. */
  function membersOf(tx: ReadTransaction, userId: number): Uint8Array | undefined {
    return readyMade(tx, identifiersKey(userId), () => {
      const row = identifiersById.first(tx, userId);
      if (row === undefined) return undefined;
      const [orcid, ror] = row;
      const members = JSON.stringify(identifierMembers({ orcid, ror })).slice(1, -1);
      return members === '' ? '' : `,${members}`;
    });
  }

  function identified(tx: ReadTransaction, record: RecordBytes | undefined, userId: number, closings: number) {
    const last = record?.at(-1);
    if (record === undefined || last === undefined) return undefined;
    const members = membersOf(tx, userId);
    if (!members?.length) return record;
    const opened = last.subarray(0, last.length - closings);
    return [...record.slice(0, -1), opened, members, ...Array<Uint8Array>(closings).fill(CLOSING)];
  }

  return {
    fullUser: (tx, userId, genesFrom) => identified(tx, records.fullUser(tx, userId, genesFrom), userId, OF_PERSON),
    fullGene: (tx, ref) => identified(tx, records.fullGene(tx, ref), ref.userId, OF_GENE),
    anonymousUser: records.anonymousUser,
    anonymousGene: records.anonymousGene,
  };
}
