/** Reads a whole RDP database at one consistent moment into a file that nobody else uses meanwhile. */

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
  /** The previous data, from which is copied what the database does not have. */
  before: Store | undefined;
  /** When the reading begins; the database may change afterwards. */
  now: Date;
  onProgress: (progress: ImportProgress) => void;
};

/** Returns the values that were left out. @throws UnreadableRdpDatabase, UnusableDatabase */
export async function readGeneration({
  database,
  store,
  before,
  now,
  onProgress,
}: ReadGenerationOptions): Promise<OmittedValues> {
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
