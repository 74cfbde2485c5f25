/**
 * Whose data a database file holds: those of a registry of its own, or a copy of a followed database. The program never
 * confuses the two, because following replaces everything in the file. A copy without updates would show people who
 * have withdrawn.
 */

import type { DatabaseSync } from 'node:sqlite';
import { UnusableDatabase } from './sqlite-file.ts';

/** The key of the label of the followed database, in the table `meta` of a copy. */
export const FOLLOWED_SOURCE = 'followed-source';

/** What would be lost if the file was replaced, by the table that holds it, in the words for one and for several. */
const OWN = [
  ['user', 'person with an account', 'people with accounts'],
  ['access_token', 'access token', 'access tokens'],
  ['access_request', 'request for access', 'requests for access'],
  ['subscription', 'subscription', 'subscriptions'],
  ['standing_question', 'question of a feed', 'questions of feeds'],
] as const;

/** Returns the label of the database that the file is a copy of; undefined for a registry of its own and for an empty file. */
export function sourceOf(database: DatabaseSync): string | undefined {
  const row = database.prepare('SELECT value FROM meta WHERE key = ?').get(FOLLOWED_SOURCE);
  return row?.value === null ? undefined : (row?.value as string | undefined);
}

/** Returns what a registry of its own holds, such as `5 people with accounts`; empty for nothing that cannot be made again. */
export function ownHoldings(database: DatabaseSync): string[] {
  return OWN.flatMap(([table, one, many]) => {
    const count = hasTable(database, table) ? countOf(database, table) : 0;
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? one : many}`];
  });
}

/** Refuses a registry of its own if the configuration names a database to follow. @throws UnusableDatabase */
export function refuseOwnData(database: DatabaseSync, file: string): void {
  if (sourceOf(database) !== undefined) return;
  const held = ownHoldings(database);
  if (held.length === 0) return;
  const advice =
    'name another file by database.file, or run isearch-proxy follow begin, which puts this one aside and keeps it';
  const reason = `it holds a registry of its own, which the database of database.follow would replace; ${advice}`;
  throw new UnusableDatabase(file, reason, { more: `It holds ${held.join(', ')}.` });
}

/** Refuses a copy of a followed database if the configuration names none. @throws UnusableDatabase */
export function refuseCopy(database: DatabaseSync, file: string): void {
  const source = sourceOf(database);
  if (source === undefined) return;
  const advice =
    'set it again, or run isearch-proxy follow end, which makes one registry of the copy and the state of the service';
  const reason = `it is the copy of a followed database, but database.follow is not set; ${advice}`;
  throw new UnusableDatabase(file, reason, { more: `It is the copy of ${source}.` });
}

function hasTable(database: DatabaseSync, name: string): boolean {
  // An older format lacks some of them.
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;
}

function countOf(database: DatabaseSync, table: string): number {
  return Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count);
}
