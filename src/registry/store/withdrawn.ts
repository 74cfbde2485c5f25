/** What was withdrawn since the records of people were written: registered genes, and people about whom nothing may be answered now. */

import { RegistryError } from '../../domain/errors.ts';
import type { PrivacyLevel } from '../../domain/record/model.ts';
import type { ReadTransaction, Store, WriteTransaction } from './store.ts';
import { byUser, byVersion } from './versions.ts';

/** `levels` is a JSON array of pairs: the gene id, and its own level from now on, or "gone". */
export const WITHDRAWN_GENES = `
CREATE TABLE withdrawn_genes (
  user_id INTEGER PRIMARY KEY,
  levels  TEXT NOT NULL
) STRICT;
`;

/** The own level of a registered gene; `gone` if the person has removed it. */
export type PresentLevel = PrivacyLevel | null | 'gone';

/** The withdrawn genes of one person, by gene id; other genes are not in the map. */
export type WithdrawnLevels = ReadonlyMap<number, PrivacyLevel | 'gone'>;

type WithdrawnGenes = {
  isAny(tx: ReadTransaction): boolean;
  ofUser(tx: ReadTransaction, userId: number): WithdrawnLevels;
  /** @param ownLevel the level in the written record */
  presentLevel(tx: ReadTransaction, userId: number, geneId: number, ownLevel: PrivacyLevel | null): PresentLevel;
};

const NOTHING: WithdrawnLevels = new Map();

/** Returns the withdrawn genes for answers. The genes of a person are cached until that person changes. */
export function withdrawnGenes(store: Store): WithdrawnGenes {
  const first = store.query<[number]>('SELECT 1 FROM withdrawn_genes LIMIT 1');
  /** Most registries have no withdrawals, and then no person is looked up. */
  const isAny = byVersion((tx) => first.first(tx) !== undefined);
  const withdrawn = byUser(store, storedWithdrawnGenes(store).ofUser);
  const ofUser = (tx: ReadTransaction, userId: number) => (isAny(tx) ? withdrawn(tx, userId) : undefined) ?? NOTHING;
  return { isAny, ofUser, presentLevel: presentLevels(ofUser) };
}

/** Returns the withdrawn genes as the tables hold them now, also within a transaction that writes. */
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

/** Writes the withdrawn genes of people whose records stay unchanged; the caller notes that these people have changed. */
export function writeWithdrawnGenes(tx: WriteTransaction, withdrawn: ReadonlyMap<number, WithdrawnLevels>): void {
  const write = tx.inserter('INSERT OR REPLACE INTO withdrawn_genes VALUES (?, ?)');
  for (const [userId, levels] of withdrawn) write(userId, JSON.stringify([...levels]));
}

/** Deletes the rows of people whose records now include everything that was withdrawn. */
export function dropWithdrawnGenes(tx: WriteTransaction, userIds: readonly number[]): void {
  const drop = tx.inserter('DELETE FROM withdrawn_genes WHERE user_id = ?');
  for (const id of userIds) drop(id);
}

/** Nobody knows when a file can be written again. */
const ASK_AGAIN_SECONDS = 30;

/** @throws RegistryError `record-withheld` */
export function refuseWithheld(tx: ReadTransaction, userId: number): void {
  if (tx.isWithheld(userId)) throw new RegistryError('record-withheld', { retryAfterSeconds: ASK_AGAIN_SECONDS });
}
