/**
 * Follows an RDP database: the file of a registry is a copy of it. The first reading is of everything, and later polls
 * are for changes. If very much has changed, a rebuild reads everything again (`phases.ts`).
 */

import { setTimeout as pause } from 'node:timers/promises';
import type { WriteTimes } from '../rdp-database/changes.ts';
import { UnreadableRdpDatabase } from '../rdp-database/unreadable.ts';
import { removeDatabase } from '../store/file-permissions.ts';
import { meta } from '../store/meta.ts';
import { UnusableDatabase } from '../store/sqlite-file.ts';
import { openSqliteStore, type SqliteStore } from '../store/sqlite-store.ts';
import { storedChecksums } from './checksums.ts';
import { openConnections } from './database.ts';
import { currentFile, openStagedFile, type StagedFile } from './followed-files.ts';
import { delayedStats, keepLoadedInThread } from './in-thread.ts';
import { idlePhase, nextPhase, type Phase, type PhaseEvent } from './phases.ts';
import { MOST_ONE_BY_ONE, type PollReport, poller } from './poll.ts';
import { lackingPeople, type RebuildReport, referenceLoss, wantedRebuild, wholeReading } from './rebuild.ts';
import {
  dataAge,
  type FollowCounts,
  type FollowStatus,
  followStatus,
  followTrouble,
  type TroubleReport,
  toWithheld,
} from './status.ts';

export type Following = AsyncDisposable & {
  status(): FollowStatus;
  /** Resolves once there are data of this database to answer from. */
  firstRead: Promise<void>;
};

export type FollowReport = RebuildReport &
  PollReport &
  TroubleReport & {
    /** Called when other processes have to know of the status at once, such as when another file has replaced the open one. */
    statusChanged(): void;
    /** Called once with the permissions of the account beyond reading. */
    mayDoMore(rights: readonly string[]): void;
    /** Called with an error that is a bug of this program. */
    fault(error: unknown): void;
  };

type FollowOptions = {
  address: string;
  /** The store with the copy, from which requests are answered meanwhile. */
  store: SqliteStore;
  /** The time from one poll to the next. */
  everyMs: number;
  /** The time from one full comparison to the next. */
  fullCheckMs: number;
  /** The data are too old to answer from if no poll has succeeded for this time. */
  maxAgeMs: number;
  /** Returns when an operator last confirmed that people who are missing in the database have left. */
  confirmed(): Promise<Date | undefined>;
  report: FollowReport;
};

/** The largest number of people that are added to a newly read file before it is used; if it lacks more, it is read again. */
const MOST_LACKING = 50;
/** At shutdown, the longest wait for answers of the database. */
const END_WAIT_MS = 1000;

