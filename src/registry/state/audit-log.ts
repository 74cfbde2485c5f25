/**
 * Stores how questions to other registries fared, and the calls to each, without delaying answers. If the audit log is
 * switched off, it deletes what was stored.
 */

import { DAY_MS, HOUR_MS } from '../../domain/durations.ts';
import { RegistryError } from '../../domain/errors.ts';
import type { AuditEntry, AuditFilter, AuditPage, PartnerCall, PartnerDay } from '../../domain/federation/audit-log.ts';
import { nextTurn } from '../../lib/slices.ts';
import { isBusy, UnusableDatabase } from '../store/sqlite-file.ts';
import { type AuditStore, linesOf, MOST_LINES_A_DAY } from './audit-store.ts';

/** `trouble` is why questions cannot be stored or read now; null if they can. */
type ReadAuditLog = AuditPage & { keepDays: number; withText: boolean; trouble: string | null };

export type AuditLog = AsyncDisposable & {
  note(entry: AuditEntry): void;
  noteCall(call: PartnerCall): void;
  /** The calls from before the start, the oldest first. */
  readonly callsBefore: readonly PartnerCall[];
  list(filter: AuditFilter): Promise<ReadAuditLog>;
  /** Returns the days, the newest first. */
  partnerDays(partner: string): Promise<{ days: PartnerDay[]; trouble: string | null }>;
};

export type AuditLogOptions = {
  store: AuditStore;
  /** 0: there is no audit log, and an old one is deleted. */
  keepDays: number;
  withText: boolean;
  /** Whether this process deletes old entries; one of several processes with the same state is enough. */
  tidies: boolean;
  /** Called once when the log cannot be written, and once when it can be written again. */
  log(level: 'info' | 'warn', what: string): void;
  /** Returns milliseconds since 1970. */
  now: () => number;
};

const WRITE_MS = 1000;
const RETRY_MS = 5000;
/** How long after a deletion that failed it is tried again. */
const DELETE_AGAIN_MS = 60_000;
/** A start, a stop or a page waits at most this time for the state. */
const PATIENCE_MS = 2000;
/** The largest number of lines that wait to be written; further ones are lost, and counted. */
const MOST_WAITING = 50_000;
/** How many questions are written at once, because other work waits meanwhile. */
const BATCH = 100;
const END_OF_TIME = Date.parse('9999-12-31');

/** Opens the audit log. It throws no errors of the state, because requests can be answered without a log. */
export async function openAuditLog(options: AuditLogOptions): Promise<AuditLog> {
  if (options.keepDays > 0) return storedLog(options);
  const { store, tidies, log } = options;
  if (!tidies) return NO_LOG;
  let isWarned = false;
  const tidying = regularly(async () => {
    try {
      await store.dropOlder(END_OF_TIME);
    } catch (error) {
      const what = `the audit log is switched off, but its questions cannot be deleted yet, as ${reasonOf(error)}`;
      if (!isWarned) log('warn', what);
      isWarned = true;
      throw error;
    }
  });
  await within(tidying.first);
  return { ...NO_LOG, [Symbol.asyncDispose]: async () => tidying[Symbol.dispose]() };
}

const NO_LOG: AuditLog = {
  callsBefore: [],
  note() {},
  noteCall() {},
  list: async () => ({ keepDays: 0, withText: false, entries: [], next: null, leftOut: 0, trouble: null }),
  partnerDays: async () => ({ days: [], trouble: null }),
  [Symbol.asyncDispose]: async () => {},
};

