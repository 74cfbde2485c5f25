/**
 * What all loads share: how they read files line by line, compare records with those that are here, and end. What people
 * refer to, such as genes and terms, is never removed, and what operators chose stays.
 */

import { randomBytes } from 'node:crypto';
import { UnreadableFile } from '../../domain/problem.ts';
import { isSkipped, type LineParser, type SkippedLine } from '../../domain/reference-files/line-parser.ts';
import type { LinePlace, LoadReport, LoadTally } from '../../domain/reference-files/load-report.ts';
import { users } from '../people/users.ts';
import { LOADED_NAME, writeDataTag, writeMeta } from '../store/meta.ts';
import { countStats } from '../store/stats.ts';
import type { Store, WriteTransaction } from '../store/store.ts';

/** What a load knows while it reads its files, before anything is written. */
export type LoadSource = {
  /** The store, which is read now and written later. */
  store: Store;
  /** Whether the data are those of a followed database; then only what that lacks can be loaded. */
  isFollowing: boolean;
};

/** Writes the data in one transaction; called again to repeat the write in another file. */
export type WriteLoad = (work: LoadWork) => LoadReport[];

export type LoadWork = LoadSource & {
  tx: WriteTransaction;
  now: Date;
  onProgress(progress: { stage: string; done: number; total: number }): void;
};

/** A number of users that needs little memory. */
const USERS_AT_ONCE = 2000;

/** Ends a load that has changed something. `userIds` are the users whose precomputed records contain it. */
export function finishLoad({ tx, store, now, isFollowing, onProgress }: LoadWork, userIds: readonly number[]): void {
  const { refresh } = users(store, { countsStats: false });
  for (let at = 0; at < userIds.length; at += USERS_AT_ONCE) {
    onProgress({ stage: 'records of researchers', done: at, total: userIds.length });
    refresh(tx, userIds.slice(at, at + USERS_AT_ONCE), now);
  }
  // Data loaded beside a followed database do not change statistics, and withdrawals wait for the end of this transaction.
  if (!isFollowing) writeMeta(tx, 'stats', JSON.stringify(countStats(tx, store)));
  noteLoaded({ tx, store });
  writeMeta(tx, 'generation', randomBytes(8).toString('hex'));
}

/** Notes a changed part of a load: writes a new name of the load and a new tag of the data. */
export function noteLoaded({ tx, store }: Pick<LoadWork, 'tx' | 'store'>): void {
  writeMeta(tx, LOADED_NAME, randomBytes(8).toString('hex'));
  writeDataTag(tx, store);
}

/** Returns the ids of users whose records have GO terms. */
export function usersWithGoTerms({ tx, store }: LoadWork): number[] {
  return store.query<[number]>("SELECT id FROM user WHERE go_terms <> '[]' ORDER BY id").all(tx).flat();
}

/** Returns a function that finds the taxon of a gene; undefined for an unknown gene. */
export function geneTaxa({ tx, store }: LoadWork): (geneId: number) => number | undefined {
  const taxonOf = store.query<[number]>('SELECT taxon_id FROM gene WHERE id = ?');
  return (geneId) => taxonOf.first(tx, geneId)?.[0];
}

type Merge<Key, Here, Given> = {
  here: ReadonlyMap<Key, Here>;
  given: ReadonlyMap<Key, Given>;
  /** Whether the registry has the same record. */
  isSame(here: Here, given: Given): boolean;
  add(key: Key, given: Given): void;
  change(key: Key, given: Given, here: Here): void;
  /** Whether a changed record has lost what the files said of it, as in a file that is cut short. */
  isEmptied?(here: Here, given: Given): boolean;
  /** Called with each record that is here and not given: removes and counts it, or reports that it stays. */
  gone(key: Key, here: Here): void;
};

export function mergeRecords<Key, Here, Given>(tally: LoadTally, merge: Merge<Key, Here, Given>): void {
  const { here, given, isSame, add, change, isEmptied, gone } = merge;
  for (const [key, record] of given) {
    const before = here.get(key);
    if (before === undefined) {
      add(key, record);
      tally.added();
    } else if (isSame(before, record)) tally.unchanged();
    else {
      change(key, record, before);
      if (isEmptied?.(before, record)) tally.emptied();
      else tally.changed();
    }
  }
  for (const [key, before] of here) if (!given.has(key)) gone(key, before);
}

/** A file that is read once, in pieces of some lines. */
export type RowFile = {
  /** Its name in messages. */
  name: string;
  lines(): AsyncIterable<readonly string[]>;
};

/** The rows of a file that was read. */
export type ReadRows<Row extends object> = {
  /** Calls `onRow` with every row, and reports skipped lines; it can be called several times. */
  each(tally: Pick<LoadTally, 'skipped'>, onRow: (row: Row, place: LinePlace) => void): void;
};

type Numbered<Row> = [lineNumber: number, taken: Row | SkippedLine];

/**
 * Reads the file to its end. Wanted rows stay in memory as text, which needs less than objects.
 *
 * @throws UnreadableFile with its name, if it is of another kind or damaged
 */
export async function readRows<Row extends object>(
  file: RowFile,
  parser: LineParser<Row>,
  isWanted: (row: Row) => boolean,
): Promise<ReadRows<Row>> {
  const pieces: Buffer[] = [];
  let lineNumber = 0;
  try {
    for await (const lines of file.lines()) {
      const piece: Numbered<Row>[] = [];
      for (const line of lines) {
        lineNumber += 1;
        const taken = parser.take(line);
        if (taken !== undefined && (isSkipped(taken) || isWanted(taken))) piece.push([lineNumber, taken]);
      }
      if (piece.length > 0) pieces.push(Buffer.from(JSON.stringify(piece)));
    }
    parser.end();
  } catch (error) {
    throw error instanceof UnreadableFile ? new UnreadableFile(error.problem, file.name) : error;
  }
  return {
    each(tally, onRow) {
      for (const piece of pieces) {
        for (const [number, taken] of JSON.parse(piece.toString()) as Numbered<Row>[]) {
          const place = { file: file.name, lineNumber: number };
          if (isSkipped(taken)) tally.skipped(place, taken.reason, taken.kind);
          else onRow(taken, place);
        }
      }
    },
  };
}

/** Does the same for several files, one after the other, each with its own parser. */
export async function readAllRows<Row extends object>(
  files: readonly RowFile[],
  parserOf: () => LineParser<Row>,
  isWanted: (row: Row) => boolean,
): Promise<ReadRows<Row>> {
  const read: ReadRows<Row>[] = [];
  for (const file of files) read.push(await readRows(file, parserOf(), isWanted));
  return {
    each(tally, onRow) {
      for (const one of read) one.each(tally, onRow);
    },
  };
}
