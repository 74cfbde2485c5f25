/** Loads genes from `gene_info` of NCBI (rdp-protocol 9.1); for a followed database, what it has beyond the genes there. */

import { isDeepStrictEqual } from 'node:util';
import { foldForEquality } from '../../domain/folding.ts';
import type { GeneIdentity, SnapshotGene } from '../../domain/record/snapshot.ts';
import { type GeneInfoRow, geneInfoParser } from '../../domain/reference-files/gene-info.ts';
import {
  type LinePlace,
  type LoadReport,
  type LoadTally,
  loadTally,
} from '../../domain/reference-files/load-report.ts';
import { GENE_ROWS, type GeneTableRow, geneWriter, toSnapshotGene } from '../reference/gene-tables.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import { writeNameWords } from '../store/text-indexes.ts';
import {
  finishLoad,
  type LoadSource,
  type LoadWork,
  noteLoaded,
  type ReadRows,
  type RowFile,
  usersWithGoTerms,
  type WriteLoad,
} from './load-work.ts';
import { readRowsOfTaxa, reportOtherTaxa, type TaxonTable, type TaxonWork } from './taxon-table.ts';

/**
 * Files add and change the genes of active taxa, and the records of affected owners are written again. A gene that is no
 * longer in the files of its taxon stays, and is reported.
 */
export const GENES: TaxonTable<GeneInfoRow> = {
  records: 'genes',
  parser: geneInfoParser,
  taxaOf: ({ taxonId }) => [taxonId],
  seeds: true,
  write: writeGenes,
};

function writeGenes(work: TaxonWork<GeneInfoRow>): () => number[] {
  const { tx, store, tally, each } = work;
  const writer = geneWriter(tx);
  const geneById = store.query<GeneTableRow>(`${GENE_ROWS} WHERE id = ?`);
  const seenGenes = new Set<number>();
  const seenTaxa = new Set<number>();
  /** The genes that the API shows differently from before. */
  const shownDifferently = new Set<number>();
  /** Whether the counts by organism for each annotated term have changed. */
  let hasOtherCounts = false;
  const isAnnotated = store.query<[number]>('SELECT 1 FROM gene_annotation WHERE gene_id = ? LIMIT 1');

  function replace(before: SnapshotGene, gene: SnapshotGene): void {
    writer.remove(before);
    if (before.taxonId !== gene.taxonId) {
      tx.run('UPDATE ortholog SET target_taxon_id = ? WHERE target_gene_id = ?', gene.taxonId, gene.geneId);
      hasOtherCounts ||= isAnnotated.first(tx, gene.geneId) !== undefined;
    }
    if (!isShownAlike(before, gene)) shownDifferently.add(gene.geneId);
  }

  function take(gene: SnapshotGene): void {
    const row = geneById.first(tx, gene.geneId);
    const before = row && toSnapshotGene(row);
    if (before === undefined) {
      tally.added();
    } else if (isDeepStrictEqual(before, gene)) {
      tally.unchanged();
      return;
    } else {
      tally.changed();
      replace(before, gene);
    }
    writer.insert(gene);
  }

  each((row, place) => {
    if (seenGenes.has(row.geneId)) return reportRepeated(tally, row, place);
    seenGenes.add(row.geneId);
    seenTaxa.add(row.taxonId);
    take(toGene(row));
  });
  reportVanished(work, { seenGenes, seenTaxa, tally });
  return () => {
    writeNameWords(tx, 'gene');
    const counted = hasOtherCounts ? usersWithGoTerms(work) : [];
    return [...new Set([...ownersOf(work, shownDifferently), ...counted])];
  };
}

/** Returns the gene of a row, with an identity if the row has any of its members. */
function toGene({ facts, ...row }: GeneInfoRow): SnapshotGene {
  return { ...row, identity: isKnown(facts) ? facts : null };
}

function isKnown(facts: GeneIdentity): boolean {
  return Object.values(facts).some((value) => value !== null && value.length > 0);
}

/** Reports a line whose gene has occurred before. */
function reportRepeated(tally: LoadTally, { geneId }: Pick<GeneInfoRow, 'geneId'>, place: LinePlace): void {
  tally.skipped(place, `Gene ${geneId} is in an earlier line, too; each gene may be in one line.`, 'repeated');
}

/** Whether the API shows two genes alike. */
function isShownAlike(one: SnapshotGene, other: SnapshotGene): boolean {
  const members = ['taxonId', 'symbol', 'name', 'aliases'] as const;
  return members.every((member) => one[member] === other[member]);
}

function ownersOf({ tx, store }: LoadWork, geneIds: ReadonlySet<number>): number[] {
  const owners = store.query<[number]>(
    'SELECT DISTINCT user_id FROM json_each(?) JOIN user_gene ON gene_id = value ORDER BY user_id',
  );
  return owners.all(tx, JSON.stringify([...geneIds])).flat();
}

type Seen = { seenGenes: ReadonlySet<number>; seenTaxa: ReadonlySet<number>; tally: LoadTally };
type VanishedRow = [geneId: number, symbol: string | null, taxonId: number, researchers: number];