async function storedLog({ store, keepDays, withText, tidies, log, now }: AuditLogOptions): Promise<AuditLog> {
  let entries: AuditEntry[] = [];
  let calls: PartnerCall[] = [];
  let waiting = 0;
  let lost = 0;
  let trouble: string | undefined;
  let fullDay: string | undefined;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  function noteTrouble(reason: string): void {
    if (trouble === undefined)
      log('warn', `the audit log cannot be written, as ${reason}; answers continue without it`);
    trouble = reason;
  }

  function noteRecovery(): void {
    if (trouble === undefined) return;
    trouble = undefined;
    const missing = lost === 0 ? 'nothing is missing' : `${lost} questions and calls are missing in it`;
    log('info', `the audit log is written again; ${missing}`);
    lost = 0;
  }

  function noteFull(leftOut: number): void {
    const today = new Date(now()).toISOString().slice(0, 10);
    if (leftOut === 0 || fullDay === today) return;
    fullDay = today;
    const most = `${MOST_LINES_A_DAY} lines of one day, which is all it keeps`;
    log('warn', `the audit log has ${most}; further questions of it are left out`);
  }

  async function writeWaiting(): Promise<void> {
    for (; waiting > 0; await nextTurn()) {
      const batch = { entries: entries.slice(0, BATCH), calls: calls.slice(0, 10 * BATCH) };
      try {
        noteFull(await store.write(batch.entries, batch.calls));
      } catch (error) {
        // An import writes for long; until then all that is asked waits here.
        if (!isBusy(error)) noteTrouble(reasonOf(error));
        return;
      }
      entries = entries.slice(batch.entries.length);
      calls = calls.slice(batch.calls.length);
      waiting -= batch.calls.length + batch.entries.reduce((sum, entry) => sum + linesOf(entry), 0);
    }
    noteRecovery();
  }

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeWaiting().finally(() => {
      writing = undefined;
      if (waiting > 0) writeLater(trouble === undefined ? WRITE_MS : RETRY_MS);
    });
    return writing;
  }

  function writeLater(afterMs: number): void {
    if (!isClosed) timer ??= setTimeout(() => void write(), afterMs).unref();
  }

  /** Returns whether there is room for these lines, and counts them as waiting if so. */
  function takesIn(lines: number): boolean {
    if (isClosed) return false;
    if (waiting + lines > MOST_WAITING) {
      if (lost === 0) noteTrouble('more is asked than can be written');
      lost++;
      return false;
    }
    waiting += lines;
    if (writing === undefined) writeLater(WRITE_MS);
    return true;
  }

  let mayHoldTexts = !withText;
  async function tidy(): Promise<void> {
    try {
      if (mayHoldTexts) await store.dropTexts();
      mayHoldTexts = false;
      await store.dropOlder(now() - keepDays * DAY_MS);
    } catch (error) {
      if (!isBusy(error)) noteTrouble(reasonOf(error));
      throw error;
    }
  }

  /** Writes what waits, then reads. */
  async function read<Result>(ask: () => Promise<Result>, none: Result) {
    await within(write());
    try {
      const result = await ask();
      if (waiting === 0) noteRecovery();
      const unwritten = waiting > 0 ? 'the last questions are not written yet' : null;
      return { result, trouble: trouble ?? unwritten };
    } catch (error) {
      noteTrouble(reasonOf(error));
      return { result: none, trouble: reasonOf(error) };
    }
  }

  const reading = store.calls().catch((error) => {
    noteTrouble(reasonOf(error));
    return [];
  });
  const callsBefore = (await within(reading)) ?? [];
  const tidying = tidies ? regularly(tidy) : undefined;
  return {
    callsBefore,
    note(entry) {
      if (takesIn(linesOf(entry))) entries.push(entry);
    },
    noteCall(call) {
      if (takesIn(1)) calls.push(call);
    },
    async list(filter) {
      const { result, ...rest } = await read(() => store.list(filter), { entries: [], next: null, leftOut: 0 });
      return { keepDays, withText, ...result, ...rest };
    },
    async partnerDays(partner) {
      const { result: days, ...rest } = await read(() => store.partnerDays(partner), []);
      return { days, ...rest };
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      tidying?.[Symbol.dispose]();
      await within(write());
      if (waiting > 0) log('warn', `${waiting} lines of the audit log were not written before the end`);
    },
  };
}

/** Runs work now and every hour, and again after a minute where it failed. `first` is the first run, which never fails. */
function regularly(work: () => Promise<void>): Disposable & { first: Promise<void> } {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  async function run(): Promise<void> {
    const waitMs = await work().then(
      () => HOUR_MS,
      () => DELETE_AGAIN_MS,
    );
    if (!isOver) timer = setTimeout(() => void run(), waitMs).unref();
  }
  return {
    first: run(),
    [Symbol.dispose]() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

/** Returns why the state cannot be used, in words that follow "as". */
function reasonOf(error: unknown): string {
  if (error instanceof UnusableDatabase) return error.reason;
  if (error instanceof RegistryError) return 'the database of the state cannot be used now';
  return (error as Error).message;
}

/** Returns undefined if the work takes too long. */
async function within<T>(work: Promise<T>): Promise<T | undefined> {
  const limit = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => limit.resolve(undefined), PATIENCE_MS);
  try {
    return await Promise.race([work, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}
