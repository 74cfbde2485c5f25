/** Copies a whole registry from an RDP database record by record, so that it is never in memory as a whole. */

import type { RegistryWriter } from '../import/registry-writer.ts';
import type { OnProgress } from '../import/snapshot-import.ts';
import type { RdpRegistry } from './rdp-database.ts';

const PROGRESS_STEP = 500;

/** Writes every record, in the order that the writer needs, and ends it. Values left out are in `registry.omitted`. */
export async function takeOver(registry: RdpRegistry, writer: RegistryWriter, onProgress: OnProgress): Promise<void> {
  const { counts, highestUserId, taxa, genes, orthologs, organs, ontologies, users } = registry;
  for (const taxon of taxa) writer.taxon(taxon);
  await each({ stage: 'genes', total: counts.genes, records: genes, write: writer.gene, onProgress });
  await each({ stage: 'orthologs', total: counts.orthologs, records: orthologs, write: writer.ortholog, onProgress });
  for (const organ of organs) writer.organ(organ);
  for (const ontology of ontologies) writer.ontology(ontology);
  await each({ stage: 'users', total: counts.users, records: users, write: writer.beginUsers(), onProgress });
  onProgress({ stage: 'indexes', done: 0, total: 1 });
  writer.end({ comment: null, remoteSearchUserId: null, highestUserId });
  onProgress({ stage: 'indexes', done: 1, total: 1 });
}

type Each<T> = {
  stage: string;
  total: number;
  records: AsyncIterable<T>;
  write: (record: T) => void;
  onProgress: OnProgress;
};

async function each<T>({ stage, total, records, write, onProgress }: Each<T>): Promise<void> {
  let done = 0;
  for await (const record of records) {
    if (done % PROGRESS_STEP === 0) onProgress({ stage, done, total });
    write(record);
    done += 1;
  }
  onProgress({ stage, done, total: done });
}
