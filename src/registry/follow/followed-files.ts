/** The two files of a follower: the open one, which the registry answers from, and the staged one, which will replace it. */

import type { OmittedValues } from '../people/omitted-values.ts';
import { PERSON_TABLES, type PersonTable, type WriteTimes } from '../rdp-database/changes.ts';
import { PERMISSION_TABLES, type PermissionsOfAll } from '../rdp-database/read-permissions.ts';
import { meta } from '../store/meta.ts';
import { openSqliteStore, type SqliteStore } from '../store/sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { changedTables } from './changed-tables.ts';
import { isSamePlace, type PeopleMemory, peopleMemory, storedChecksums, type UserChecksums } from './checksums.ts';
import type { PolledDatabase } from './database.ts';
import { type HeldBack, heldBack } from './held.ts';
import { type UserFollower, userFollower } from './take-over-users.ts';
import { type LastPermissions, type Withdrawals, withdrawals } from './withdrawals.ts';

/** The people in the open file: as the file has them when it is opened, and updated since. */
export type CurrentFile = {
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

type CurrentOptions = {
  store: SqliteStore;
  /** Returns the database that is open at the moment. */
  database(): PolledDatabase;
  /** Called with the people about whom nothing may be answered. */
  withhold(userIds: ReadonlySet<number>): void;
};
/** The staged file that has just replaced the open one, and what was held back meanwhile. */
type Swapped = Pick<StagedFile, 'memory' | 'lastPermissions'> & { held: HeldBack };

/** Returns what is known about the file that is open now. */
export function currentFile({ store, database, withhold }: CurrentOptions, swapped?: Swapped): CurrentFile {
  const stored = storedChecksums(store);
  const files = store.file.files();
  const held = swapped?.held ?? heldBack(store.read((tx) => stored.held(tx)));
  const memory = swapped?.memory ?? peopleMemory(store.read((tx) => stored.users(tx)));
  const withdrawn = withdrawals({
    ...{ store, memory, held, withhold },
    ...(swapped && { lastPermissions: swapped.lastPermissions }),
  });
  return {
    isOpen: () => store.file.files() === files,
    hasData: store.read((tx) => isSamePlace(stored.source(tx), database().label)),
    omitted: store.read((tx) => stored.omitted(tx)),
    ...{ held, memory, withdrawals: withdrawn },
    follower: userFollower({ database, store, memory, held, withdrawals: withdrawn }),
  };
}

/** A newly read file. Until it replaces the open one, each withdrawal is written to both files. */
export type StagedFile = Disposable & {
  store: Store;
  memory: PeopleMemory;
  /** Writes withdrawals; does nothing until {@link keepUp} has written those of before. */
  withdraw(permissions: PermissionsOfAll): Promise<void>;
  /**
   * Returns whether it has all withdrawals found so far, and all its people are compared.
   *
   * @param times when tables were last written, as read by this poll
   * @param read the checksums that this poll has read since
   */
  keepUp(times: WriteTimes, read: UserChecksums, untilMs: number): Promise<boolean>;
  lastPermissions: LastPermissions;
  /** Takes over the records of these people, or of all outstanding people if there are at most `most`. */
  takeOver(lacking: readonly number[], most: number): Promise<void>;
  /** Returns the name of the data that were loaded into it. */
  loaded(): string | null;
};

type StagedOptions = {
  file: string;
  /** Returns the database that is open at the moment. */
  database(): PolledDatabase;
  /** Waits for a read, and meanwhile goes on writing withdrawals. */
  meanwhile<T>(work: Promise<T>): Promise<T>;
};

/** No people are held back here: while any are, the file is not used. */
const NOT_HELD = { isHeld: () => false, people: () => new Set<number>() };

/** Opens the file. @throws UnusableDatabase */
export function openStagedFile({ file, database, meanwhile }: StagedOptions): StagedFile {
  const store = openSqliteStore(file, { makesFile: false });
  const memory = peopleMemory(store.read((tx) => storedChecksums(store).users(tx)));
  // Nothing is answered from this file, so nobody has to be withheld.
  const withdrawn = withdrawals({ store, memory, held: NOT_HELD, withhold() {} });
  const follower = userFollower({ database, store, memory, held: NOT_HELD, withdrawals: withdrawn });
  const unread = new Set<PersonTable>(PERSON_TABLES);
  let isComplete = false;
  let seen: WriteTimes | undefined;

  async function withdraw(permissions: PermissionsOfAll): Promise<void> {
    withdrawn.notePresence(permissions);
    await withdrawn.write(permissions);
  }

  return {
    store,
    memory,
    lastPermissions: withdrawn.lastPermissions,
    async withdraw(permissions) {
      if (isComplete) await withdraw(permissions);
    },
    async keepUp(times, read, untilMs) {
      for (const table of changedTables(seen, times).ofUsers) unread.add(table);
      seen = times;
      for (const [table, checksums] of read) {
        memory.note(table, checksums);
        unread.delete(table);
      }
      // The largest table takes a second. Each poll compares at least one, so that the work comes to an end.
      for (const [at, table] of [...unread].entries()) {
        if (at > 0 && performance.now() >= untilMs) return false;
        await meanwhile(follower.compare([table]));
        unread.delete(table);
      }
      if (isComplete) return true;
      isComplete = true;
      await withdraw(await database().readPermissions(PERMISSION_TABLES));
      return true;
    },
    async takeOver(lacking, most) {
      const behind = follower.outstanding();
      await follower.takeOver(behind.length > most ? lacking : behind, Infinity);
    },
    loaded: () => store.read((tx) => meta(store).loadedName(tx)),
    [Symbol.dispose]: store[Symbol.dispose],
  };
}
