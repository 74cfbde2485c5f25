/** Holds tables of a followed database back if many people are missing in them, because the database may be being loaded again. */

import { setTimeout as pause } from 'node:timers/promises';
import { hasLostMostPeople, MISSING_SHOWN_MS, mayBeReloading } from '../../domain/people/missing-people.ts';
import { PERSON_TABLES, type PersonTable } from '../rdp-database/changes.ts';
import type { PeopleMemory, StoredHold } from './checksums.ts';

/** People who are missing in the database together with most others, and whose records are still here. */
export type MissingPeople = { missing: number; before: number; since: Date; shownForMs: number };

/** When an operator last confirmed that missing people have left; undefined if that could not be looked up now. */
type Confirmation = { at: Date | undefined } | undefined;

export type HeldBack = {
  /** Updates the holds by the tables as last read. Returns whether `toKeep` differs from before. */
  update(memory: PeopleMemory, confirmation: Confirmation): boolean;
  isHeld(table: PersonTable): boolean;
  /** Returns the people who are missing in a table and are believed to have left. */
  believed(table: PersonTable): ReadonlySet<number>;
  /** Returns the people who are missing in a table that is held back; their records stay unchanged. */
  people(): ReadonlySet<number>;
  /** Before the first look after a restart, returns the people of before it, because they may still be missing. */
  missingPeople(): MissingPeople | undefined;
  /** Returns the holds, to be stored for the next start. */
  toKeep(): readonly StoredHold[];
};

/** Tables that can be held back. A missing access token was revoked, and says nothing about other data. */
export const HELD_TABLES: readonly PersonTable[] = PERSON_TABLES.filter((table) => table !== 'access_token');

/** What is missing if a table lacks an id: the person, or only rows of the person. */
export function missingIn(table: PersonTable): 'people' | 'rows' {
  return table === 'user' ? 'people' : 'rows';
}

/** If most people are present, the missing ones have left once their number has not changed for this time. */
const SETTLED_MS = 2_500;

type Hold = {
  sinceMs: number;
  missing: ReadonlySet<number>;
  before: number;
  /** When the number of missing people last changed. */
  movedAtMs: number;
  /**
   * What an operator had confirmed before the hold began; undefined until it was read. It does not count for this hold,
   * whatever the clocks of the two machines say. A hold from before a restart compares times instead.
   */
  confirmedBefore: { at: Date | undefined } | 'restart' | undefined;
};

type HoldBefore = Pick<Hold, 'sinceMs' | 'before'> & { missing: Pick<Hold['missing'], 'size'> };

/** @param stored what `toKeep` returned before the restart; a time in the future counts as long past */
export function heldBack(stored: readonly StoredHold[]): HeldBack {
  const storedHolds = new Map(stored.map((hold) => [hold[0], toHoldBefore(hold)]));
  const holds = new Map<PersonTable, Hold>();
  const believed = new Map<PersonTable, ReadonlySet<number>>();
  const believedOf = (table: PersonTable): ReadonlySet<number> => believed.get(table) ?? new Set();

  /** Begins a hold. A hold from before a restart continues, even if only few people are missing now. */
  function begin(table: PersonTable, before: number, missing: readonly number[], confirmation: Confirmation): void {
    const holdBefore = storedHolds.get(table);
    storedHolds.delete(table);
    const movedAtMs = performance.now();
    const seen = { missing: new Set(missing), movedAtMs };
    if (holdBefore !== undefined) holds.set(table, { ...holdBefore, ...seen, confirmedBefore: 'restart' });
    else if (mayBeReloading(before, missing.length, missingIn(table))) {
      holds.set(table, { ...seen, sinceMs: movedAtMs, before, confirmedBefore: confirmation });
    }
  }

  /** Missing people are believed to have left only when confirmed or settled; other missing rows also after some time. */
  function isBelievedNow(table: PersonTable, hold: Hold, confirmation: Confirmation): boolean {
    const nowMs = performance.now();
    const isOver = table !== 'user' && nowMs - hold.sinceMs >= MISSING_SHOWN_MS;
    const isSettled = !hasLostMostPeople(hold.before, hold.missing.size) && nowMs - hold.movedAtMs >= SETTLED_MS;
    return isOver || isSettled || isConfirmed(hold, confirmation);
  }

  /** Updates one table. People believed to have left stay so until they are removed; others who are missing are a new loss. */
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

/** The longest wait; withdrawals are written only afterwards. */
const WAIT_MS = 500;

/**
 * @param confirmed returns when an operator last confirmed it; may reject
 * @returns a function that reads it and answers within half a second; undefined if the state needs longer. No
 * withdrawal may wait for it. A late result is returned by the next call
 */
export function confirmationReader(confirmed: () => Promise<Date | undefined>): () => Promise<Confirmation> {
  let reading: Promise<Confirmation> | undefined;
  return async () => {
    reading ??= confirmed().then(
      (at) => ({ at }),
      () => undefined,
    );
    const answer = await Promise.race([reading, pause(WAIT_MS, 'late' as const, { ref: false })]);
    if (answer === 'late') return undefined;
    reading = undefined;
    return answer;
  };
}
