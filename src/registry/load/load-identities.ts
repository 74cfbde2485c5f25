/**
 * Loads what `gene_info` of NCBI has beyond the genes of a followed database (rdp-protocol 9.1): identifiers, other
 * designations and the like. It writes in small transactions, so that a withdrawal waits for at most one of them.
 */

import { isDeepStrictEqual } from 'node:util';
import type { SnapshotGene } from '../../domain/record/snapshot.ts';
import type { GeneInfoRow } from '../../domain/reference-files/gene-info.ts';
import { type LoadReport, type LoadTally, loadTally } from '../../domain/reference-files/load-report.ts';
import { GENE_ROWS, type GeneTableRow, geneWriter, toSnapshotGene } from '../reference/gene-tables.ts';
import { writeNameWords } from '../store/name-words.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import { GENES, reportRepeated, toGene } from './load-genes.ts';
import { finishLoad, type LoadSource, type LoadWork, noteLoaded, type WriteLoad } from './load-work.ts';
import type { ReadRows, RowFile } from './read-rows.ts';
import { readRowsOfTaxa, reportOtherTaxa } from './taxon-table.ts';

type Identified = Pick<SnapshotGene, 'geneId' | 'identity'>;

/** The genes of one transaction, which takes a tenth of a second. */
const GENES_AT_ONCE = 2_000;

/**
 * Reads files; symbols, names and aliases stay those of the followed database.
 *
 * @returns a function that compares the files with the present genes and returns the writes, one for each transaction, in
 *   this order; the last one returns the report
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
  tally.note('Of genes of the followed database, only what that does not hold is taken over, such as identifiers.');
  if (notFollowed > 0) {
    tally.note(`Genes of the files that it does not have are passed over: ${notFollowed.toLocaleString('en')}.`);
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
