/**
 * What is known of the people in the file that is answered from: as the file has it when it is opened, and kept up
 * since.
 */

import type { OmittedValues } from '../people/omitted-values.ts';
import type { SqliteStore } from '../store/sqlite-store.ts';
import { storedChecksums } from './checksums.ts';
import { type HeldBack, heldBack } from './held-back.ts';
import type { NextFile } from './next-file.ts';
import type { LookedAtDatabase } from './patient-database.ts';
import { type PeopleMemory, peopleMemory } from './people-memory.ts';
import { type UserFollower, userFollower } from './take-over-users.ts';
import { type Withdrawals, withdrawals } from './withdrawals.ts';

type KnownFile = {
  /** Whether answers still come from it, and not from another one that somebody has put in its place. */
  isOpen(): boolean;
  /** Whether its data are those of the followed database, as they were at some time. */
  hasData: boolean;
  omitted: OmittedValues;
  held: HeldBack;
  memory: PeopleMemory;
  withdrawals: Withdrawals;
  follower: UserFollower;
};

type Options = { store: SqliteStore; database(): LookedAtDatabase };
/** Of a file that was read as a whole, and what was held back while it was. */
type Read = Pick<NextFile, 'memory' | 'lastPermissions'> & { held: HeldBack };

/** Of the file that is open now. */
export function knownFile({ store, database }: Options, read?: Read): KnownFile {
  const stored = storedChecksums(store);
  const files = store.file.files();
  const held = read?.held ?? heldBack(store.read((tx) => stored.held(tx)));
  const memory = read?.memory ?? peopleMemory(store.read((tx) => stored.users(tx)));
  const withdrawn = withdrawals({ store, memory, held, ...(read && { lastPermissions: read.lastPermissions }) });
  return {
    isOpen: () => store.file.files() === files,
    hasData: store.read((tx) => isSamePlace(stored.source(tx), database().label)),
    omitted: store.read((tx) => stored.omitted(tx)),
    ...{ held, memory, withdrawals: withdrawn },
    follower: userFollower({ database, store, memory, held, withdrawals: withdrawn }),
  };
}

/** Server and schema; the account may be another one. */
function isSamePlace(one: string | null, other: string): boolean {
  const place = (label: string) => label.slice(label.indexOf('@') + 1);
  return one !== null && place(one) === place(other);
}