/** Starts to follow. @throws UnreadableRdpDatabase for an invalid address; later errors are reported, and the work is tried again */
export function followDatabase(options: FollowOptions): Following {
  const { address, store, everyMs, fullCheckMs, maxAgeMs, confirmed, report } = options;
  const connections = openConnections(address, report);
  const { database } = connections;
  const stored = storedChecksums(store);
  const about = meta(store);
  const ending = new AbortController();
  const { signal } = ending;
  const fileBefore = store.file.path();
  const file = `${fileBefore}-next`;
  const whole = wholeReading({ address, file, fileBefore, signal, report });
  const wanted = wantedRebuild();
  const reference = referenceLoss();
  const stats = delayedStats({ file: fileBefore, signal, fault: report.fault });
  const age = dataAge(store);
  const trouble = followTrouble(report);
  const counts: FollowCounts = { usersTakenOver: 0, polls: 0, failedPolls: 0, pollMs: 0 };
  const firstRead = Promise.withResolvers<void>();

  let withheld: ReadonlySet<number> = new Set();
  /** Whether the database has been polled since the start, or cannot be. Earlier withdrawals are unknown until then. */
  let hasPolled = false;
  let isReferenceDoubtful = false;
  let staged: StagedFile | undefined;
  /** What runs beside the polls for a rebuild. */
  let beside: Promise<void> | undefined;
  let current = currentFile({ store, database, withhold });
  let phase: Phase = idlePhase(openFile());
  if (current.hasData) firstRead.resolve();

  const { poll, meanwhile, ...polls } = poller({
    ...{ store, database, everyMs, fullCheckMs, confirmed, signal, report },
    current: () => current,
    staged: () => staged,
    onWithdrawn: notePolled,
    onMissing: () => note('noticed'),
    onTakenOver(users) {
      counts.usersTakenOver += users;
      stats.noteChange();
    },
  });

  function openFile() {
    return { hasData: current.hasData, isHeld: current.held.people().size > 0 };
  }

  function note(event: PhaseEvent): void {
    phase = nextPhase(phase, event, openFile());
  }

  function notePolled(): void {
    if (hasPolled) return;
    hasPolled = true;
    report.statusChanged();
  }

  /** Withholds people at once, here and in the other processes. */
  function withhold(userIds: ReadonlySet<number>): void {
    if (userIds.size === 0 && withheld.size === 0) return;
    withheld = userIds;
    store.withhold(userIds);
    report.statusChanged();
  }

  /** Takes up a file that somebody has put in place, such as an older copy: it is compared completely. */
  function adoptFile(): void {
    current = currentFile({ store, database, withhold });
    withhold(new Set());
    age.forget();
    polls.compareAll();
    note('noticed');
  }

  async function readWhole(): Promise<void> {
    note('due');
    try {
      await whole.run();
    } catch (error) {
      note('failed');
      throw error;
    }
    note('read');
  }

  /** Opens the file that was read, with what was loaded into the open one meanwhile. */
  async function openStaged(): Promise<void> {
    note('poll');
    try {
      // Statistics would be written to the file that is replaced.
      await stats.ended();
      if (current.hasData) await keepLoaded();
      if (signal.aborted) return;
      staged = openStagedFile({ file, database, meanwhile });
    } catch (error) {
      whole.discard();
      note('failed');
      throw error;
    }
    note('opened');
  }

  /** Does a step of a rebuild beside the polls; a failure is reported, and the rebuild begins again later. */
  function doBeside(step: () => Promise<void>): void {
    beside = step()
      .catch((error) => {
        if (!signal.aborted) report.wholeReadFailed((error as Error).message);
      })
      .finally(() => {
        beside = undefined;
      });
  }

  async function readBeside(): Promise<void> {
    const startedAtMs = performance.now();
    await readWhole().finally(() => whole.rest(performance.now() - startedAtMs));
  }

  /** Copies the data that were loaded into the open file while the staged one was read. */
  async function keepLoaded(): Promise<void> {
    using read = openSqliteStore(file, { makesFile: false });
    const isSame = read.read(meta(read).loadedName) === store.read(about.loadedName);
    if (!isSame) await keepLoadedInThread({ file, fileBefore }, signal);
  }

  function closeStaged(): void {
    staged?.[Symbol.dispose]();
    staged = undefined;
  }

  /** Reads the database for the first time. No request was answered from this file yet, so nothing else needs a poll before. */
  async function readFirst(): Promise<void> {
    // If a file of other data was put in place, a rebuild may be under way already.
    await beside;
    if (phase === 'first') await readWhole();
    if (phase === 'read') await openStaged();
    if (staged === undefined) return;
    while (!(await staged.keepUp(await database().readWriteTimes(), new Map(), Infinity)));
    await swap(staged);
  }

  /** Replaces the open file by the staged one, in which all withdrawals of the meantime have been written. */
  async function swap(read: StagedFile): Promise<void> {
    const startedAtMs = performance.now();
    const lacking = lackingOf(read);
    if (lacking === undefined) {
      closeStaged();
      whole.discard();
      isReferenceDoubtful = true;
      note('rejected');
      return;
    }
    await read.takeOver(lacking, MOST_LACKING);
    const loaded = read.loaded();
    closeStaged();
    // If something is being loaded at this moment, the replacement waits until that is copied too.
    if (!(await store.replaceInTurn(file, (tx) => about.loadedName(tx) === loaded))) {
      note('outdated');
      return;
    }
    // Nothing is awaited from here on, because a change that is written to the old file now would be lost.
    whole.taken();
    current = currentFile({ store, database, withhold }, { ...read, held: current.held });
    // All that was withdrawn is written in this file.
    withhold(new Set());
    polls.countOutstanding();
    age.compared(startedAtMs);
    note('swapped');
    firstRead.resolve();
    report.statusChanged();
    stats.noteChange();
  }

  /** Returns the people that the read file lacks although the database has them; undefined if it should be read again. */
  function lackingOf(read: StagedFile): readonly number[] | undefined {
    const { hasData, isHeld } = openFile();
    if (!hasData) return [];
    if (!reference.isSound(store, read.store) || isHeld) return undefined;
    const lacking = lackingPeople({ here: current.memory, read: read.memory, held: current.held });
    return lacking === undefined || lacking.length > MOST_LACKING ? undefined : lacking;
  }

  /** Polls for changes, for people one by one, and goes on with a rebuild. Returns whether there is more to do at once. */
  async function followChanges(): Promise<boolean> {
    const polled = await poll();
    const { times, checksums, untilMs } = polled;
    let { isCutShort } = polled;
    isReferenceDoubtful ||= polled.isReferenceDoubtful;
    if (staged !== undefined && !isCutShort) {
      if (await staged.keepUp(times, checksums, untilMs)) await swap(staged);
      else isCutShort = true;
    }
    await rebuildIfDue(times);
    return isCutShort;
  }

  async function rebuildIfDue(times: WriteTimes): Promise<void> {
    const isOfPeople = polls.outstanding() > MOST_ONE_BY_ONE;
    if (isOfPeople || isReferenceDoubtful) wanted.note();
    if (phase !== 'steady' || !whole.isRested() || !wanted.isDue(times, isOfPeople ? 'all' : 'reference')) return;
    wanted.done();
    if (!isOfPeople && !(await isReferenceOther())) return;
    if (phase !== 'steady') return;
    isReferenceDoubtful = false;
    doBeside(readBeside);
  }

  async function isReferenceOther(): Promise<boolean> {
    if (!isReferenceDoubtful) return false;
    const before = store.read((tx) => stored.reference(tx));
    const now = await meanwhile(database().readReferenceChecksums());
    const isSame = before.size === now.size && [...now].every(([name, checksum]) => before.get(name) === checksum);
    if (isSame) isReferenceDoubtful = false;
    return !isSame;
  }

  /** Returns whether there is more to do at once. */
  async function pollOnce(): Promise<boolean> {
    if (!current.isOpen()) adoptFile();
    if (!current.hasData) await readFirst();
    else if (phase === 'read') doBeside(openStaged);
    const startedAtMs = performance.now();
    const isCutShort = await followChanges();
    counts.polls += 1;
    counts.pollMs = performance.now() - startedAtMs;
    age.compared(startedAtMs);
    trouble.end();
    await connections.reportRights();
    // Another program may be writing for a while; the next poll does not wait for it.
    if (current.isOpen()) age.noteSometimes().catch(failed);
    if (phase !== 'opening' && phase !== 'staged') stats.countWhenDue();
    return isCutShort;
  }

  function failed(error: unknown): false {
    if (signal.aborted) return false;
    counts.failedPolls += 1;
    polls.compareAll();
    polls.wait();
    const isExpected = error instanceof UnreadableRdpDatabase || error instanceof UnusableDatabase;
    if (!isExpected && trouble.present() === undefined) report.fault(error);
    trouble.begin(error as Error);
    notePolled();
    connections.renew();
    return false;
  }

  async function run(): Promise<void> {
    removeDatabase(file);
    while (!signal.aborted) {
      const isCutShort = await pollOnce().catch(failed);
      await pause(isCutShort ? 0 : polls.restMs(), undefined, { signal }).catch(() => {});
    }
    await beside;
    closeStaged();
  }

  const running = run();
  return {
    firstRead: firstRead.promise,
    status() {
      const outstanding = polls.outstanding();
      return followStatus({
        ...counts,
        ...{ hasData: current.hasData, isUnchecked: !hasPolled, trouble: trouble.present(), maxAgeMs },
        comparedAtMs: current.isOpen() ? age.comparedAtMs() : undefined,
        ...{
          outstanding: outstanding > MOST_ONE_BY_ONE ? outstanding : 0,
          withheld: toWithheld(withheld),
          missingPeople: current.held.missingPeople(),
          omitted: current.omitted,
        },
        ...{ progress: whole.progress(), wholeReads: whole.count(), wholeReadMs: whole.tookMs() },
      });
    },
    async [Symbol.asyncDispose]() {
      ending.abort();
      note('closed');
      await Promise.race([Promise.all([running, stats.ended()]), pause(END_WAIT_MS)]);
      if (current.hasData && current.isOpen()) await age.note().catch(report.fault);
      await Promise.race([connections[Symbol.asyncDispose](), pause(END_WAIT_MS)]);
    },
  };
}
