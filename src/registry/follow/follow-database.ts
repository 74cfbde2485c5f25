/** Updates the file of a registry as a copy of an RDP database: the first reading is of everything, later ones of changes. */

import { setTimeout as pause } from 'node:timers/promises';
import type { OmittedValues } from '../people/omitted-values.ts';
import type { PersonTable, WriteTimes } from '../rdp-database/changes.ts';
import { PERMISSION_TABLES } from '../rdp-database/read-permissions.ts';
import { refuseMissing } from '../rdp-database/schema.ts';
import { UnreadableRdpDatabase } from '../rdp-database/unreadable.ts';
import { UnusableDatabase } from '../store/sqlite-file.ts';
import { openSqliteStore, type SqliteStore } from '../store/sqlite-store.ts';
import { storedChecksums, type UserChecksums } from './checksums.ts';
import { confirmationReader } from './confirmation.ts';
import { dataAge } from './data-age.ts';
import { delayedStats } from './delayed-stats.ts';
import { type FollowCounts, type FollowStatus, followStatus, toWithheld } from './follow-status.ts';
import { keepLoadedInThread, removeFile } from './generation-in-thread.ts';
import { HELD_TABLES, type MissingPeople } from './held-back.ts';
import { knownFile } from './known-file.ts';
import { loadedName } from './loaded-knowledge.ts';
import { movedTables } from './moved-tables.ts';
import { type NextFile, openNextFile } from './next-file.ts';
import { openLookedAtDatabase } from './patient-database.ts';
import { rightsReport } from './rights-report.ts';
import { followTrouble, type TroubleReport } from './trouble.ts';
import { lackingPeople, referenceLoss, type WholeReadReport, wholeReading, wholeWantedSince } from './whole-reading.ts';

export type Following = AsyncDisposable & {
  status(): FollowStatus;
  /** Resolves once there are data of this database to answer from. */
  firstRead: Promise<void>;
};

export type FollowReport = WholeReadReport &
  TroubleReport & {
    /** Called when most people are missing in the database and their records here are held back; undefined when that is over. */
    missing(people: MissingPeople | undefined): void;
    /** Called when other processes have to know of the status at once, such as when another file has replaced the open one. */
    statusChanged(): void;
    /** Called with values of single people that a registry cannot hold. */
    omitted(omitted: OmittedValues): void;
    /** Called once with the permissions of the account beyond reading. */
    mayDoMore(rights: readonly string[]): void;
    /** Called with an error that is a bug of this program. */
    fault(error: unknown): void;
  };

type FollowOptions = {
  address: string;
  /** The store with the copy, from which requests are answered meanwhile. */
  store: SqliteStore;
  /** The time from one look for changes to the next. */
  everyMs: number;
  /** The time from one full comparison to the next. */
  fullCheckMs: number;
  /** The data are too old to answer from if no look has succeeded for this time. */
  maxAgeMs: number;
  /** Returns when an operator last confirmed that people who are missing in the database have left. */
  confirmed(): Promise<Date | undefined>;
  report: FollowReport;
};

/** If more people have changed, the whole database is read into another file, instead of one person after another. */
const MOST_ONE_BY_ONE = 300;
/** The largest number of people that are added to a newly read file before it is used; if it lacks more, it is read again. */
const MOST_LACKING = 50;
/** A look writes records for at most this time, so that withdrawals are looked for again soon. */
const WORK_MS = 1_000;
/** The pause after a withdrawal, as a share of the time it took, so that a slow server can rest even if that was longer than `everyMs`. */
const LEAST_REST_SHARE = 0.2;
/** The pause after a comparison of tables without times, such as views, by the time it took: it reads them completely. */
const UNTIMED_REST = 4;
/** At shutdown, the longest wait for answers of the database. */
const END_WAIT_MS = 1000;

