/**
 * Who registered a gene, packed into one row for each class of readers, and one for all together: a search reads a
 * handful of rows instead of one for each owner, and none of those whom the viewer is not shown.
 */

import { type PrivacyLevel, type Tier, tierNumber, tierOfNumber, type Viewer } from '../../domain/record/model.ts';
import { effectiveLevel, readerClassesOf, readerClassOf } from '../../domain/record/privacy.ts';
import { EVERYBODY } from '../form/gene-owners.ts';
import type { Query, ReadTransaction, Store, WriteTransaction } from './store.ts';

export type GeneOwner = { userId: number; tier: Tier | null; ownLevel: PrivacyLevel | null };

const ALL_ROWS = Array.from({ length: EVERYBODY + 1 }, (_, readers) => readers).join();
const NUMBERS_PER_OWNER = 2;
const NO_LEVEL = 3;
const LEVEL_BITS = 3;

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
    const level = code & LEVEL_BITS;
    owners.push({
      userId: numbers[at] as number,
      tier: tierOfNumber(code >> 2),
      ownLevel: level === NO_LEVEL ? null : (level as PrivacyLevel),
    });
  }
  return owners;
}

type OwnerRow = [
  ...[geneId: number, userId: number, tier: Tier | null, level: PrivacyLevel | null],
  ...[profileLevel: PrivacyLevel | null, shared: number],
];

const ROWS = `
SELECT gene_id, user_id, tier, user_gene.privacy_level, user.privacy_level, shared
FROM user_gene JOIN user ON user.id = user_id
`;

/** Packs what `user_gene` holds of these genes, or of all; without those of disabled accounts, which nobody is shown. */
export function writeGeneOwners(tx: WriteTransaction, store: Store, geneIds?: ReadonlySet<number>): void {
  const only = geneIds === undefined ? '' : 'gene_id IN (SELECT value FROM json_each(?))';
  const parameters = geneIds === undefined ? [] : [JSON.stringify([...geneIds])];
  tx.run(`DELETE FROM gene_owners WHERE readers IN (${ALL_ROWS}) ${only && `AND ${only}`}`, ...parameters);
  const write = tx.inserter(`
    INSERT INTO gene_owners SELECT ?, id, taxon_id, coalesce(symbol, id), ? FROM gene WHERE id = ?
  `);
  const rows = store.query<OwnerRow>(`${ROWS} WHERE enabled = 1 ${only && `AND ${only}`} ORDER BY gene_id, user_id`);
  let current: { geneId: number; byReaders: Map<number, GeneOwner[]> } | undefined;
  const writeCurrent = () => {
    for (const [readers, owners] of current?.byReaders ?? []) {
      write(readers, packOwners(owners), current?.geneId as number);
    }
  };
  for (const [geneId, userId, tier, ownLevel, privacyLevel, shared] of rows.each(tx, ...parameters)) {
    if (current?.geneId !== geneId) {
      writeCurrent();
      current = { geneId, byReaders: new Map() };
    }
    const level = privacyLevel === null ? null : effectiveLevel(ownLevel, { privacyLevel });
    for (const readers of [EVERYBODY, readerClassOf({ enabled: true, privacyLevel: level, shared: shared === 1 })]) {
      if (readers === null) continue;
      const owners = current.byReaders.get(readers) ?? [];
      owners.push({ userId, tier, ownLevel });
      current.byReaders.set(readers, owners);
    }
  }
  writeCurrent();
}

/** What becomes of registered genes, by gene and user: another own level, or `gone`. */
export type OwnerChanges = ReadonlyMap<number, ReadonlyMap<number, PrivacyLevel | null | 'gone'>>;

/** Changes some owners of genes, and reads nothing of all the others of the same genes. */
export function changeGeneOwners(tx: WriteTransaction, store: Store, changes: OwnerChanges): void {
  const packed = store.query<[Uint8Array]>('SELECT owners FROM gene_owners WHERE readers = ? AND gene_id = ?');
  const write = tx.inserter('UPDATE gene_owners SET owners = ? WHERE readers = ? AND gene_id = ?');
  const remove = tx.inserter('DELETE FROM gene_owners WHERE readers = ? AND gene_id = ?');
  // In the order of the table, whose pages are then met one after the other.
  const genes = [...changes].sort(([a], [b]) => a - b);
  for (const readers of readersOfAny(tx, store)) {
    for (const [geneId, byUser] of genes) {
      const bytes = packed.first(tx, readers, geneId)?.[0];
      const changed = bytes && changedOwners(bytes, byUser);
      if (changed === undefined) continue;
      if (changed.length === 0) remove(readers, geneId);
      else write(changed, readers, geneId);
    }
  }
}

