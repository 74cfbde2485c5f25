/** An RDP database as one snapshot. */

import { SNAPSHOT_FORMAT, SNAPSHOT_VERSION, type Snapshot } from '../../../src/domain/record/snapshot.ts';
import { openRdpDatabase, type RdpRegistry } from '../../../src/registry/rdp-database/rdp-database.ts';

export type WholeRegistry = { snapshot: Snapshot; told: readonly string[]; version: RdpRegistry['version'] };

export async function readWhole(address: string): Promise<WholeRegistry> {
  await using database = openRdpDatabase(address);
  return await database.readRegistry(async (registry) => {
    const { version, taxa, organs, ontologies } = registry;
    const genes = await all(registry.genes);
    const orthologs = await all(registry.orthologs);
    const users = await all(registry.users);
    const about = {
      format: SNAPSHOT_FORMAT,
      version: SNAPSHOT_VERSION,
      comment: null,
      remoteSearchUserId: null,
    } as const;
    return {
      snapshot: { ...about, taxa, genes, orthologs, organs, ontologies, users },
      told: registry.leftOut().told,
      version,
    };
  });
}

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
}
