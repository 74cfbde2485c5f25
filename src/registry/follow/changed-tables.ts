/** Finds the tables that may have changed since the last look, by the server's times of the last write. */

import { PERSON_TABLES, type PersonTable, type WriteTimes } from '../rdp-database/changes.ts';

type ChangedTables = {
  /** Tables of people that were written, or that are gone. */
  ofUsers: PersonTable[];
  /** Tables of people for which the server gives no time, such as views: any of them may have changed. */
  untimed: PersonTable[];
  /** Whether reference data were written, as far as the server gives times. */
  hasReference: boolean;
};

/** Times are whole seconds: after a write, another one within the same second would not change the time. */
const UNSETTLED_MS = 2000;
/** The table of the names of roles; `user_role` has the roles of each user. */
const ROLES = 'role';
const OF_PEOPLE: readonly string[] = [...PERSON_TABLES, ROLES];

/** @param before the times at the last look; undefined if everything may have changed */
export function changedTables(before: WriteTimes | undefined, now: WriteTimes): ChangedTables {
  const known = new Set([...OF_PEOPLE, ...now.tables.keys(), ...(before?.tables.keys() ?? [])]);
  const moved = new Set([...known].filter((table) => hasMoved(table, before, now)));
  const untimed = new Set([...now.tables].filter(([, writtenAt]) => writtenAt === null).map(([table]) => table));
  const isOneOf = (tables: ReadonlySet<string>) => (table: PersonTable) =>
    tables.has(table) || (table === 'user_role' && tables.has(ROLES));
  const ofUsers = PERSON_TABLES.filter(isOneOf(moved));
  return {
    ofUsers,
    untimed: PERSON_TABLES.filter((table) => isOneOf(untimed)(table) && !ofUsers.includes(table)),
    hasReference: [...moved].some((table) => !OF_PEOPLE.includes(table)),
  };
}

/** Whether no table was written within the last moment; `reference` checks only tables of reference data. */
export function isQuiet({ now, tables }: WriteTimes, which: 'all' | 'reference'): boolean {
  const relevant = [...tables].filter(([table]) => which === 'all' || !OF_PEOPLE.includes(table));
  return relevant.every(([, writtenAt]) => writtenAt === null || toMs(now) - toMs(writtenAt) >= UNSETTLED_MS);
}

function hasMoved(table: string, before: WriteTimes | undefined, now: WriteTimes): boolean {
  if (before === undefined || before.tables.has(table) !== now.tables.has(table)) return true;
  if (!now.tables.has(table)) return false;
  if (before.empty.has(table) !== now.empty.has(table)) return true;
  const writtenAt = before.tables.get(table) ?? null;
  if (writtenAt !== now.tables.get(table)) return true;
  return writtenAt !== null && toMs(before.now) - toMs(writtenAt) < UNSETTLED_MS;
}

function toMs(time: string): number {
  return Date.parse(`${time.replace(' ', 'T')}Z`);
}
