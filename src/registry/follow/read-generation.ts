/** Reads a whole RDP database into a file of its own, of one consistent moment, while nobody else uses that file. */

import type { LeftOut } from '../people/left-out.ts';
import { PERSON_TABLES } from '../rdp-database/changes.ts';
import type { RdpDatabase, RdpRegistry } from '../rdp-database/rdp-database.ts';
import { type RegistryWriter, registryWriter } from '../snapshot/registry-writer.ts';
import type { Store } from '../store/store.ts';
import { keptChecksums } from './kept-checksums.ts';

export type ReadProgress = { stage: string; done: number; total: number };

type ReadGenerationOptions = {
  database: RdpDatabase;
  store: Store;
  now: Date;
  onProgress: (progress: ReadProgress) => void;
};

const PROGRESS_STEP = 500;

/** Answers what did not fit. @throws UnreadableRdpDatabase, UnusableDatabase */
export async function readGeneration({ database, store, now, onProgress }: ReadGenerationOptions): Promise<LeftOut> {
  onProgress({ stage: 'checksums', done: 0, total: 1 });
  // Before the data: what changes in between is then noticed by the next comparison.
  const reference = await database.readReferenceChecksums();
  const users = await database.readPersonChecksums(PERSON_TABLES);
  return await database.readRegistry((registry) =>
    store.writeOverTime(async (tx) => {
      const writer = registryWriter(tx, store, now);
      await writeReference(writer, registry, onProgress);
      await writeEach(
        { stage: 'users', rows: registry.users, total: registry.counts.users },
        writer.beginUsers(),
        onProgress,
      );
      onProgress({ stage: 'indexes', done: 0, total: 1 });
      writer.end({ comment: null, remoteSearchUserId: null });
      keptChecksums(store).writeAll(tx, { source: database.label, reference, users });
      return registry.leftOut();
    }),
  );
}

type OnProgress = ReadGenerationOptions['onProgress'];

async function writeReference(writer: RegistryWriter, registry: RdpRegistry, onProgress: OnProgress): Promise<void> {
  const { taxa, genes, orthologs, organs, ontologies, counts } = registry;
  for (const taxon of taxa) writer.taxon(taxon);
  await writeEach({ stage: 'genes', rows: genes, total: counts.genes }, writer.gene, onProgress);
  await writeEach({ stage: 'orthologs', rows: orthologs, total: counts.orthologs }, writer.ortholog, onProgress);
  for (const organ of organs) writer.organ(organ);
  for (const ontology of ontologies) writer.ontology(ontology);
}

type Rows<T> = { stage: string; rows: AsyncIterable<T>; total: number };

async function writeEach<T>({ stage, rows, total }: Rows<T>, write: (row: T) => void, onProgress: OnProgress) {
  let done = 0;
  for await (const row of rows) {
    if (done % PROGRESS_STEP === 0) onProgress({ stage, done, total });
    write(row);
    done += 1;
  }
}