/** Reports genes that are no longer in the files, registered ones first, because their owners may have to choose others. */
function reportVanished({ tx, store }: LoadWork, { seenGenes, seenTaxa, tally }: Seen): void {
  const genes = store.query<VanishedRow>(`
    SELECT id, symbol, taxon_id, (SELECT count(*) FROM user_gene WHERE gene_id = gene.id) AS researchers
    FROM gene WHERE taxon_id = ? ORDER BY researchers DESC, id
  `);
  const sameSymbol = store.query<[number]>(
    'SELECT id FROM gene WHERE taxon_id = ? AND symbol_folded = ? AND id <> ? ORDER BY id LIMIT 1',
  );
  const asAlias = store.query<[number, string | null]>(`
    SELECT gene.id, symbol FROM gene_alias JOIN gene ON gene.id = gene_id
    WHERE gene_alias.taxon_id = ? AND alias_folded = ? AND gene_id <> ? ORDER BY gene.id LIMIT 1
  `);

  function hint([geneId, symbol, taxonId]: VanishedRow): string {
    if (symbol === null) return '';
    const key = [taxonId, foldForEquality(symbol), geneId] as const;
    const namesake = sameSymbol.first(tx, ...key)?.[0];
    if (namesake !== undefined) return `; gene ${namesake} has the same symbol`;
    const other = asAlias.first(tx, ...key);
    return other === undefined ? '' : `; it is another name of ${other[1] ?? 'a gene'} (gene ${other[0]})`;
  }

  for (const taxonId of seenTaxa) {
    for (const row of genes.each(tx, taxonId)) {
      const [geneId, symbol, , researchers] = row;
      if (seenGenes.has(geneId)) continue;
      const registered = researchers === 0 ? '' : `, which ${registeredBy(researchers)}`;
      tally.retained(
        `${symbol ?? 'A gene without symbol'} (gene ${geneId} of taxon ${taxonId})${registered}${hint(row)}`,
      );
    }
  }
}

function registeredBy(researchers: number): string {
  return researchers === 1 ? 'a researcher registered' : `${researchers.toLocaleString('en')} researchers registered`;
}

type Identified = Pick<SnapshotGene, 'geneId' | 'identity'>;

/** The genes of one transaction, which takes a tenth of a second. */
const GENES_AT_ONCE = 2_000;

/**
 * Reads files; symbols, names and aliases stay those of the followed database.
 *
 * @returns a function that compares the files with the present genes. It returns the writes in their order, one for
 * each transaction; the last one returns the report
 * @throws UnreadableFile
 */
export async function readIdentities(
  source: LoadSource,
  files: readonly RowFile[],
): Promise<() => readonly WriteLoad[]> {
  const read = await readRowsOfTaxa({ ...GENES, seeds: false }, source, files);
  return () => writesOf(source.store, read);
}

type Read = Awaited<ReturnType<typeof readRowsOfTaxa<GeneInfoRow>>>;

function writesOf(store: Store, { rows, passedOver }: Read): readonly WriteLoad[] {
  const tally = loadTally('genes');
  const changed = store.read((tx) => {
    const identified = differing({ tx, store, tally }, rows);
    reportOtherTaxa({ tx, store, tally }, passedOver);
    return identified;
  });
  const writes: WriteLoad[] = [];
  let at = 0;
  for (; at + GENES_AT_ONCE < changed.length; at += GENES_AT_ONCE) {
    const some = changed.slice(at, at + GENES_AT_ONCE);
    writes.push((work) => writeSome(work, some));
  }
  const last = changed.slice(at);
  return [...writes, (work) => writeLast(work, last, tally)];
}

type Compared = { tx: ReadTransaction; store: Store; tally: LoadTally };

/** Returns the genes that have another identity in the files than here. */
function differing({ tx, store, tally }: Compared, rows: ReadRows<GeneInfoRow>): Identified[] {
  const geneById = store.query<GeneTableRow>(`${GENE_ROWS} WHERE id = ?`);
  const seen = new Set<number>();
  const identified: Identified[] = [];
  let notFollowed = 0;
  rows.each(tally, (row, place) => {
    if (seen.has(row.geneId)) return reportRepeated(tally, row, place);
    seen.add(row.geneId);
    const { geneId, identity } = toGene(row);
    const known = geneById.first(tx, geneId);
    const before = known && toSnapshotGene(known);
    if (before === undefined) notFollowed += 1;
    else if (isDeepStrictEqual(before.identity, identity)) tally.unchanged();
    else {
      tally.changed();
      identified.push({ geneId, identity });
    }
  });
  tally.note('The followed database has these genes. Only what it lacks is stored, such as identifiers.');
  if (notFollowed > 0) {
    tally.note(`Genes that the followed database lacks are skipped: ${notFollowed.toLocaleString('en')}.`);
  }
  return identified;
}

/** Writes identities; a gene that the database has lost meanwhile is skipped. */
function writeSome({ tx, store }: LoadWork, some: readonly Identified[]): [] {
  const geneById = store.query<GeneTableRow>(`${GENE_ROWS} WHERE id = ?`);
  const writer = geneWriter(tx);
  for (const { geneId, identity } of some) {
    const known = geneById.first(tx, geneId);
    if (known !== undefined) writer.identify(toSnapshotGene(known), identity);
  }
  noteLoaded({ tx, store });
  return [];
}

/** Writes the last genes and the words of names. If a load stops before this, the next one has genes to write and does it. */
function writeLast(work: LoadWork, some: readonly Identified[], tally: LoadTally): [LoadReport] {
  if (some.length > 0) {
    writeSome(work, some);
    writeNameWords(work.tx, 'gene');
    finishLoad(work, []);
  }
  return [tally.report()];
}
