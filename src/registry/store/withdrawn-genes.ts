/**
 * What was withdrawn of registered genes since the records of their people were written. It stands in one short row a
 * person, so that it counts at once for everybody; whoever reads a registered gene asks for its present level here.
 */

import type { PrivacyLevel } from '../../domain/record/model.ts';
import { perRevision } from './per-generation.ts';
import { perUser } from './per-user.ts';
import type { ReadTransaction, Store, WriteTransaction } from './store.ts';

/** The own level of a registered gene; `gone` where the person has it no more. */
export type PresentLevel = PrivacyLevel | null | 'gone';

/** By gene, of one person; nothing of genes of which nothing was withdrawn. */
export type WithdrawnLevels = ReadonlyMap<number, PrivacyLevel | 'gone'>;

type WithdrawnGenes = {
  isAny(tx: ReadTransaction): boolean;
  ofUser(tx: ReadTransaction, userId: number): WithdrawnLevels;
  /** @param ownLevel as it was written with the record */
  presentLevel(tx: ReadTransaction, userId: number, geneId: number, ownLevel: PrivacyLevel | null): PresentLevel;
};

const NOTHING: WithdrawnLevels = new Map();

/** For answers: what was read of a person is cached until they change. */
export function withdrawnGenes(store: Store): WithdrawnGenes {
  const first = store.query<[number]>('SELECT 1 FROM withdrawn_genes LIMIT 1');
  /** Mostly nothing is, and then nobody is looked up. */
  const isAny = perRevision((tx) => first.first(tx) !== undefined);
  const withdrawn = perUser(store, storedWithdrawnGenes(store).ofUser);
  const ofUser = (tx: ReadTransaction, userId: number) => (isAny(tx) ? withdrawn(tx, userId) : undefined) ?? NOTHING;
  return { isAny, ofUser, presentLevel: presentLevels(ofUser) };
}

/** As the tables hold it at the moment, also within a transaction that writes. */
export function storedWithdrawnGenes(store: Store): Omit<WithdrawnGenes, 'isAny'> {
  const levelsOf = store.query<[string]>('SELECT levels FROM withdrawn_genes WHERE user_id = ?');
  const ofUser = (tx: ReadTransaction, userId: number) => {
    const row = levelsOf.first(tx, userId);
    return row === undefined ? NOTHING : new Map(JSON.parse(row[0]) as [number, PrivacyLevel | 'gone'][]);
  };
  return { ofUser, presentLevel: presentLevels(ofUser) };
}

function presentLevels(ofUser: WithdrawnGenes['ofUser']): WithdrawnGenes['presentLevel'] {
  return (tx, userId, geneId, ownLevel) => ofUser(tx, userId).get(geneId) ?? ownLevel;
}

/** Of people whose records stay as they are; the caller notes that these people have changed. */
export function writeWithdrawnGenes(tx: WriteTransaction, withdrawn: ReadonlyMap<number, WithdrawnLevels>): void {
  const write = tx.inserter('INSERT OR REPLACE INTO withdrawn_genes VALUES (?, ?)');
  for (const [userId, levels] of withdrawn) write(userId, JSON.stringify([...levels]));
}

/** For people whose records were written with all that is withdrawn. */
export function dropWithdrawnGenes(tx: WriteTransaction, userIds: readonly number[]): void {
  const drop = tx.inserter('DELETE FROM withdrawn_genes WHERE user_id = ?');
  for (const id of userIds) drop(id);
}
