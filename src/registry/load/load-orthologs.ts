/** Loads orthologs from `gene_orthologs` of NCBI, or from a file in its layout (rdp-protocol 9.2). */

import { geneOrthologsParser } from '../../domain/reference-files/gene-orthologs.ts';
import { type LoadReport, loadTally } from '../../domain/reference-files/load-report.ts';
import type { OrthologRow } from '../../domain/reference-files/rows.ts';
import { finishLoad, type LoadSource, type LoadWork, type WriteLoad } from './load-work.ts';
import { type ReadRows, type RowFile, readAllRows } from './read-rows.ts';
import { activeTaxa, type WantedTaxa, wantedTaxa } from './taxa.ts';

/**
 * Reads files for a write that replaces the orthologs in active taxa of every gene that occurs as a source in the files.
 * Other genes keep their orthologs.
 *
 * @throws UnreadableFile
 */
export async function readOrthologs(source: LoadSource, files: readonly RowFile[]): Promise<WriteLoad> {
  const wanted = wantedTaxa(source);
  const isWanted = ({ sourceTaxonId, targetTaxonId }: OrthologRow) =>
    wanted.isWanted(sourceTaxonId) && wanted.isWanted(targetTaxonId);
  const rows = await readAllRows(files, geneOrthologsParser, isWanted);
  return (work) => writeOrthologs(work, { rows, wanted });
}

type Read = { rows: ReadRows<OrthologRow>; wanted: WantedTaxa };

function writeOrthologs(work: LoadWork, { rows, wanted }: Read): LoadReport[] {
  const { tx, store } = work;
  const tally = loadTally('orthologs');
  const taxa = activeTaxa(work, wanted);
  const taxonOf = geneTaxa(work);
  const targetsBySource = new Map<number, Set<number>>();

  rows.each(tally, (row, place) => {
    const { sourceTaxonId, sourceGeneId, targetTaxonId, targetGeneId } = row;
    const other = [sourceTaxonId, targetTaxonId].find((taxonId) => !taxa.isActive(taxonId));
    if (other !== undefined) return taxa.passOver(other);
    const unknown = [sourceGeneId, targetGeneId].find((geneId) => taxonOf(geneId) === undefined);
    if (unknown !== undefined)
      return tally.skipped(place, `Gene ${unknown} is none of the genes here; load those first.`, 'unknown gene');
    const targets = targetsBySource.get(sourceGeneId) ?? new Set();
    targetsBySource.set(sourceGeneId, targets.add(targetGeneId));
  });

  const known = store.query<[number, number]>(
    'SELECT target_gene_id, target_taxon_id FROM ortholog WHERE source_gene_id = ?',
  );
  const insert = tx.inserter('INSERT INTO ortholog VALUES (?, ?, ?)');
  const remove = tx.inserter('DELETE FROM ortholog WHERE source_gene_id = ? AND target_gene_id = ?');
  for (const [source, targets] of targetsBySource) {
    const before = new Map(known.all(tx, source));
    for (const target of targets) {
      if (before.has(target)) tally.unchanged();
      else {
        insert(source, taxonOf(target) ?? null, target);
        tally.added();
      }
    }
    for (const [target, taxonId] of before) {
      // Rows of inactive taxa were not read, so their orthologs are not removed.
      if (targets.has(target) || !taxa.isActive(taxonId)) continue;
      remove(source, target);
      tally.removed(`gene ${target} of gene ${source}`);
    }
  }
  taxa.reportOthers(tally);
  // Records do not contain orthologs, but statistics count them.
  if (tally.hasChanges()) finishLoad(work, []);
  return [tally.report()];
}

/** Returns a function that finds the taxon of a gene; undefined for an unknown gene. */
export function geneTaxa({ tx, store }: LoadWork): (geneId: number) => number | undefined {
  const taxonOf = store.query<[number]>('SELECT taxon_id FROM gene WHERE id = ?');
  return (geneId) => taxonOf.first(tx, geneId)?.[0];
}
