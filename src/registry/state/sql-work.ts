/**
 * Statements on the tables of the state, written once for every kind of database. A query builder would be asynchronous: a
 * transaction in a file would stay open over several turns and block all other writers. Transactions on the server would end
 * in deadlocks; a count that must be right takes a lock there (`writeAlone`).
 */

import type { Value } from '../store/store.ts';

type Statement = { readonly returns: 'rows' | 'changes'; readonly sql: string; readonly values: readonly Value[] };

/** Statements that run one after the other; the database sends each result back. */
export type Work<T> = Generator<Statement, T, unknown>;

export function* rows<R extends readonly Value[]>(sql: string, ...values: Value[]): Work<R[]> {
  return (yield { returns: 'rows', sql, values }) as R[];
}

/** Returns the number of changed rows. */
export function* run(sql: string, ...values: Value[]): Work<number> {
  return (yield { returns: 'changes', sql, values }) as number;
}

/** The words in which databases differ. */
export type SqlDialect = {
  /** The beginning of the name of every table but the next two. */
  prefix: string;
  token: string;
  /** The table of settings, and the column of their names. */
  setting: string;
  settingName: string;
  insertIgnore: string;
  /** Comes between an insert and what is set if the key is taken. */
  orUpdate: string;
  least: string;
  greatest: string;
};

export type StateDatabase = {
  dialect: SqlDialect;
  prepare(): Promise<void>;
  read<T>(work: () => Work<T>): Promise<T>;
  /**
   * A file runs the work as one transaction. A server, which other instances share, runs each statement by itself, so a
   * statement names in its WHERE what it relies on.
   */
  write<T>(work: () => Work<T>): Promise<T>;
  /** Like `write`, while nobody runs work of the same name: what it counts stays so until it writes. */
  writeAlone<T>(name: string, work: () => Work<T>): Promise<T>;
  /** Called after rows were deleted, so that nothing of them stays in a log. */
  dropDeleted(): void;
};

/** Returns a column: how many rows meet a condition. */
export function countOf(condition: string): string {
  return `CAST(coalesce(sum(${condition}), 0) AS SIGNED)`;
}

/** Returns as many places for values as there are columns in a list. */
export function placesOf(columns: string): string {
  return columns.replace(/\w+/g, '?');
}

const AT_ONCE = 200;

/** Runs a statement for lists of rows, some at a time. @param sql returns the statement for so many rows */
export function* inBatches<Item>(
  items: readonly Item[],
  sql: (rows: string) => string,
  valuesOf: (item: Item) => readonly Value[],
  before: readonly Value[] = [],
): Work<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const batch = items.slice(from, from + AT_ONCE).map(valuesOf);
    const places = batch.map((values) => (values.length === 1 ? '?' : `(${values.map(() => '?').join()})`)).join();
    yield* run(sql(places), ...before, ...batch.flat());
  }
}
