/** Which tables of a followed database are held back, as many people are missing in them: it may be being loaded anew. */

import { hasLostMostPeople, MISSING_SHOWN_MS, mayBeLoadedAnew } from '../../domain/people/missing-people.ts';
import { PERSON_TABLES, type PersonTable } from '../rdp-database/changes.ts';
import type { StoredHold } from './checksums.ts';
import type { PeopleMemory } from './people-memory.ts';

/** People whom the database lacks, together with most others, and who are still here. */
export type MissingPeople = { missing: number; before: number; since: Date; shownForMs: number };

/** When an operator last said that missing people have left; undefined where that could not be looked up now. */
export type Confirmation = { at: Date | undefined } | undefined;

export type HeldBack = {
  /** Looks at the tables as they were read last. Answers whether there is something else to keep than the last time. */
  update(memory: PeopleMemory, confirmation: Confirmation): boolean;
  isHeld(table: PersonTable): boolean;
  /** Those who are missing in a table, and are believed to have left it. */
  believed(table: PersonTable): ReadonlySet<number>;
  /** Those who are missing in a table that is held back: their records stay as they are. */
  people(): ReadonlySet<number>;
  /** Before the first look behind a restart those of before it: nobody knows yet that they are back. */
  missingPeople(): MissingPeople | undefined;
  /** What is held back, to be kept over a restart. */
  toKeep(): readonly StoredHold[];
};

/** A token that is not there is one that was taken back, and no sign of anything else. */
export const HELD_TABLES: readonly PersonTable[] = PERSON_TABLES.filter((table) => table !== 'access_token');

/** What is missing of whoever is missing in the table. */
export function missingIn(table: PersonTable): 'people' | 'rows' {
  return table === 'user' ? 'people' : 'rows';
}

/** Where most are not missing, or not any more, the others have left once their number has been the same for so long. */
const SETTLED_MS = 2_500;

type Hold = {
  sinceMs: number;
  missing: ReadonlySet<number>;
  before: number;
  /** When the number of the missing was another one. */
  movedAtMs: number;
  /**
   * What an operator had said when it began, which counts for it in no way, whatever the clocks of the two machines say;
   * undefined as long as that is not looked up. A hold from before a restart compares times.
   */
  confirmedBefore: { at: Date | undefined } | 'restart' | undefined;
};

type HoldBefore = Pick<Hold, 'sinceMs' | 'before'> & { missing: Pick<Hold['missing'], 'size'> };

/** @param stored what `toKeep` answered before the program was started anew; a time that is not over yet is long past */
export function heldBack(stored: readonly StoredHold[]): HeldBack {
  const storedHolds = new Map(stored.map((hold) => [hold[0], toHoldBefore(hold)]));
  const holds = new Map<PersonTable, Hold>();
  const believed = new Map<PersonTable, ReadonlySet<number>>();
  const believedOf = (table: PersonTable): ReadonlySet<number> => believed.get(table) ?? new Set();

  /** What was held before a restart goes on being held, however few are missing by now. */
  function begin(table: PersonTable, before: number, missing: readonly number[], confirmation: Confirmation): void {
    const holdBefore = storedHolds.get(table);
    storedHolds.delete(table);
    const movedAtMs = performance.now();
    const seen = { missing: new Set(missing), movedAtMs };
    if (holdBefore !== undefined) holds.set(table, { ...holdBefore, ...seen, confirmedBefore: 'restart' });
    else if (mayBeLoadedAnew(before, missing.length, missingIn(table))) {
      holds.set(table, { ...seen, sinceMs: movedAtMs, before, confirmedBefore: confirmation });
    }
  }

  /** People are missed for as long as nobody says that they have left; what else is gone of them is believed in the end. */
  function isBelievedNow(table: PersonTable, hold: Hold, confirmation: Confirmation): boolean {
    const nowMs = performance.now();
    const isOver = table !== 'user' && nowMs - hold.sinceMs >= MISSING_SHOWN_MS;
    const isSettled = !hasLostMostPeople(hold.before, hold.missing.size) && nowMs - hold.movedAtMs >= SETTLED_MS;
    return isOver || isSettled || isConfirmed(hold, confirmation);
  }

  /** Who has left stays so until they are taken out; who is missing beside them is another loss. */
  function updateTable(table: PersonTable, memory: PeopleMemory, confirmation: Confirmation): void {
    const all = memory.missing(table);
    const gone = new Set(all.filter((id) => believedOf(table).has(id)));
    believed.set(table, gone);
    const missing = all.filter((id) => !gone.has(id));
    const hold = holds.get(table);
    if (missing.length === 0) {
      holds.delete(table);
      storedHolds.delete(table);
      return;
    }
    if (hold === undefined) {
      begin(table, memory.takenOver(table).size - gone.size, missing, confirmation);
      return;
    }
    if (missing.length !== hold.missing.size) hold.movedAtMs = performance.now();
    hold.missing = new Set(missing);
    if (isBelievedNow(table, hold, confirmation)) {
      believed.set(table, new Set(all));
      holds.delete(table);
    } else hold.confirmedBefore ??= confirmation;
  }

  function tablesToKeep(): string {
    return [...new Set([...holds.keys(), ...storedHolds.keys()])].sort().join();
  }

  return {
    update(memory, confirmation) {
      const before = tablesToKeep();
      for (const table of HELD_TABLES) updateTable(table, memory, confirmation);
      return before !== tablesToKeep();
    },
    isHeld: (table) => holds.has(table),
    believed: believedOf,
    people: () => new Set([...holds.values()].flatMap(({ missing }) => [...missing])),
    missingPeople() {
      const hold = holds.get('user') ?? storedHolds.get('user');
      if (hold === undefined) return undefined;
      const shownForMs = performance.now() - hold.sinceMs;
      return { missing: hold.missing.size, before: hold.before, since: dateOf(hold), shownForMs };
    },
    toKeep: () =>
      [...holds].map(([table, hold]) => [table, dateOf(hold).toISOString(), hold.missing.size, hold.before] as const),
  };
}

function isConfirmed(hold: Hold, confirmation: Confirmation): boolean {
  const { confirmedBefore } = hold;
  if (confirmation?.at === undefined || confirmedBefore === undefined) return false;
  if (confirmedBefore === 'restart') return confirmation.at >= dateOf(hold);
  return confirmation.at.getTime() !== confirmedBefore.at?.getTime();
}

function toHoldBefore([, since, missing, before]: StoredHold): HoldBefore {
  return { sinceMs: performance.now() - ageOf(since), missing: { size: missing }, before };
}

function dateOf({ sinceMs }: Pick<Hold, 'sinceMs'>): Date {
  return new Date(Date.now() - (performance.now() - sinceMs));
}

function ageOf(since: string): number {
  const ageMs = Date.now() - Date.parse(since);
  return ageMs >= 0 ? ageMs : MISSING_SHOWN_MS;
}
