/** Keeps the file of a registry as a copy of an RDP database: read as a whole at first, then change by change. */

import { chmodSync, realpathSync, renameSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { LeftOut } from '../people/left-out.ts';
import { PERSON_TABLES, type WriteTimes } from '../rdp-database/changes.ts';
import { openRdpDatabase } from '../rdp-database/rdp-database.ts';
import { UnreadableRdpDatabase } from '../rdp-database/unreadable.ts';
import { UnusableDatabase } from '../store/sqlite-file.ts';
import { openSqliteStore, type SqliteStore } from '../store/sqlite-store.ts';
import { type FollowCounts, type FollowStatus, followStatus } from './follow-status.ts';
import { readInThread, removeFile } from './generation-in-thread.ts';
import { keptChecksums } from './kept-checksums.ts';
import { movedTables } from './moved-tables.ts';
import type { ReadProgress } from './read-generation.ts';
import { countStatsInThread } from './stats-in-thread.ts';
import { type UserChanges, userFollower } from './take-over-users.ts';

export type Following = AsyncDisposable & { status(): FollowStatus };

export type FollowReport = {
  /** Told once, when the database cannot be looked at any more, and undefined when it is over. */
  trouble(reason: string | undefined): void;
  /** How long it took, and which values of the database a registry cannot hold. */
  wholeRead(read: { seconds: number; leftOut: LeftOut }): void;
  /** Beside what is answered from; it is tried again later. */
  wholeReadFailed(reason: string): void;
  /** A mistake of ours. */
  fault(error: unknown): void;
};

type FollowOptions = {
  address: string;
  /** Answers come from it meanwhile. */
  store: SqliteStore;
  /** From one look for changes to the next. */
  everyMs: number;
  /** From one comparison of everything to the next. */
  fullCheckMs: number;
  /** Without a look for so long, the data are too old to answer from. */
  maxAgeMs: number;
  report: FollowReport;
};

const NOTE_COMPARED_MS = 60_000;
/** What is read as a whole takes so much of the time at most. */
const WHOLE_SHARE = 0.2;
const LEAST_REST_MS = 10_000;
/** Statistics are counted so long after a change of users, for all that have changed until then. */
const STATS_DELAY_MS = 10_000;
/** At the end, what the database does not answer is not waited for. */
const END_WAIT_MS = 1000;

/** @throws UnreadableRdpDatabase for an address that cannot be read; whatever fails later is reported, and tried again */
export function followDatabase({ address, store, everyMs, fullCheckMs, maxAgeMs, report }: FollowOptions): Following {
  const database = openRdpDatabase(address);
  const kept = keptChecksums(store);
  const ending = new AbortController();
  const nextFile = `${realpathSync(store.file.path)}-next`;
  const counts: FollowCounts = {
    usersTakenOver: 0,
    wholeReads: 0,
    looks: 0,
    failedLooks: 0,
    lookMs: 0,
    wholeReadMs: 0,
  };

  let hasData = store.read((tx) => isSamePlace(kept.source(tx), database.label));
  let follower = userFollower(database, store);
  let comparedAtMs = startOfAge();
  let notedAtMs = -Infinity;
  let seen: WriteTimes | undefined;
  let nextFullCheckMs = -Infinity;
  let nextWholeReadMs = -Infinity;
  let reading: Promise<void> | undefined;
  let counting: Promise<void> | undefined;
  let statsDueMs = Infinity;
  let isReadReady = false;
  let isReferenceDoubtful = false;
  let progress: ReadProgress | undefined;
  let trouble: FollowStatus['trouble'];

  /** By the clock that nobody sets; undefined where it is not known how old the data are. */
  function startOfAge(): number | undefined {
    const comparedAt = store.read((tx) => kept.comparedAt(tx) ?? null);
    const ageMs = comparedAt === null ? -1 : Date.now() - comparedAt.getTime();
    return ageMs < 0 ? undefined : performance.now() - ageMs;
  }

  async function readWhole(): Promise<void> {
    const startedAt = performance.now();
    try {
      const leftOut = await readInThread({ address, file: nextFile }, tellProgress, ending.signal);
      isReadReady = true;
      counts.wholeReads += 1;
      counts.wholeReadMs = performance.now() - startedAt;
      report.wholeRead({ seconds: counts.wholeReadMs / 1000, leftOut });
    } finally {
      nextWholeReadMs = performance.now() + Math.max(LEAST_REST_MS, (performance.now() - startedAt) / WHOLE_SHARE);
    }
  }

  function tellProgress(made: ReadProgress): void {
    progress = made;
  }

  function mayReadWhole(): boolean {
    return reading === undefined && !isReadReady && performance.now() >= nextWholeReadMs;
  }

  function beginReadingWhole(): void {
    reading = readWhole()
      .catch((error: Error) => {
        if (!ending.signal.aborted) report.wholeReadFailed(error.message);
      })
      .finally(() => {
        reading = undefined;
      });
  }

  /** The file that was read takes the place of the one that is open, once it holds all that was taken over there. */
  async function exchange(): Promise<void> {
    await counting;
    const startedAtMs = performance.now();
    {
      using next = openSqliteStore(nextFile, { makesFile: false });
      const catchUp = userFollower(database, next);
      await catchUp.takeOver(await catchUp.compare(PERSON_TABLES));
    }
    const path = realpathSync(store.file.path);
    chmodSync(nextFile, statSync(path).mode);
    store.file.leave();
    renameSync(nextFile, path);
    store.file.reopen();
    isReadReady = false;
    progress = undefined;
    hasData = true;
    comparedAtMs = startedAtMs;
    statsDueMs = performance.now() + STATS_DELAY_MS;
    follower = userFollower(database, store);
  }

  function countStatsWhenDue(): void {
    if (performance.now() < statsDueMs || counting !== undefined || !hasData) return;
    statsDueMs = Infinity;
    counting = countStatsInThread(store.file.path, ending.signal)
      .catch((error) => {
        if (ending.signal.aborted) return;
        statsDueMs = performance.now() + STATS_DELAY_MS;
        report.fault(error);
      })
      .finally(() => {
        counting = undefined;
      });
  }

  async function takeOver(changes: UserChanges): Promise<boolean> {
    if (changes.userIds.length === 0) return false;
    const { users, lacksReference } = await follower.takeOver(changes);
    counts.usersTakenOver += users;
    statsDueMs = Math.min(statsDueMs, performance.now() + STATS_DELAY_MS);
    return lacksReference;
  }

  async function lookForChanges(): Promise<void> {
    const isFull = performance.now() >= nextFullCheckMs;
    const times = await database.readWriteTimes();
    const moved = movedTables(isFull ? undefined : seen, times);
    const lacksReference = moved.ofUsers.length > 0 && (await takeOver(await follower.compare(moved.ofUsers)));
    if (moved.hasReference || lacksReference) isReferenceDoubtful = true;
    if (isReferenceDoubtful && mayReadWhole()) await lookAtReference();
    seen = times;
    if (isFull) nextFullCheckMs = performance.now() + fullCheckMs;
  }

  async function lookAtReference(): Promise<void> {
    const before = store.read((tx) => kept.reference(tx));
    const now = await database.readReferenceChecksums();
    const isSame = before.size === now.size && [...now].every(([name, checksum]) => before.get(name) === checksum);
    isReferenceDoubtful = false;
    if (!isSame) beginReadingWhole();
  }

  async function look(): Promise<void> {
    if (!hasData && !isReadReady) await readWhole();
    if (isReadReady) await exchange();
    const startedAt = performance.now();
    await lookForChanges();
    counts.looks += 1;
    counts.lookMs = performance.now() - startedAt;
    await succeeded(startedAt);
    countStatsWhenDue();
  }

  async function succeeded(startedAtMs: number): Promise<void> {
    comparedAtMs = startedAtMs;
    if (trouble !== undefined) {
      trouble = undefined;
      report.trouble(undefined);
    }
    if (startedAtMs - notedAtMs >= NOTE_COMPARED_MS) await noteCompared();
  }

  /** For the next start of the program, whose clock begins anew. */
  async function noteCompared(): Promise<void> {
    if (!hasData || comparedAtMs === undefined) return;
    const notedMs = comparedAtMs;
    const at = new Date(Date.now() - (performance.now() - notedMs));
    await store.writeInTurn((tx) => kept.writeComparedAt(tx, at));
    notedAtMs = notedMs;
  }

  function failed(error: unknown): void {
    if (ending.signal.aborted) return;
    counts.failedLooks += 1;
    nextFullCheckMs = -Infinity;
    const { message } = error as Error;
    const isExpected = error instanceof UnreadableRdpDatabase || error instanceof UnusableDatabase;
    if (!isExpected) report.fault(error);
    if (trouble !== undefined) return;
    trouble = { since: new Date(), reason: message };
    report.trouble(message);
  }

  async function run(): Promise<void> {
    removeFile(nextFile);
    while (!ending.signal.aborted) {
      await look().catch(failed);
      await pause(everyMs, undefined, { signal: ending.signal }).catch(() => {});
    }
  }

  const running = run();
  return {
    status: () => followStatus({ hasData, progress, trouble, comparedAtMs, maxAgeMs, counts }),
    async [Symbol.asyncDispose]() {
      ending.abort();
      await Promise.race([Promise.all([running, reading, counting]), pause(END_WAIT_MS)]);
      await noteCompared().catch(report.fault);
      await Promise.race([database[Symbol.asyncDispose](), pause(END_WAIT_MS)]);
    },
  };
}

/** Server and schema; the account may be another one. */
function isSamePlace(one: string | null, other: string): boolean {
  const place = (label: string) => label.slice(label.indexOf('@') + 1);
  return one !== null && place(one) === place(other);
}
