/** Reads a whole RDP database into a file of its own, of one consistent moment, while nobody else uses that file. */

import type { SnapshotUser } from '../../domain/record/snapshot.ts';
import { registryWriter } from '../load/registry-writer.ts';
import type { ImportProgress } from '../load/snapshot-import.ts';
import type { OmittedValues } from '../people/omitted-values.ts';
import type { RdpDatabase, RdpRegistry } from '../rdp-database/rdp-database.ts';
import { takeOver } from '../rdp-database/take-over.ts';
import { givenIds } from '../store/given-ids.ts';
import type { Store } from '../store/store.ts';
import { storedChecksums } from './checksums.ts';
import { asFollowed } from './followed-person.ts';
import { keepLoadedKnowledge } from './loaded-knowledge.ts';

type ReadGenerationOptions = {
  database: RdpDatabase;
  store: Store;
  /** The data before, of which what the database does not hold is kept. */
  before: Store | undefined;
  /** When it begins: from then on the database may be another one. */
  now: Date;
  onProgress: (progress: ImportProgress) => void;
};

/** Answers what did not fit. @throws UnreadableRdpDatabase, UnusableDatabase */
export async function readGeneration({
  database,
  store,
  before,
  now,
  onProgress,
}: ReadGenerationOptions): Promise<OmittedValues> {
  onProgress({ stage: 'checksums', done: 0, total: 1 });
  // Before the data: what changes in between is then noticed by the next comparison.
  const reference = await database.readReferenceChecksums();
  return await database.readRegistry((registry) =>
    store.writeOverTime(async (tx) => {
      // Of the same moment as the data: what is the same later is what was read.
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
