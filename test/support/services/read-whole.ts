/** An RDP database as one snapshot. */

import { SNAPSHOT_FORMAT, SNAPSHOT_VERSION, type Snapshot } from '../../../src/domain/record/snapshot.ts';
import { openRdpDatabase, type RdpRegistry } from '../../../src/registry/rdp-database/rdp-database.ts';

export type WholeRegistry = {
  snapshot: Snapshot;
  sentences: readonly string[];
  count: number;
  version: RdpRegistry['version'];
};

export async function readWhole(address: string): Promise<WholeRegistry> {
  await using database = openRdpDatabase(address);
  return await database.readRegistry(async (registry) => {
    const { version, taxa, organs, ontologies } = registry;
    const genes = await listOf(registry.genes);
    const orthologs = await listOf(registry.orthologs);
    const users = await listOf(registry.users);
    const about = {
      format: SNAPSHOT_FORMAT,
      version: SNAPSHOT_VERSION,
      comment: null,
      remoteSearchUserId: null,
      highestUserId: null,
    } as const;
    return {
      snapshot: { ...about, taxa, genes, orthologs, organs, ontologies, annotations: [], diseases: null, users },
      ...registry.omitted(),
      version,
    };
  });
}

/** Everything that comes, as a list. */
export async function listOf<T>(values: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
}
