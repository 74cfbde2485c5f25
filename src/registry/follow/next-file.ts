/** A newly read file that is about to replace the open one. Until then, each withdrawal is written to both files. */

import { PERSON_TABLES, type PersonTable, type WriteTimes } from '../rdp-database/changes.ts';
import { PERMISSION_TABLES, type PermissionsOfAll } from '../rdp-database/read-permissions.ts';
import { openSqliteStore } from '../store/sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { storedChecksums, type UserChecksums } from './checksums.ts';
import { loadedName } from './loaded-knowledge.ts';
import { movedTables } from './moved-tables.ts';
import type { LookedAtDatabase } from './patient-database.ts';
import { type PeopleMemory, peopleMemory } from './people-memory.ts';
import { userFollower } from './take-over-users.ts';
import { type LastPermissions, withdrawals } from './withdrawals.ts';

export type NextFile = Disposable & {
  store: Store;
  memory: PeopleMemory;
  /** Writes withdrawals; does nothing until {@link keepUp} has written those of before. */
  withdraw(permissions: PermissionsOfAll): Promise<void>;
  /**
   * Returns whether all withdrawals found so far are written to it and all people are compared.
   *
   * @param times when tables were last written, as this look has read them
   * @param read the checksums that this look has read since
   */
  keepUp(times: WriteTimes, read: UserChecksums, untilMs: number): Promise<boolean>;
  lastPermissions: LastPermissions;
  /** Takes over the records of these people, or of all outstanding people if there are at most `most`. */
  takeOver(lacking: readonly number[], most: number): Promise<void>;
  /** Returns the name of what was loaded into it. */
  loaded(): string | null;
};

type Options = {
  file: string;
  /** Returns the database that is open at the moment. */
  database(): LookedAtDatabase;
  /** Waits for a read, and meanwhile goes on writing withdrawals. */
  meanwhile<T>(work: Promise<T>): Promise<T>;
};

/** No people are held back here: while any are, the file is not used. */
const NOT_HELD = { isHeld: () => false, people: () => new Set<number>() };

/** Opens the file. @throws UnusableDatabase */
export function openNextFile({ file, database, meanwhile }: Options): NextFile {
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
      for (const table of movedTables(seen, times).ofUsers) unread.add(table);
      seen = times;
      for (const [table, checksums] of read) {
        memory.note(table, checksums);
        unread.delete(table);
      }
      // The largest table takes a second. Each look compares at least one, so that the work comes to an end.
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
    loaded: () => store.read((tx) => loadedName(tx, store)),
    [Symbol.dispose]: store[Symbol.dispose],
  };
}
