/** One poll of a followed database: withdrawals, missing people, and changed records. */

import { setTimeout as pause } from 'node:timers/promises';
import type { OmittedValues } from '../people/omitted-values.ts';
import type { PersonTable, WriteTimes } from '../rdp-database/changes.ts';
import { PERMISSION_TABLES } from '../rdp-database/read-permissions.ts';
import { refuseMissing } from '../rdp-database/schema.ts';
import type { SqliteStore } from '../store/sqlite-store.ts';
import { changedTables } from './changed-tables.ts';
import { storedChecksums, type UserChecksums } from './checksums.ts';
import type { PolledDatabase } from './database.ts';
import type { CurrentFile, StagedFile } from './followed-files.ts';
import { confirmationReader, HELD_TABLES, type MissingPeople } from './held.ts';

/** What a poll has found, besides what it has written. */
type Polled = {
  times: WriteTimes;
  /** The checksums that it has read. */
  checksums: UserChecksums;
  /** When its time for writing is over. */
  untilMs: number;
  /** Whether that was over before everybody was taken over. */
  isCutShort: boolean;
  /** Whether reference data may have changed, or lack something that a person names. */
  isReferenceDoubtful: boolean;
};

type Poller = {
  /** Looks for withdrawals and changes. @throws UnreadableRdpDatabase, UnusableDatabase */
  poll(): Promise<Polled>;
  /** Waits for a read, and meanwhile looks for withdrawals as often as usual. */
  meanwhile<T>(reading: Promise<T>): Promise<T>;
  /** Returns the number of people whose records are outdated. */
  outstanding(): number;
  /** Counts them again, in another file. */
  countOutstanding(): void;
  /** Lets the next poll compare everybody. */
  compareAll(): void;
  /** Lets the next poll wait as long as usual, after one that failed. */
  wait(): void;
  /** Returns the time until the next poll. */
  restMs(): number;
};

export type PollReport = {
  /** Called when most people are missing in the database and their records here are held back; undefined when that is over. */
  missing(people: MissingPeople | undefined): void;
  /** Called with values of single people that a registry cannot hold. */
  omitted(omitted: OmittedValues): void;
};

type PollOptions = {
  store: SqliteStore;
  database(): PolledDatabase;
  current(): CurrentFile;
  staged(): StagedFile | undefined;
  everyMs: number;
  fullCheckMs: number;
  /** Returns when an operator last confirmed that people who are missing in the database have left. */
  confirmed(): Promise<Date | undefined>;
  signal: AbortSignal;
  report: PollReport;
  /** Called when withdrawals are known. */
  onWithdrawn(): void;
  /** Called when people may be missing, or no longer. */
  onMissing(): void;
  /** Called with the number of people who were taken over. */
  onTakenOver(users: number): void;
};

/** If more people have changed, the whole database is read into another file, instead of one person after another. */
export const MOST_ONE_BY_ONE = 300;
/** A poll writes records for at most this time, so that withdrawals are looked for again soon. */
const WORK_MS = 1_000;
/**
 * The pause after a withdrawal, as a share of its duration. So a slow server has a pause even if the withdrawal took
 * longer than `everyMs`.
 */
const LEAST_REST_SHARE = 0.2;
/** The pause after a comparison of tables without times, such as views, by the time it took: it reads them completely. */
const UNTIMED_REST = 4;

