/** The people in the open file: as the file has them when it is opened, and updated since. */

import type { OmittedValues } from '../people/omitted-values.ts';
import type { SqliteStore } from '../store/sqlite-store.ts';
import { storedChecksums } from './checksums.ts';
import { isSamePlace } from './ended-following.ts';
import { type HeldBack, heldBack } from './held-back.ts';
import type { NextFile } from './next-file.ts';
import type { LookedAtDatabase } from './patient-database.ts';
import { type PeopleMemory, peopleMemory } from './people-memory.ts';
import { type UserFollower, userFollower } from './take-over-users.ts';
import { type Withdrawals, withdrawals } from './withdrawals.ts';

type KnownFile = {
  /** Whether requests are still answered from it, and not from another file that somebody has put in place. */
  isOpen(): boolean;
  /** Whether its data are those of the followed database, however old. */
  hasData: boolean;
  omitted: OmittedValues;
  held: HeldBack;
  memory: PeopleMemory;
  withdrawals: Withdrawals;
  follower: UserFollower;
};

type Options = {
  store: SqliteStore;
  database(): LookedAtDatabase;
  /** Called with the people about whom nothing may be answered. */
  withhold(userIds: ReadonlySet<number>): void;
};
/** A file that was read as a whole, and what was held back during the reading. */
type Read = Pick<NextFile, 'memory' | 'lastPermissions'> & { held: HeldBack };

/** Returns what is known about the file that is open now. */
export function knownFile({ store, database, withhold }: Options, read?: Read): KnownFile {
  const stored = storedChecksums(store);
  const files = store.file.files();
  const held = read?.held ?? heldBack(store.read((tx) => stored.held(tx)));
  const memory = read?.memory ?? peopleMemory(store.read((tx) => stored.users(tx)));
  const withdrawn = withdrawals({
    store,
    memory,
    held,
    withhold,
    ...(read && { lastPermissions: read.lastPermissions }),
  });
  return {
    isOpen: () => store.file.files() === files,
    hasData: store.read((tx) => isSamePlace(stored.source(tx), database().label)),
    omitted: store.read((tx) => stored.omitted(tx)),
    ...{ held, memory, withdrawals: withdrawn },
    follower: userFollower({ database, store, memory, held, withdrawals: withdrawn }),
  };
}
