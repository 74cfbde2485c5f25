/** Reference data that were loaded into the copy of a followed database, which lacks them: a reading of the whole preserves them. */

import { DISEASES_SOURCE, diseasesSource } from '../reference/diseases.ts';
import { GENE_KNOWLEDGE_TABLES } from '../store/gene-knowledge.ts';
import { LOADED_NAME, writeMeta } from '../store/meta.ts';
import { writeNameWords } from '../store/name-words.ts';
import type { ReadTransaction, Row, Store, WriteTransaction } from '../store/store.ts';

const KEEP_GENES_OF_PHENOTYPES = `
UPDATE phenotype_genes SET gene_ids = (
  SELECT json_group_array(value) FROM (
    SELECT value FROM json_each(gene_ids) WHERE value IN (SELECT id FROM gene) ORDER BY key
  )
)
`;

/** Tables whose rows do not belong to a single gene. */
const NOT_BY_GENE: ReadonlySet<string> = new Set(['disease', 'disease_name', 'phenotype_genes']);

/** Returns the name of the last load; null if nothing was loaded. */
export function loadedName(tx: ReadTransaction, store: Store): string | null {
  return store.query<[string | null]>('SELECT value FROM meta WHERE key = ?').first(tx, LOADED_NAME)?.[0] ?? null;
}

/** Copies identifiers and diseases of existing genes from the previous store as it is now; it may be repeated. */
export function keepLoadedKnowledge(tx: WriteTransaction, before: Store): void {
  for (const table of GENE_KNOWLEDGE_TABLES) tx.run(`DELETE FROM ${table}`);
  before.read((txBefore) => {
    for (const table of GENE_KNOWLEDGE_TABLES) copyRows({ tx, txBefore, before, table });
    writeMeta(tx, LOADED_NAME, loadedName(txBefore, before));
    const source = diseasesSource(txBefore, before);
    writeMeta(tx, DISEASES_SOURCE, source === null ? null : JSON.stringify(source));
  });
  for (const table of GENE_KNOWLEDGE_TABLES) {
    if (!NOT_BY_GENE.has(table)) tx.run(`DELETE FROM ${table} WHERE gene_id NOT IN (SELECT id FROM gene)`);
  }
  tx.run(KEEP_GENES_OF_PHENOTYPES);
  tx.run('DELETE FROM disease WHERE name IS NULL AND id NOT IN (SELECT disease_id FROM gene_disease)');
  tx.run('DELETE FROM disease_name WHERE disease_id NOT IN (SELECT id FROM disease)');
  for (const kind of ['gene', 'disease'] as const) writeNameWords(tx, kind);
}

type Copy = { tx: WriteTransaction; txBefore: ReadTransaction; before: Store; table: string };

function copyRows({ tx, txBefore, before, table }: Copy): void {
  const rows = before.query<Row>(`SELECT * FROM ${table}`);
  const first = rows.first(txBefore);
  if (first === undefined) return;
  const insert = tx.inserter(`INSERT INTO ${table} VALUES (${Array(first.length).fill('?').join()})`);
  for (const row of rows.each(txBefore)) insert(...row);
}
