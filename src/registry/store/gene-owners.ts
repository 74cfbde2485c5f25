/**
 * The owners of each gene, packed into one row for each class of readers and one for all owners together. A search reads
 * a few rows instead of one for each owner, and no owners that the viewer may not see.
 */

import { type PrivacyLevel, type Tier, tierNumber, tierOfNumber, type Viewer } from '../../domain/record/model.ts';
import { effectiveLevel, READER_CLASS_COUNT, readerClassesOf, readerClassOf } from '../../domain/record/privacy.ts';
import type { Query, ReadTransaction, Store, WriteTransaction } from './store.ts';
import { withdrawnGenes } from './withdrawn.ts';

/** The row of all owners of a gene with enabled accounts, for readers of every class. */
const EVERYBODY = READER_CLASS_COUNT;

export const GENE_OWNERS = `
CREATE TABLE gene_owners (
  readers  INTEGER NOT NULL,
  gene_id  INTEGER NOT NULL,
  taxon_id INTEGER NOT NULL,
  symbol   TEXT NOT NULL,
  owners   BLOB NOT NULL,
  PRIMARY KEY (readers, gene_id)
) STRICT, WITHOUT ROWID;
`;

const NUMBER = (value: string) => {
  const bytes = [0, 8, 16, 24].map((shift) => `(${value} >> ${shift}) & 255`);
  return `printf('%02X%02X%02X%02X', ${bytes.join()})`;
};

const OWNER = `${NUMBER('user_id')} || ${NUMBER('((tier_place + 4) / 5 * 4 + ifnull(own, 3))')}`;

/** Migrates from a format in which one row held all owners of a gene. */
export const FROM_ONE_ROW = `
DROP TABLE gene_owners;
${GENE_OWNERS}
WITH owner AS (
  SELECT gene_id, user_id, user_gene.privacy_level AS own,
         instr('TIER1TIER2TIER3', ifnull(tier, '-')) AS tier_place,
         min(ifnull(user_gene.privacy_level, user.privacy_level), user.privacy_level) AS level, shared
  FROM user_gene JOIN user ON user.id = user_id WHERE enabled = 1
), owner_of_row AS (
  SELECT *, CASE level WHEN 2 THEN 0 WHEN 1 THEN 2 - shared ELSE 4 - shared END AS readers FROM owner
  WHERE level IS NOT NULL
  UNION ALL SELECT *, ${EVERYBODY} FROM owner
), packed AS (
  SELECT gene_id, readers, unhex(group_concat(${OWNER}, '' ORDER BY user_id)) AS owners
  FROM owner_of_row GROUP BY gene_id, readers
)
INSERT INTO gene_owners SELECT readers, gene_id, taxon_id, coalesce(symbol, gene_id), owners
FROM packed JOIN gene ON gene.id = gene_id;
`;

export type GeneOwner = { userId: number; tier: Tier | null; ownLevel: PrivacyLevel | null };

const ALL_ROWS = Array.from({ length: EVERYBODY + 1 }, (_, readers) => readers).join();
const NUMBERS_PER_OWNER = 2;
const NO_LEVEL = 3;
const LEVEL_BITS = 3;

/** Packs each owner into two 32-bit numbers: the user id, and the tier (0 for none) times four plus the level (3 for none). */
function packOwners(owners: readonly GeneOwner[]): Uint8Array {
  const numbers = owners.flatMap(({ userId, tier, ownLevel }) => [
    userId,
    tierNumber(tier) * 4 + (ownLevel ?? NO_LEVEL),
  ]);
  return new Uint8Array(Int32Array.from(numbers).buffer);
}

/** The inverse of {@link packOwners}. */
function unpackOwners(bytes: Uint8Array): GeneOwner[] {
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

/** Packs the rows of `user_gene` for these genes, or for all; disabled accounts are skipped, because nobody sees them. */
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

/** A registered gene with the members that a search needs, and some of its owners. */
type OwnedGene = { geneId: number; taxonId: number; symbol: string; owners: GeneOwner[] };

/** Returns genes in any order; a gene may occur several times, and each owner of it once. */
type OwnedGenes = (tx: ReadTransaction, viewer: Viewer, geneIds: readonly number[]) => OwnedGene[];

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
 * Returns a function that finds the registered genes among given genes that the viewer may see.
 *
 * @param anonymises whether all owners are included, also those that the viewer may read only without their person
 */
export function ownedGenes(store: Store, anonymises: boolean): OwnedGenes {
  const own = store.query<OwnRow>(OWN);
  const withdrawn = withdrawnGenes(store);
  const byClasses = new Map<string, Query<PackedRow>>();

  function packedFor(viewer: Viewer): Query<PackedRow> {
    const classes = anonymises ? String(EVERYBODY) : readerClassesOf(viewer).join();
    const known = byClasses.get(classes) ?? store.query<PackedRow>(`${PACKED} AND readers IN (${classes})`);
    byClasses.set(classes, known);
    return known;
  }

  /** Returns genes that only their owner may read, when the viewer is that owner. */
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

  function presentOwners(tx: ReadTransaction, gene: OwnedGene): OwnedGene {
    const owners = gene.owners.flatMap((owner) => {
      const ownLevel = withdrawn.presentLevel(tx, owner.userId, gene.geneId, owner.ownLevel);
      if (ownLevel === owner.ownLevel) return owner;
      return ownLevel === 'gone' ? [] : { ...owner, ownLevel };
    });
    return { ...gene, owners };
  }

  return (tx, viewer, geneIds) => {
    const wanted = JSON.stringify(geneIds);
    const found = packedFor(viewer)
      .all(tx, wanted)
      .map(([geneId, taxonId, symbol, owners]) => ({ geneId, taxonId, symbol, owners: unpackOwners(owners) }));
    const all = [...found, ...ownGenes(tx, viewer, wanted, found)];
    return withdrawn.isAny(tx) ? all.map((gene) => presentOwners(tx, gene)) : all;
  };
}
