/** Which tables may have changed since they were last looked at, by the times at which the server says they were written. */

import { PERSON_TABLES, type PersonTable, type WriteTimes } from '../rdp-database/changes.ts';

type MovedTables = { ofUsers: PersonTable[]; hasReference: boolean };

/** Times are whole seconds: behind a write in a second that is not over, another one may follow that does not show. */
const UNSETTLED_MS = 2000;
/** The roles by name; what a user has of them is in `user_role`. */
const ROLES = 'role';
const OF_PEOPLE: readonly string[] = [...PERSON_TABLES, ROLES];

/** @param before what was read when the tables were last looked at; undefined: everything may have changed */
export function movedTables(before: WriteTimes | undefined, now: WriteTimes): MovedTables {
  const moved = new Set([...now.tables.keys()].filter((table) => hasMoved(table, before, now)));
  const ofUsers = PERSON_TABLES.filter((table) => moved.has(table) || (table === 'user_role' && moved.has(ROLES)));
  return { ofUsers, hasReference: [...moved].some((table) => !OF_PEOPLE.includes(table)) };
}

/** Whether no table was written within the last moment; of reference data, where only those are asked for. */
export function isQuiet({ now, tables }: WriteTimes, which: 'all' | 'reference'): boolean {
  const relevant = [...tables].filter(([table]) => which === 'all' || !OF_PEOPLE.includes(table));
  return relevant.every(([, writtenAt]) => writtenAt === null || toMs(now) - toMs(writtenAt) >= UNSETTLED_MS);
}

function hasMoved(table: string, before: WriteTimes | undefined, now: WriteTimes): boolean {
  if (before === undefined || !before.tables.has(table)) return true;
  if (before.empty.has(table) !== now.empty.has(table)) return true;
  const writtenAt = before.tables.get(table) ?? null;
  if (writtenAt !== now.tables.get(table)) return true;
  return writtenAt !== null && toMs(before.now) - toMs(writtenAt) < UNSETTLED_MS;
}

function toMs(time: string): number {
  return Date.parse(`${time.replace(' ', 'T')}Z`);
}