/** Starts to follow. @throws UnreadableRdpDatabase for an invalid address; later errors are reported, and the work is tried again */
export function followDatabase(options: FollowOptions): Following {
  const { address, store, everyMs, fullCheckMs, maxAgeMs, confirmed, report } = options;
  let database = openLookedAtDatabase(address);
  const stored = storedChecksums(store);
  const ending = new AbortController();
  const { signal } = ending;
  const fileBefore = store.file.path();
  const nextFile = `${fileBefore}-next`;
  const whole = wholeReading({ address, file: nextFile, fileBefore, signal, report });
  const stats = delayedStats({ file: fileBefore, signal, fault: report.fault });
  const age = dataAge(store);
  const counts: FollowCounts = { usersTakenOver: 0, looks: 0, failedLooks: 0, lookMs: 0 };

  let withheld: ReadonlySet<number> = new Set();
  const known = { store, database: () => database, withhold };
  let here = knownFile(known);
  const firstRead = Promise.withResolvers<void>();
  if (here.hasData) firstRead.resolve();
  const reportRights = rightsReport(report.mayDoMore);
  let isMissingReported = false;
  const readConfirmation = confirmationReader(confirmed);
  let withdrawAtMs = -Infinity;
  let seenToWithdraw: WriteTimes | undefined;
  let outstanding = 0;
  let isCutShort = false;
  let seen: WriteTimes | undefined;
  let nextFullCheckMs = -Infinity;
  let untimedDueMs = -Infinity;
  let isReferenceDoubtful = false;
  const wholeWanted = wholeWantedSince();
  const reference = referenceLoss();
  const trouble = followTrouble(report);
  /** Whether the database has been looked at since the start, or cannot be: what was withdrawn before is not known until then. */
  let hasLooked = false;
  let preparing: Promise<void> | undefined;
  let next: NextFile | undefined;

  /** Withholds people at once, here and in the other processes. */
  function withhold(userIds: ReadonlySet<number>): void {
    if (userIds.size === 0 && withheld.size === 0) return;
    withheld = userIds;
    store.withhold(userIds);
    report.statusChanged();
  }

  /** Waits until no statistics are counted, because they would be written to the file that is replaced. */
  async function prepareNext(): Promise<void> {
    await stats.ended();
    if (here.hasData) await keepLoaded();
    if (!signal.aborted) next = openNextFile({ file: nextFile, database: () => database, meanwhile });
  }

  function prepareBeside(): void {
    preparing ??= prepareNext()
      .catch((error) => {
        if (signal.aborted) return;
        report.wholeReadFailed((error as Error).message);
        whole.discard();
      })
      .finally(() => {
        preparing = undefined;
      });
  }

  /** Copies what was loaded into the open file while the next one was read. */
  async function keepLoaded(): Promise<void> {
    using read = openSqliteStore(nextFile, { makesFile: false });
    const isSame = read.read((tx) => loadedName(tx, read)) === store.read((tx) => loadedName(tx, store));
    if (!isSame) await keepLoadedInThread({ file: nextFile, fileBefore }, signal);
  }

  function closeNext(): void {
    next?.[Symbol.dispose]();
    next = undefined;
  }

  /** Reads the database for the first time. No request was answered from this file yet, so nothing else needs a look before. */
  async function readFirst(): Promise<void> {
    // If a file of other data was put in place, a reading may already be running.
    await whole.ended();
    await preparing;
    if (!whole.isReady()) await whole.read();
    if (next === undefined) await prepareNext();
    if (next === undefined) return;
    while (!(await next.keepUp(await database.readWriteTimes(), new Map(), Infinity)));
    await exchange(next);
  }

  /** Replaces the open file by the one that was read, in which all withdrawals of the meantime have been written. */
  async function exchange(read: NextFile): Promise<void> {
    const startedAtMs = performance.now();
    const lacking = lackingOf(read);
    if (lacking === undefined) {
      closeNext();
      whole.discard();
      isReferenceDoubtful = true;
      return;
    }
    await read.takeOver(lacking, MOST_LACKING);
    const loaded = read.loaded();
    closeNext();
    // If something is being loaded at this moment, the replacement waits until that is copied too.
    if (!(await store.replaceInTurn(nextFile, (tx) => loadedName(tx, store) === loaded))) return;
    // Nothing is awaited from here on, because a change that is written to the old file now would be lost.
    whole.taken();
    here = knownFile(known, { ...read, held: here.held });
    // All that was withdrawn is written in this file.
    withhold(new Set());
    outstanding = here.memory.outstanding().size;
    age.compared(startedAtMs);
    firstRead.resolve();
    report.statusChanged();
    stats.noteChange();
  }

  /** Returns the people that the read file lacks although the database has them; undefined if it should be read again. */
  function lackingOf(read: NextFile): readonly number[] | undefined {
    if (!here.hasData) return [];
    if (!reference.isSound(store, read.store) || here.held.people().size > 0) return undefined;
    const lacking = lackingPeople({ here: here.memory, read: read.memory, held: here.held });
    return lacking === undefined || lacking.length > MOST_LACKING ? undefined : lacking;
  }

  /**
   * Reads the tables that decide who sees what, if one was written, and writes withdrawals into the open file and into the
   * next one. Returns when tables were last written.
   */
  async function withdraw(): Promise<WriteTimes> {
    const startedAtMs = performance.now();
    const times = await database.readWriteTimes();
    const { ofUsers, untimed } = movedTables(seenToWithdraw, times);
    const isHeld = here.held.people().size > 0;
    const tables = PERMISSION_TABLES.filter((table) => isHeld || ofUsers.includes(table) || untimed.includes(table));
    if (tables.length > 0) {
      const permissions = await database.readPermissions(tables);
      here.withdrawals.notePresence(permissions);
      await lookForMissing();
      await here.withdrawals.write(permissions);
      await next?.withdraw(permissions);
    }
    seenToWithdraw = times;
    noteLooked();
    const tookMs = performance.now() - startedAtMs;
    withdrawAtMs = startedAtMs + Math.max(everyMs, tookMs * (1 + LEAST_REST_SHARE));
    return times;
  }

  function noteLooked(): void {
    if (hasLooked) return;
    hasLooked = true;
    report.statusChanged();
  }

  /** Waits for a read, and meanwhile looks for withdrawals as often as usual. */
  async function meanwhile<T>(reading: Promise<T>): Promise<T> {
    if (!here.hasData) return reading;
    const settled = reading.then(
      () => true,
      () => true,
    );
    const isDue = () => pause(Math.max(0, withdrawAtMs - performance.now()), false, { ref: false });
    while (!(await Promise.race([settled, isDue()])) && !signal.aborted) await withdraw();
    return reading;
  }

  /** Takes over the records of changed people, for as long as a look may take. Returns the checksums that were read. */
  async function lookAtPeople(tables: readonly PersonTable[], untilMs: number): Promise<UserChecksums> {
    const read = new Map<PersonTable, ReadonlyMap<number, string>>();
    isCutShort = false;
    for (const table of tables) {
      for (const [of, checksums] of await meanwhile(here.follower.compare([table]))) read.set(of, checksums);
    }
    if (tables.length > 0 || here.held.people().size > 0) await lookForMissing();
    const behind = here.follower.outstanding();
    outstanding = behind.length;
    if (outstanding > MOST_ONE_BY_ONE) wholeWanted.note();
    // The next file already has their records.
    else if (outstanding > 0 && next === undefined) await takeOver(behind, untilMs);
    return read;
  }

  async function takeOver(behind: readonly number[], untilMs: number): Promise<void> {
    const taken = await here.follower.takeOver(behind, untilMs);
    outstanding -= taken.users;
    isCutShort ||= taken.isCutShort;
    counts.usersTakenOver += taken.users;
    stats.noteChange();
    if (taken.omitted.count > 0) report.omitted(taken.omitted);
    isReferenceDoubtful ||= taken.lacksReference;
  }

  async function lookForMissing(): Promise<void> {
    // The confirmation is read before the loss is reported, so that a confirmation right after the report counts.
    const mayConfirm = HELD_TABLES.some((table) => here.memory.missing(table).length > 0);
    const isOther = here.held.update(here.memory, mayConfirm ? await readConfirmation() : undefined);
    const missing = here.held.missingPeople();
    if (isMissingReported !== (missing !== undefined)) report.missing(missing);
    isMissingReported = missing !== undefined;
    if (!isOther) return;
    // The next look withdraws people who have left, even if no table is written any more.
    seenToWithdraw = undefined;
    await store.writeInTurn((tx) => stored.writeHeld(tx, here.held.toKeep()));
  }

  async function lookForChanges(): Promise<void> {
    const isFull = performance.now() >= nextFullCheckMs;
    if (isFull) seenToWithdraw = undefined;
    const times = await withdraw();
    refuseMissing(times.lacking, database.label);
    const moved = movedTables(isFull ? undefined : seen, times);
    const startedAtMs = performance.now();
    const untilMs = startedAtMs + WORK_MS;
    const untimed = startedAtMs < untimedDueMs ? [] : moved.untimed;
    const checksums = await lookAtPeople([...moved.ofUsers, ...untimed], untilMs);
    if (untimed.length > 0) untimedDueMs = performance.now() + UNTIMED_REST * (performance.now() - startedAtMs);
    seen = times;
    if (next !== undefined && !isCutShort) {
      if (await next.keepUp(times, checksums, untilMs)) await exchange(next);
      else isCutShort = true;
    }
    if (moved.hasReference) isReferenceDoubtful = true;
    if (isFull) nextFullCheckMs = performance.now() + fullCheckMs;
    if (isReferenceDoubtful) wholeWanted.note();
    const isOfPeople = outstanding > MOST_ONE_BY_ONE;
    const isDue = wholeWanted.isDue(times, isOfPeople ? 'all' : 'reference');
    if (here.held.people().size > 0 || !whole.mayBegin() || !isDue) return;
    wholeWanted.done();
    if (isOfPeople) {
      isReferenceDoubtful = false;
      whole.begin();
    } else if (isReferenceDoubtful) await lookAtReference();
  }

  async function lookAtReference(): Promise<void> {
    const before = store.read((tx) => stored.reference(tx));
    const now = await meanwhile(database.readReferenceChecksums());
    isReferenceDoubtful = false;
    const isSame = before.size === now.size && [...now].every(([name, checksum]) => before.get(name) === checksum);
    if (!isSame) whole.begin();
  }

  /** Takes up a file that somebody has put in place, such as an older copy: it is compared completely. */
  function takeUpFile(): void {
    here = knownFile(known);
    withhold(new Set());
    age.forget();
    nextFullCheckMs = -Infinity;
  }

  async function look(): Promise<void> {
    if (!here.isOpen()) takeUpFile();
    if (!here.hasData) await readFirst();
    else if (whole.isReady() && next === undefined) prepareBeside();
    const startedAtMs = performance.now();
    await lookForChanges();
    counts.looks += 1;
    counts.lookMs = performance.now() - startedAtMs;
    age.compared(startedAtMs);
    trouble.end();
    await reportRights(database);
    // Another program may be writing for a while; the next look does not wait for it.
    if (here.isOpen()) age.noteSometimes().catch(failed);
    if (preparing === undefined && next === undefined) stats.countWhenDue();
  }

  function failed(error: unknown): void {
    if (signal.aborted) return;
    counts.failedLooks += 1;
    nextFullCheckMs = -Infinity;
    withdrawAtMs = performance.now() + everyMs;
    const isExpected = error instanceof UnreadableRdpDatabase || error instanceof UnusableDatabase;
    if (!isExpected && trouble.present() === undefined) report.fault(error);
    trouble.begin(error as Error);
    noteLooked();
    reconnect();
  }

  /** Opens new connections, so that the state of a failed one does not affect later queries. */
  function reconnect(): void {
    const failing = database;
    try {
      database = openLookedAtDatabase(address);
    } catch (error) {
      // Something that the address names, such as a certificate file, is missing at the moment.
      if (!(error instanceof UnreadableRdpDatabase)) throw error;
      return;
    }
    Promise.resolve(failing[Symbol.asyncDispose]()).catch(report.fault);
  }

  async function run(): Promise<void> {
    removeFile(nextFile);
    while (!signal.aborted) {
      await look().catch(failed);
      const restMs = isCutShort ? 0 : Math.max(0, withdrawAtMs - performance.now());
      await pause(restMs, undefined, { signal }).catch(() => {});
    }
    await preparing;
    closeNext();
  }

  const running = run();
  return {
    firstRead: firstRead.promise,
    status: () =>
      followStatus({
        ...counts,
        ...{ hasData: here.hasData, isUnchecked: !hasLooked, trouble: trouble.present(), maxAgeMs },
        comparedAtMs: here.isOpen() ? age.comparedAtMs() : undefined,
        ...{
          outstanding: outstanding > MOST_ONE_BY_ONE ? outstanding : 0,
          withheld: toWithheld(withheld),
          missingPeople: here.held.missingPeople(),
          omitted: here.omitted,
        },
        ...{ progress: whole.progress(), wholeReads: whole.count(), wholeReadMs: whole.tookMs() },
      }),
    async [Symbol.asyncDispose]() {
      ending.abort();
      await Promise.race([Promise.all([running, whole.ended(), stats.ended()]), pause(END_WAIT_MS)]);
      if (here.hasData && here.isOpen()) await age.note().catch(report.fault);
      await Promise.race([database[Symbol.asyncDispose](), pause(END_WAIT_MS)]);
    },
  };
}