export function poller(options: PollOptions): Poller {
  const { store, database, current, staged, everyMs, fullCheckMs, signal, report } = options;
  const stored = storedChecksums(store);
  const readConfirmation = confirmationReader(options.confirmed);
  /** When what is due, on the steady clock. */
  const due = { withdrawalsMs: -Infinity, allMs: -Infinity, untimedMs: -Infinity };
  /** When tables were last written, as it was when changes and withdrawals were last looked for. */
  const seen: { changes?: WriteTimes; withdrawals?: WriteTimes | undefined } = {};
  let isMissingReported = false;
  let outstanding = 0;

  const isHolding = () => current().held.people().size > 0;

  /**
   * Reads the tables that decide who sees what, if one was written, and writes withdrawals into the open file and into the
   * staged one. Returns when tables were last written.
   */
  async function withdraw(): Promise<WriteTimes> {
    const startedAtMs = performance.now();
    const times = await database().readWriteTimes();
    const { ofUsers, untimed } = changedTables(seen.withdrawals, times);
    const isHeld = isHolding();
    const tables = PERMISSION_TABLES.filter((table) => isHeld || ofUsers.includes(table) || untimed.includes(table));
    if (tables.length > 0) {
      const permissions = await database().readPermissions(tables);
      current().withdrawals.notePresence(permissions);
      await lookForMissing();
      await current().withdrawals.write(permissions);
      await staged()?.withdraw(permissions);
    }
    seen.withdrawals = times;
    options.onWithdrawn();
    const tookMs = performance.now() - startedAtMs;
    due.withdrawalsMs = startedAtMs + Math.max(everyMs, tookMs * (1 + LEAST_REST_SHARE));
    return times;
  }

  async function meanwhile<T>(reading: Promise<T>): Promise<T> {
    if (!current().hasData) return reading;
    const settled = reading.then(
      () => true,
      () => true,
    );
    const isDue = () => pause(restMs(), false, { ref: false });
    while (!(await Promise.race([settled, isDue()])) && !signal.aborted) await withdraw();
    return reading;
  }

  function restMs(): number {
    return Math.max(0, due.withdrawalsMs - performance.now());
  }

  async function lookForMissing(): Promise<void> {
    const { held, memory } = current();
    // The confirmation is read before the loss is reported, so that a confirmation right after the report counts.
    const mayConfirm = HELD_TABLES.some((table) => memory.missing(table).length > 0);
    const isOther = held.update(memory, mayConfirm ? await readConfirmation() : undefined);
    const missing = held.missingPeople();
    if (isMissingReported !== (missing !== undefined)) report.missing(missing);
    isMissingReported = missing !== undefined;
    options.onMissing();
    if (!isOther) return;
    // The next poll withdraws people who have left, even if no table is written any more.
    seen.withdrawals = undefined;
    await store.writeInTurn((tx) => stored.writeHeld(tx, held.toKeep()));
  }

  async function compare(tables: readonly PersonTable[]): Promise<UserChecksums> {
    const read = new Map<PersonTable, ReadonlyMap<number, string>>();
    for (const table of tables) {
      for (const [of, checksums] of await meanwhile(current().follower.compare([table]))) read.set(of, checksums);
    }
    if (tables.length > 0 || isHolding()) await lookForMissing();
    return read;
  }

  /** Takes over the records of changed people, for as long as a poll may take. */
  async function takeOver(untilMs: number): Promise<Pick<Polled, 'isCutShort' | 'isReferenceDoubtful'>> {
    const behind = current().follower.outstanding();
    outstanding = behind.length;
    // The staged file already has their records.
    const isForRebuild = outstanding > MOST_ONE_BY_ONE || staged() !== undefined;
    if (outstanding === 0 || isForRebuild) return { isCutShort: false, isReferenceDoubtful: false };
    const taken = await current().follower.takeOver(behind, untilMs);
    outstanding -= taken.users;
    options.onTakenOver(taken.users);
    if (taken.omitted.count > 0) report.omitted(taken.omitted);
    return { isCutShort: taken.isCutShort, isReferenceDoubtful: taken.lacksReference };
  }

  return {
    async poll() {
      const isFull = performance.now() >= due.allMs;
      if (isFull) seen.withdrawals = undefined;
      const times = await withdraw();
      refuseMissing(times.lacking, database().label);
      const changed = changedTables(isFull ? undefined : seen.changes, times);
      const startedAtMs = performance.now();
      const untilMs = startedAtMs + WORK_MS;
      const untimed = startedAtMs < due.untimedMs ? [] : changed.untimed;
      const checksums = await compare([...changed.ofUsers, ...untimed]);
      const taken = await takeOver(untilMs);
      if (untimed.length > 0) due.untimedMs = performance.now() + UNTIMED_REST * (performance.now() - startedAtMs);
      seen.changes = times;
      if (isFull) due.allMs = performance.now() + fullCheckMs;
      const isReferenceDoubtful = taken.isReferenceDoubtful || changed.hasReference;
      return { times, checksums, untilMs, isCutShort: taken.isCutShort, isReferenceDoubtful };
    },
    meanwhile,
    outstanding: () => outstanding,
    countOutstanding() {
      outstanding = current().memory.outstanding().size;
    },
    compareAll() {
      due.allMs = -Infinity;
    },
    wait() {
      due.withdrawalsMs = performance.now() + everyMs;
    },
    restMs,
  };
}
