/**
 * A file that was read as a whole, on its way into the place of the open one. Meanwhile looks go on: what they find withdrawn is
 * withdrawn in both.
 */

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
  /** Withdraws what is withdrawn in the open file; not before it is known what was withdrawn until then. */
  withdraw(permissions: PermissionsOfAll): Promise<void>;
  /**
   * Answers whether all is withdrawn in it that was found withdrawn, and everybody compared.
   *
   * @param times when tables were last written, as the look has read it
   * @param read what the look has read since
   */
  keepUp(times: WriteTimes, read: UserChecksums, untilMs: number): Promise<boolean>;
  lastPermissions: LastPermissions;
  /** Takes the records of these people over, or of all who are outstanding where these are few. */
  takeOver(lacking: readonly number[], most: number): Promise<void>;
  /** Names what was loaded into it. */
  loaded(): string | null;
};

type Options = {
  file: string;
  /** The one that is open at the moment. */
  database(): LookedAtDatabase;
  /** Waits for what is read, and goes on withdrawing meanwhile. */
  meanwhile<T>(work: Promise<T>): Promise<T>;
};

/** Where people are held back, the file is not taken. */
const NOT_HELD = { isHeld: () => false, people: () => new Set<number>() };

/** @throws UnusableDatabase */
export function openNextFile({ file, database, meanwhile }: Options): NextFile {
  const store = openSqliteStore(file, { makesFile: false });
  const memory = peopleMemory(store.read((tx) => storedChecksums(store).users(tx)));
  const withdrawn = withdrawals({ store, memory, held: NOT_HELD });
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
      // The largest takes a second. One for each look at least, so that it comes to an end.
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
