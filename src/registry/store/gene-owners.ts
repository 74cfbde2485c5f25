/** Who registered a gene, packed into one row a gene: a search reads a handful of rows instead of one for each owner. */

import { type PrivacyLevel, type Tier, tierNumber, tierOfNumber } from '../../domain/record/model.ts';
import type { ReadTransaction, Store, WriteTransaction } from './store.ts';

export type GeneOwner = { userId: number; tier: Tier | null; ownLevel: PrivacyLevel | null };

const NUMBERS_PER_OWNER = 2;
const NO_LEVEL = 3;

/** Two 32-bit numbers an owner: the user, then tier (0 for none) times four plus level (3 for none). */
export function packOwners(owners: readonly GeneOwner[]): Uint8Array {
  const numbers = owners.flatMap(({ userId, tier, ownLevel }) => [
    userId,
    tierNumber(tier) * 4 + (ownLevel ?? NO_LEVEL),
  ]);
  return new Uint8Array(Int32Array.from(numbers).buffer);
}

/** The inverse of {@link packOwners}. */
export function unpackOwners(bytes: Uint8Array): GeneOwner[] {
  const { buffer, byteOffset, length } = bytes;
  const numbers = new Int32Array(buffer, byteOffset, length / Int32Array.BYTES_PER_ELEMENT);
  const owners: GeneOwner[] = [];
  for (let at = 0; at < numbers.length; at += NUMBERS_PER_OWNER) {
    const code = numbers[at + 1] as number;
    const level = code & 3;
    owners.push({
      userId: numbers[at] as number,
      tier: tierOfNumber(code >> 2),
      ownLevel: level === NO_LEVEL ? null : (level as PrivacyLevel),
    });
  }
  return owners;
}

type OwnerRow = [geneId: number, userId: number, tier: Tier | null, level: PrivacyLevel | null];

/** Packs what `user_gene` holds of these genes, or of all. */
export function writeGeneOwners(tx: WriteTransaction, store: Store, geneIds?: ReadonlySet<number>): void {
  const only = geneIds === undefined ? '' : 'WHERE gene_id IN (SELECT value FROM json_each(?))';
  const parameters = geneIds === undefined ? [] : [JSON.stringify([...geneIds])];
  tx.run(`DELETE FROM gene_owners ${only}`, ...parameters);
  const write = tx.inserter(`
    INSERT INTO gene_owners SELECT id, taxon_id, coalesce(symbol, id), ? FROM gene WHERE id = ?
  `);
  const rows = store.query<OwnerRow>(
    `SELECT gene_id, user_id, tier, privacy_level FROM user_gene ${only} ORDER BY gene_id, user_id`,
  );
  let current: { geneId: number; owners: GeneOwner[] } | undefined;
  for (const [geneId, userId, tier, ownLevel] of rows.each(tx, ...parameters)) {
    if (current?.geneId !== geneId) {
      if (current !== undefined) write(packOwners(current.owners), current.geneId);
      current = { geneId, owners: [] };
    }
    current.owners.push({ userId, tier, ownLevel });
  }
  if (current !== undefined) write(packOwners(current.owners), current.geneId);
}

/** A registered gene, as far as a search needs it, and its owners. */
export type OwnedGene = { geneId: number; taxonId: number; symbol: string; owners: GeneOwner[] };

/** Answers those of the genes that somebody registered. */
export function ownedGenes(store: Store): (tx: ReadTransaction, geneIds: readonly number[]) => OwnedGene[] {
  const owned = store.query<[number, number, string, Uint8Array]>(`
    SELECT gene_id, taxon_id, symbol, owners FROM json_each(?) AS wanted CROSS JOIN gene_owners ON gene_id = wanted.value
  `);
  return (tx, geneIds) =>
    owned.all(tx, JSON.stringify(geneIds)).map(([geneId, taxonId, symbol, owners]) => {
      return { geneId, taxonId, symbol, owners: unpackOwners(owners) };
    });
}
