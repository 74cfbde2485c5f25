/** Orthologs from `gene_orthologs` of NCBI, or a file in its layout (rdp-protocol 9.2). */

import { geneOrthologsParser } from '../../domain/reference-files/gene-orthologs.ts';
import { type LoadReport, loadTally } from '../../domain/reference-files/load-report.ts';
import { finishLoad, type LoadWork } from './load-work.ts';
import { type ReferenceFile, readRows } from './read-rows.ts';
import { activeTaxa } from './taxa.ts';

/**
 * Replaces the orthologs in active taxa of every gene that the files give orthologs of, in the direction that they have;
 * genes of which they say nothing keep theirs.
 *
 * @throws UnreadableFile
 */
export async function loadOrthologs(work: LoadWork, files: readonly ReferenceFile[]): Promise<LoadReport[]> {
  const { tx, store } = work;
  const tally = loadTally('orthologs');
  const taxa = activeTaxa(work);
  const taxonOf = geneTaxa(work);
  const targetsBySource = new Map<number, Set<number>>();

  for (const file of files) {
    await readRows(file, geneOrthologsParser(), tally, (row, place) => {
      const { sourceTaxonId, sourceGeneId, targetTaxonId, targetGeneId } = row;
      const other = [sourceTaxonId, targetTaxonId].find((taxonId) => !taxa.isActive(taxonId));
      if (other !== undefined) return taxa.passOver(other);
      const unknown = [sourceGeneId, targetGeneId].find((geneId) => taxonOf(geneId) === undefined);
      if (unknown !== undefined)
        return tally.skipped(place, `Gene ${unknown} is none of the genes here; load those first.`);
      const targets = targetsBySource.get(sourceGeneId) ?? new Set();
      targetsBySource.set(sourceGeneId, targets.add(targetGeneId));
    });
  }

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
      // Of the others no row was read.
      if (targets.has(target) || !taxa.isActive(taxonId)) continue;
      remove(source, target);
      tally.removed(`gene ${target} of gene ${source}`);
    }
  }
  taxa.tellOthers(tally);
  // Records tell nothing of orthologs, but statistics count with them.
  if (tally.hasChanges()) finishLoad(work, []);
  return [tally.report()];
}

/** Answers the taxon of a gene; undefined for a gene that is not here. */
export function geneTaxa({ tx, store }: LoadWork): (geneId: number) => number | undefined {
  const taxonOf = store.query<[number]>('SELECT taxon_id FROM gene WHERE id = ?');
  return (geneId) => taxonOf.first(tx, geneId)?.[0];
}
