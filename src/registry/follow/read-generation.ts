/** Reads a whole RDP database into a file of its own, of one consistent moment, while nobody else uses that file. */

import type { LeftOut } from '../people/left-out.ts';
import { PERSON_TABLES } from '../rdp-database/changes.ts';
import type { RdpDatabase } from '../rdp-database/rdp-database.ts';
import { takeOver } from '../rdp-database/take-over.ts';
import { registryWriter } from '../snapshot/registry-writer.ts';
import type { Store } from '../store/store.ts';
import { keptChecksums } from './kept-checksums.ts';
import { keepLoadedKnowledge } from './loaded-knowledge.ts';

export type ReadProgress = { stage: string; done: number; total: number };

type ReadGenerationOptions = {
  database: RdpDatabase;
  store: Store;
  /** The data before, of which what the database does not hold is kept. */
  before: Store | undefined;
  now: Date;
  onProgress: (progress: ReadProgress) => void;
};

/** Answers what did not fit. @throws UnreadableRdpDatabase, UnusableDatabase */
export async function readGeneration({
  database,
  store,
  before,
  now,
  onProgress,
}: ReadGenerationOptions): Promise<LeftOut> {
  onProgress({ stage: 'checksums', done: 0, total: 1 });
  // Before the data: what changes in between is then noticed by the next comparison.
  const reference = await database.readReferenceChecksums();
  const users = await database.readPersonChecksums(PERSON_TABLES);
  return await database.readRegistry((registry) =>
    store.writeOverTime(async (tx) => {
      await takeOver(registry, registryWriter(tx, store, now), onProgress);
      if (before !== undefined) keepLoadedKnowledge(tx, before);
      keptChecksums(store).writeAll(tx, { source: database.label, reference, users });
      return registry.leftOut();
    }),
  );
}
