/** Registries made to measure: as many researchers as are wanted, with texts as long as are wanted. */

import type { Snapshot, SnapshotUser } from '../../../src/domain/record/snapshot.ts';
import { aUser, smallSnapshot } from './small-snapshot.ts';

type Measures = { users: number; descriptionCharacters: number };

/** All of them public and called `Researcher`; the description begins with the number of the researcher. */
export function madeUpSnapshot({ users, descriptionCharacters }: Measures): Snapshot {
  return smallSnapshot({
    ...{ genes: [], orthologs: [], organs: [], ontologies: [] },
    users: Array.from({ length: users }, (_, index) => madeUpUser(index + 1, descriptionCharacters)),
  });
}

/** The text is long, and no two of them are equal. */
function madeUpUser(id: number, descriptionCharacters: number): SnapshotUser {
  return aUser(id, {
    email: `researcher-${id}@example.org`,
    shared: true,
    name: 'Ada',
    lastName: 'Researcher',
    description: `${id} ${'häufig '.repeat(descriptionCharacters / 7)}`,
  });
}
