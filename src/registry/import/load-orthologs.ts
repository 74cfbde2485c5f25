/** Loads orthologs from `gene_orthologs` of NCBI, or from a file in its layout (rdp-protocol 9.2). */

import { geneOrthologsParser, type OrthologRow } from '../../domain/reference-files/tables.ts';
import { geneTaxa, mergeRecords } from './load-work.ts';
import type { TaxonTable, TaxonWork } from './taxon-table.ts';

/**
 * Files replace the orthologs in active taxa of every gene that is a source in them. The orthologs of other genes are
 * unchanged.
 */
export const ORTHOLOGS: TaxonTable<OrthologRow> = {
  records: 'orthologs',
  parser: geneOrthologsParser,
  taxaOf: ({ sourceTaxonId, targetTaxonId }) => [sourceTaxonId, targetTaxonId],
  seeds: false,
  write: writeOrthologs,
};

function writeOrthologs(work: TaxonWork<OrthologRow>): () => number[] {
  const { tx, store, tally, each, isActive } = work;
  const taxonOf = geneTaxa(work);
  /** The taxa of the targets, by source and target. */
  const targetsBySource = new Map<number, Map<number, number>>();

  each(({ sourceGeneId, targetGeneId }, place) => {
    const taxonId = taxonOf(targetGeneId);
    const isSourceKnown = taxonOf(sourceGeneId) !== undefined;
    if (!isSourceKnown || taxonId === undefined) {
      const unknown = isSourceKnown ? targetGeneId : sourceGeneId;
      return tally.skipped(
        place,
        `Gene ${unknown} is not among the genes of this registry; load genes first.`,
        'unknown gene',
      );
    }
    const targets = targetsBySource.get(sourceGeneId) ?? new Map();
    targetsBySource.set(sourceGeneId, targets.set(targetGeneId, taxonId));
  });

  const known = store.query<[number, number]>(
    'SELECT target_gene_id, target_taxon_id FROM ortholog WHERE source_gene_id = ?',
  );
  const insert = tx.inserter('INSERT INTO ortholog VALUES (?, ?, ?)');
  const remove = tx.inserter('DELETE FROM ortholog WHERE source_gene_id = ? AND target_gene_id = ?');
  for (const [source, given] of targetsBySource) {
    mergeRecords(tally, {
      here: new Map(known.all(tx, source)),
      given,
      isSame: () => true,
      add: (target, taxonId) => insert(source, taxonId, target),
      change() {},
      gone(target, taxonId) {
        // Rows of inactive taxa were not read, so their orthologs are not removed.
        if (!isActive(taxonId)) return;
        remove(source, target);
        tally.removed(`gene ${target} of gene ${source}`);
      },
    });
  }
  // Records do not contain orthologs, but statistics count them.
  return () => [];
}
