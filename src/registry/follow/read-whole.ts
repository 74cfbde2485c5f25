/** Reads a whole RDP database at one consistent moment into a file that nobody else uses meanwhile. */

import type { SnapshotUser } from '../../domain/record/snapshot.ts';
import { registryWriter } from '../import/registry-writer.ts';
import type { ImportProgress } from '../import/snapshot-import.ts';
import type { OmittedValues } from '../people/omitted-values.ts';
import type { RdpDatabase, RdpRegistry } from '../rdp-database/rdp-database.ts';
import { takeOver } from '../rdp-database/take-over.ts';
import { DISEASES_SOURCE, diseasesSource } from '../reference/diseases.ts';
import { GENE_KNOWLEDGE_TABLES } from '../store/gene-knowledge.ts';
import { givenIds } from '../store/given-ids.ts';
import { LOADED_NAME, meta, writeMeta } from '../store/meta.ts';
import type { ReadTransaction, Row, Store, WriteTransaction } from '../store/store.ts';
import { writeNameWords } from '../store/text-indexes.ts';
import { storedChecksums } from './checksums.ts';
import { asFollowed } from './database.ts';

type ReadWholeOptions = {
  database: RdpDatabase;
  store: Store;
  /** The previous data, from which is copied what the database does not have. */
  before: Store | undefined;
  /** When the reading begins; the database may change afterwards. */
  now: Date;
  onProgress: (progress: ImportProgress) => void;
};

/** Returns the values that were left out. @throws UnreadableRdpDatabase, UnusableDatabase */
export async function readWhole({
  database,
  store,
  before,
  now,
  onProgress,
}: ReadWholeOptions): Promise<OmittedValues> {
  onProgress({ stage: 'checksums', done: 0, total: 1 });
  // The checksums are read before the data, so that the next comparison notices changes in between.
  const reference = await database.readReferenceChecksums();
  return await database.readRegistry((registry) =>
    store.writeOverTime(async (tx) => {
      // The checksums are of the same moment as the data, so equal checksums later mean unchanged data.
      const users = await registry.readPersonChecksums();
      await takeOver({ ...registry, users: usersOf(registry) }, registryWriter(tx, store, now), onProgress);
      if (before !== undefined) {
        keepLoadedKnowledge(tx, before);
        givenIds(store).raiseTo(tx, before.read(givenIds(before).highest));
      }
      const omitted = registry.omitted();
      storedChecksums(store).writeAll(tx, { source: database.label, comparedAt: now, reference, users, omitted });
      return omitted;
    }),
  );
}

async function* usersOf({ version, users }: RdpRegistry): AsyncGenerator<SnapshotUser> {
  for await (const user of users) yield asFollowed(user, version);
}

// Reference data that were loaded into the copy, because the database lacks them: a reading of the whole preserves them.

const KEEP_GENES_OF_PHENOTYPES = `
UPDATE phenotype_genes SET gene_ids = (
  SELECT json_group_array(value) FROM (
    SELECT value FROM json_each(gene_ids) WHERE value IN (SELECT id FROM gene) ORDER BY key
  )
)
`;

/** Tables whose rows do not belong to a single gene. */
const NOT_BY_GENE: ReadonlySet<string> = new Set(['disease', 'disease_name', 'phenotype_genes']);

/** Copies identifiers and diseases of existing genes from the present previous store. It may be repeated. */
export function keepLoadedKnowledge(tx: WriteTransaction, before: Store): void {
  for (const table of GENE_KNOWLEDGE_TABLES) tx.run(`DELETE FROM ${table}`);
  before.read((txBefore) => {
    for (const table of GENE_KNOWLEDGE_TABLES) copyRows({ tx, txBefore, before, table });
    writeMeta(tx, LOADED_NAME, meta(before).loadedName(txBefore));
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
