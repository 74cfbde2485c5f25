/**
 * A file that was read as a whole, on its way into the place of the open one. Meanwhile looks go on: what they find withdrawn is
 * withdrawn in both.
 */

import { PERSON_TABLES, type PersonTable, type WriteTimes } from '../rdp-database/changes.ts';
import { PERMISSION_TABLES, type ToldToAll } from '../rdp-database/read-permissions.ts';
import { openSqliteStore } from '../store/sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { keptChecksums, type UserChecksums } from './checksums.ts';
import { loadedName } from './loaded-knowledge.ts';
import { movedTables } from './moved-tables.ts';
import type { LookedAtDatabase } from './patient-database.ts';
import { type PeopleMemory, peopleMemory } from './people-memory.ts';
import { userFollower } from './take-over-users.ts';
import { type ToldLast, withdrawals } from './withdrawals.ts';

export type NextFile = Disposable & {
  store: Store;
  memory: PeopleMemory;
  /** Withdraws what is withdrawn in the open file; not before it is known what was withdrawn until then. */
  withdraw(told: ToldToAll): Promise<void>;
  /**
   * Answers whether all is withdrawn in it that was found withdrawn, and everybody compared.
   *
   * @param times when tables were last written, as the look has read it
   * @param told what the look has read since
   */
  keepUp(times: WriteTimes, told: UserChecksums, untilMs: number): Promise<boolean>;
  toldLast: ToldLast;
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
  const memory = peopleMemory(store.read((tx) => keptChecksums(store).users(tx)));
  const withdrawn = withdrawals({ store, memory, held: NOT_HELD });
  const follower = userFollower({ database, store, memory, held: NOT_HELD, withdrawals: withdrawn });
  const untold = new Set<PersonTable>(PERSON_TABLES);
  let hasToldAll = false;
  let seen: WriteTimes | undefined;

  async function withdraw(told: ToldToAll): Promise<void> {
    withdrawn.notePresence(told);
    await withdrawn.write(told);
  }

  return {
    store,
    memory,
    toldLast: withdrawn.toldLast,
    async withdraw(told) {
      if (hasToldAll) await withdraw(told);
    },
    async keepUp(times, told, untilMs) {
      for (const table of movedTables(seen, times).ofUsers) untold.add(table);
      seen = times;
      for (const [table, checksums] of told) {
        memory.told(table, checksums);
        untold.delete(table);
      }
      // The largest takes a second. One for each look at least, so that it comes to an end.
      for (const [at, table] of [...untold].entries()) {
        if (at > 0 && performance.now() >= untilMs) return false;
        await meanwhile(follower.compare([table]));
        untold.delete(table);
      }
      if (hasToldAll) return true;
      hasToldAll = true;
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