/** The classes that are shown any gene, of those that single genes have rows for. */
function readersOfAny(tx: ReadTransaction, store: Store): number[] {
  const next = store.query<[number | null]>('SELECT min(readers) FROM gene_owners WHERE readers BETWEEN ? AND ?');
  const found: number[] = [];
  for (let from = 0; from <= EVERYBODY; from = (found.at(-1) as number) + 1) {
    const [readers = null] = next.first(tx, from, EVERYBODY) ?? [];
    if (readers === null) break;
    found.push(readers);
  }
  return found;
}

/** Undefined where nobody of the row has changed. */
function changedOwners(
  bytes: Uint8Array,
  byUser: ReadonlyMap<number, PrivacyLevel | null | 'gone'>,
): Uint8Array | undefined {
  const numbers = new Int32Array(bytes.slice().buffer);
  let hasChanged = false;
  let length = 0;
  for (let at = 0; at < numbers.length; at += NUMBERS_PER_OWNER) {
    const userId = numbers[at] as number;
    const code = numbers[at + 1] as number;
    const change = byUser.get(userId);
    hasChanged ||= change !== undefined;
    if (change === 'gone') continue;
    numbers[length] = userId;
    numbers[length + 1] = change === undefined ? code : (code & ~LEVEL_BITS) | (change ?? NO_LEVEL);
    length += NUMBERS_PER_OWNER;
  }
  return hasChanged ? new Uint8Array(numbers.buffer, 0, length * Int32Array.BYTES_PER_ELEMENT) : undefined;
}

/** A registered gene, as far as a search needs it, and some of its owners. */
export type OwnedGene = { geneId: number; taxonId: number; symbol: string; owners: GeneOwner[] };

/** In any order; a gene may stand there several times, and each owner of it once. */
export type OwnedGenes = (tx: ReadTransaction, viewer: Viewer, geneIds: readonly number[]) => OwnedGene[];

type PackedRow = [geneId: number, taxonId: number, symbol: string, owners: Uint8Array];
type OwnRow = [geneId: number, taxonId: number, symbol: string, tier: Tier | null, level: PrivacyLevel | null];

const PACKED = `
SELECT gene_id, taxon_id, symbol, owners
FROM json_each(?) AS wanted CROSS JOIN gene_owners ON gene_id = wanted.value
`;
const OWN = `
SELECT gene_id, taxon_id, coalesce(symbol, gene_id), tier, privacy_level
FROM json_each(?) AS wanted CROSS JOIN user_gene ON user_id = ? AND gene_id = wanted.value JOIN gene ON gene.id = gene_id
`;

/**
 * Answers those of the genes that people registered whom the viewer is shown.
 *
 * @param anonymises whether everybody is shown, those whom the viewer may not read without their person
 */
export function ownedGenes(store: Store, anonymises: boolean): OwnedGenes {
  const own = store.query<OwnRow>(OWN);
  const byClasses = new Map<string, Query<PackedRow>>();

  function packedFor(viewer: Viewer): Query<PackedRow> {
    const classes = anonymises ? String(EVERYBODY) : readerClassesOf(viewer).join();
    const known = byClasses.get(classes) ?? store.query<PackedRow>(`${PACKED} AND readers IN (${classes})`);
    byClasses.set(classes, known);
    return known;
  }

  /** Genes that the viewer alone reads as their owner. */
  function ownGenes(tx: ReadTransaction, viewer: Viewer, geneIds: string, found: readonly OwnedGene[]): OwnedGene[] {
    const { userId } = viewer;
    if (userId === undefined || anonymises) return [];
    const known = new Set(
      found.filter(({ owners }) => owners.some((owner) => owner.userId === userId)).map(({ geneId }) => geneId),
    );
    return own
      .all(tx, geneIds, userId)
      .filter(([geneId]) => !known.has(geneId))
      .map(([geneId, taxonId, symbol, tier, ownLevel]) => {
        return { geneId, taxonId, symbol, owners: [{ userId, tier, ownLevel }] };
      });
  }

  return (tx, viewer, geneIds) => {
    const wanted = JSON.stringify(geneIds);
    const found = packedFor(viewer)
      .all(tx, wanted)
      .map(([geneId, taxonId, symbol, owners]) => ({ geneId, taxonId, symbol, owners: unpackOwners(owners) }));
    return [...found, ...ownGenes(tx, viewer, wanted, found)];
  };
}
