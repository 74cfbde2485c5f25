/** Loads the annotations of genes with GO terms from `gene2go` of NCBI (rdp-protocol 9.3). */

import type { LoadTally } from '../../domain/reference-files/load-report.ts';
import { type AnnotationRow, gene2goParser } from '../../domain/reference-files/tables.ts';
import { GO_ONTOLOGY } from '../reference/gene-ontology.ts';
import { geneTaxa, type LoadWork, usersWithGoTerms } from './load-work.ts';
import type { TaxonTable, TaxonWork } from './taxon-table.ts';

const MAKE_GIVEN = `
CREATE TEMP TABLE given_annotation (
  gene_id INTEGER NOT NULL,
  go_id   TEXT NOT NULL,
  PRIMARY KEY (gene_id, go_id)
) WITHOUT ROWID
`;
const ADD = `
INSERT INTO gene_annotation
SELECT gene_id, go_id FROM given_annotation AS given
WHERE NOT EXISTS (SELECT 1 FROM gene_annotation AS known WHERE known.gene_id = given.gene_id AND known.go_id = given.go_id)
`;
const VANISHED = `
SELECT gene_id, go_id FROM gene_annotation AS known JOIN gene ON gene.id = gene_id
WHERE taxon_id IN (SELECT value FROM json_each(?))
AND NOT EXISTS (SELECT 1 FROM given_annotation AS given WHERE given.gene_id = known.gene_id AND given.go_id = known.go_id)
`;
const UNKNOWN_TERMS = `
SELECT count(DISTINCT go_id), min(go_id) FROM given_annotation
WHERE go_id NOT IN (
  SELECT term_id FROM term WHERE ontology_id = ?
  UNION SELECT value FROM term JOIN json_each(alt_term_ids) WHERE ontology_id = ?
)
`;

/**
 * Files replace the annotations of their taxa; then it is counted again how many genes are annotated with the GO terms of
 * researchers (rdp-protocol 1.6).
 */
export const ANNOTATIONS: TaxonTable<AnnotationRow> = {
  records: 'annotations',
  parser: gene2goParser,
  taxaOf: ({ taxonId }) => [taxonId],
  seeds: false,
  write: writeAnnotations,
};

function writeAnnotations(work: TaxonWork<AnnotationRow>): () => number[] {
  const { tx, store, tally, each } = work;
  const taxonOf = geneTaxa(work);
  const seenTaxa = new Set<number>();
  tx.run(MAKE_GIVEN);
  const give = tx.inserter('INSERT OR IGNORE INTO given_annotation VALUES (?, ?)');

  each(({ taxonId, geneId, goId }, place) => {
    if (taxonOf(geneId) === undefined) {
      return tally.skipped(
        place,
        `Gene ${geneId} is not among the genes of this registry; load genes first.`,
        'unknown gene',
      );
    }
    seenTaxa.add(taxonId);
    give(geneId, goId);
  });

  const [given = 0] = store.query<[number]>('SELECT count(*) FROM given_annotation').first(tx) ?? [];
  const remove = tx.inserter('DELETE FROM gene_annotation WHERE gene_id = ? AND go_id = ?');
  for (const [geneId, goId] of store.query<[number, string]>(VANISHED).all(tx, JSON.stringify([...seenTaxa]))) {
    remove(geneId, goId);
    tally.removed(`${goId} of gene ${geneId}`);
  }
  const { changes } = tx.run(ADD);
  tally.added(changes);
  tally.unchanged(given - changes);
  reportUnknownTerms(work, tally);
  tx.run('DROP TABLE given_annotation');
  return () => usersWithGoTerms(work);
}

function reportUnknownTerms({ tx, store }: LoadWork, tally: LoadTally): void {
  const [ontology] =
    store.query<[number]>('SELECT id FROM ontology WHERE name_folded = ?').first(tx, GO_ONTOLOGY) ?? [];
  if (ontology === undefined) {
    tally.note('The GO is not loaded, so annotations do not count yet: load ontology go.obo.');
    return;
  }
  const [count, example] = store.query<[number, string]>(UNKNOWN_TERMS).first(tx, ontology, ontology) ?? [0, ''];
  if (count > 0)
    tally.note(`The GO that is loaded here lacks ${count} of the terms, such as ${example}; these do not count.`);
}
