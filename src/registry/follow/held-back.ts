/** Which tables of a followed database are held back, as many people are missing in them: it may be being loaded anew. */

import { hasLostMostPeople, MISSING_SHOWN_MS, mayBeLoadedAnew } from '../../domain/people/missing-people.ts';
import { PERSON_TABLES, type PersonTable } from '../rdp-database/changes.ts';
import type { PeopleMemory } from './people-memory.ts';

/** People whom the database lacks, together with most others, and who are still here. */
export type MissingPeople = { missing: number; before: number; since: Date; shownForMs: number };

export type HeldBack = {
  /** Looks at the tables as they were told last. Answers whether anything is held back, or not any more, since the last time. */
  update(memory: PeopleMemory, confirmedAt: Date | undefined): boolean;
  isHeld(table: PersonTable): boolean;
  /** Whether a table that lost most people is taken as it is told. */
  isAccepted(table: PersonTable): boolean;
  /** Those who are missing in a table that is held back: their records stay as they are. */
  people(): ReadonlySet<number>;
  missingPeople(): MissingPeople | undefined;
  /** Since when each table is held back, to be kept over a restart. */
  toKeep(): readonly (readonly [PersonTable, string])[];
};

/** A token that is not there is one that was taken back, and no sign of anything else. */
export const HELD_TABLES: readonly PersonTable[] = PERSON_TABLES.filter((table) => table !== 'access_token');

/** Where most are not missing, or not any more, the others have left once their number has been the same for so long. */
const SETTLED_MS = 2_500;

type Hold = {
  sinceMs: number;
  missing: ReadonlySet<number>;
  before: number;
  /** When the number of the missing was another one. */
  movedAtMs: number;
  isAccepted: boolean;
};

/** @param kept what `toKeep` answered before the program was started anew; a time that is not over yet is long past */
export function heldBack(kept: readonly (readonly [PersonTable, string])[]): HeldBack {
  const sinceBefore = new Map(kept);
  const holds = new Map<PersonTable, Hold>();

  function begin(table: PersonTable, memory: PeopleMemory, missing: readonly number[]): void {
    const before = memory.takenOver(table).size;
    if (!mayBeLoadedAnew(before, missing.length)) return;
    const nowMs = performance.now();
    const sinceMs = nowMs - ageOf(sinceBefore.get(table));
    holds.set(table, { sinceMs, missing: new Set(missing), before, movedAtMs: nowMs, isAccepted: false });
  }

  /** People are missed for as long as nobody says that they have left; what else is gone of them is believed in the end. */
  function isAcceptedNow(table: PersonTable, hold: Hold, confirmedAt: Date | undefined): boolean {
    const nowMs = performance.now();
    const isOver = table !== 'user' && nowMs - hold.sinceMs >= MISSING_SHOWN_MS;
    const isSettled = !hasLostMostPeople(hold.before, hold.missing.size) && nowMs - hold.movedAtMs >= SETTLED_MS;
    const isConfirmed = confirmedAt !== undefined && confirmedAt >= dateOf(hold);
    return hold.isAccepted || isOver || isSettled || isConfirmed;
  }

  function updateTable(table: PersonTable, memory: PeopleMemory, confirmedAt: Date | undefined): void {
    const missing = memory.missing(table);
    const hold = holds.get(table);
    if (missing.length === 0) {
      holds.delete(table);
      sinceBefore.delete(table);
      return;
    }
    if (hold === undefined) {
      begin(table, memory, missing);
      return;
    }
    if (missing.length !== hold.missing.size) hold.movedAtMs = performance.now();
    hold.missing = new Set(missing);
    hold.isAccepted = isAcceptedNow(table, hold, confirmedAt);
  }

  const active = () => [...holds].filter(([, { isAccepted }]) => !isAccepted);

  return {
    update(memory, confirmedAt) {
      const before = active().map(([table]) => table);
      for (const table of HELD_TABLES) updateTable(table, memory, confirmedAt);
      return (
        before.join() !==
        active()
          .map(([table]) => table)
          .join()
      );
    },
    isHeld: (table) => holds.get(table)?.isAccepted === false,
    isAccepted: (table) => holds.get(table)?.isAccepted === true,
    people: () => new Set(active().flatMap(([, { missing }]) => [...missing])),
    missingPeople() {
      const hold = holds.get('user');
      if (hold === undefined || hold.isAccepted) return undefined;
      const shownForMs = performance.now() - hold.sinceMs;
      return { missing: hold.missing.size, before: hold.before, since: dateOf(hold), shownForMs };
    },
    toKeep: () => active().map(([table, hold]) => [table, dateOf(hold).toISOString()] as const),
  };
}

function dateOf({ sinceMs }: Hold): Date {
  return new Date(Date.now() - (performance.now() - sinceMs));
}

function ageOf(since: string | undefined): number {
  if (since === undefined) return 0;
  const ageMs = Date.now() - Date.parse(since);
  return ageMs >= 0 ? ageMs : MISSING_SHOWN_MS;
}
