/** Keeps the file of a registry as a copy of an RDP database: read as a whole at first, then change by change. */

import { chmodSync, realpathSync, renameSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { PERSON_TABLES, type WriteTimes } from '../rdp-database/changes.ts';
import { UnreadableRdpDatabase } from '../rdp-database/unreadable.ts';
import { UnusableDatabase } from '../store/sqlite-file.ts';
import { openSqliteStore, type SqliteStore } from '../store/sqlite-store.ts';
import { dataAge } from './data-age.ts';
import { delayedStats } from './delayed-stats.ts';
import { type FollowCounts, type FollowStatus, followStatus } from './follow-status.ts';
import { removeFile } from './generation-in-thread.ts';
import { keptChecksums } from './kept-checksums.ts';
import { movedTables } from './moved-tables.ts';
import { openLookedAtDatabase } from './patient-database.ts';
import { type UserChanges, userFollower } from './take-over-users.ts';
import { type WholeReadReport, wholeReading } from './whole-reading.ts';

export type Following = AsyncDisposable & { status(): FollowStatus };

export type FollowReport = WholeReadReport & {
  /** Told once, when the database cannot be looked at any more, and undefined when it is over. */
  trouble(reason: string | undefined): void;
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

/** At the end, what the database does not answer is not waited for. */
const END_WAIT_MS = 1000;

/** @throws UnreadableRdpDatabase for an address that cannot be read; whatever fails later is reported, and tried again */
export function followDatabase({ address, store, everyMs, fullCheckMs, maxAgeMs, report }: FollowOptions): Following {
  let database = openLookedAtDatabase(address);
  const kept = keptChecksums(store);
  const ending = new AbortController();
  const { signal } = ending;
  const fileBefore = realpathSync(store.file.path);
  const nextFile = `${fileBefore}-next`;
  const whole = wholeReading({ address, file: nextFile, fileBefore, signal, report });
  const stats = delayedStats({ file: store.file.path, signal, fault: report.fault });
  const age = dataAge(store);
  const counts: FollowCounts = { usersTakenOver: 0, looks: 0, failedLooks: 0, lookMs: 0 };

  let hasData = store.read((tx) => isSamePlace(kept.source(tx), database.label));
  let follower = userFollower(() => database, store);
  let seen: WriteTimes | undefined;
  let nextFullCheckMs = -Infinity;
  let isReferenceDoubtful = false;
  let trouble: FollowStatus['trouble'];

  /** The file that was read takes the place of the one that is open, once it holds all that was taken over there. */
  async function exchange(): Promise<void> {
    await stats.ended();
    const startedAtMs = performance.now();
    {
      using next = openSqliteStore(nextFile, { makesFile: false });
      const catchUp = userFollower(() => database, next);
      await catchUp.takeOver(await catchUp.compare(PERSON_TABLES));
    }
    // Nothing is awaited from here on: a change that was taken over into the open file only would be undone.
    const path = realpathSync(store.file.path);
    chmodSync(nextFile, statSync(path).mode);
    store.file.leave();
    renameSync(nextFile, path);
    store.file.reopen();
    whole.taken();
    hasData = true;
    age.compared(startedAtMs);
    stats.noteChange();
    follower = userFollower(() => database, store);
  }

  async function takeOver(changes: UserChanges): Promise<boolean> {
    if (changes.userIds.length === 0) return false;
    const { users, lacksReference } = await follower.takeOver(changes);
    counts.usersTakenOver += users;
    stats.noteChange();
    return lacksReference;
  }

  async function lookForChanges(): Promise<void> {
    const isFull = performance.now() >= nextFullCheckMs;
    const times = await database.readWriteTimes();
    const moved = movedTables(isFull ? undefined : seen, times);
    const lacksReference = moved.ofUsers.length > 0 && (await takeOver(await follower.compare(moved.ofUsers)));
    if (moved.hasReference || lacksReference) isReferenceDoubtful = true;
    if (isReferenceDoubtful && whole.mayBegin()) await lookAtReference();
    seen = times;
    if (isFull) nextFullCheckMs = performance.now() + fullCheckMs;
  }

  async function lookAtReference(): Promise<void> {
    const before = store.read((tx) => kept.reference(tx));
    const now = await database.readReferenceChecksums();
    isReferenceDoubtful = false;
    const isSame = before.size === now.size && [...now].every(([name, checksum]) => before.get(name) === checksum);
    if (!isSame) whole.begin();
  }

  async function look(): Promise<void> {
    if (!hasData && !whole.isReady()) await whole.read();
    if (whole.isReady()) await exchange();
    const startedAtMs = performance.now();
    await lookForChanges();
    counts.looks += 1;
    counts.lookMs = performance.now() - startedAtMs;
    age.compared(startedAtMs);
    endTrouble();
    await age.noteSometimes();
    stats.countWhenDue();
  }

  function beginTrouble(reason: string): void {
    if (trouble !== undefined) return;
    trouble = { since: new Date(), reason };
    report.trouble(reason);
  }

  function endTrouble(): void {
    if (trouble === undefined) return;
    trouble = undefined;
    report.trouble(undefined);
  }

  function failed(error: unknown): void {
    if (signal.aborted) return;
    counts.failedLooks += 1;
    nextFullCheckMs = -Infinity;
    const isExpected = error instanceof UnreadableRdpDatabase || error instanceof UnusableDatabase;
    if (!isExpected && trouble === undefined) report.fault(error);
    beginTrouble((error as Error).message);
    reconnect();
  }

  /** What a connection that failed has left behind is of no concern to the next ones. */
  function reconnect(): void {
    const failing = database;
    try {
      database = openLookedAtDatabase(address);
    } catch (error) {
      // What its address names, such as a certificate, is gone at the moment.
      if (!(error instanceof UnreadableRdpDatabase)) throw error;
      return;
    }
    Promise.resolve(failing[Symbol.asyncDispose]()).catch(report.fault);
  }

  async function run(): Promise<void> {
    removeFile(nextFile);
    while (!signal.aborted) {
      await look().catch(failed);
      await pause(everyMs, undefined, { signal }).catch(() => {});
    }
  }

  const running = run();
  return {
    status: () =>
      followStatus({
        ...counts,
        ...{ hasData, trouble, maxAgeMs, comparedAtMs: age.comparedAtMs() },
        ...{ progress: whole.progress(), wholeReads: whole.count(), wholeReadMs: whole.tookMs() },
      }),
    async [Symbol.asyncDispose]() {
      ending.abort();
      await Promise.race([Promise.all([running, whole.ended(), stats.ended()]), pause(END_WAIT_MS)]);
      if (hasData) await age.note().catch(report.fault);
      await Promise.race([database[Symbol.asyncDispose](), pause(END_WAIT_MS)]);
    },
  };
}

/** Server and schema; the account may be another one. */
function isSamePlace(one: string | null, other: string): boolean {
  const place = (label: string) => label.slice(label.indexOf('@') + 1);
  return one !== null && place(one) === place(other);
}
