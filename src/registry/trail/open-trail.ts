/**
 * Stores the trail of questions to other registries, and the history of each, without delaying answers. If no trail is
 * configured, an old one is deleted.
 */

import { existsSync } from 'node:fs';
import type { PartnerDay, TrailCall, TrailEntry, TrailPage } from '../../domain/federation/trail.ts';
import type { Trail, TrailOptions } from './trail.ts';
import { trailDesk } from './trail-desk.ts';
import { removeTrail, trailFileOf } from './trail-file.ts';
import { MOST_LINES_A_DAY } from './trail-writer.ts';

/** Opens the trail. It throws no errors of the file, because requests can be answered without a trail. */
export async function openTrail(options: TrailOptions): Promise<Trail> {
  const { databaseFile, keepDays, log } = options;
  const file = trailFileOf(databaseFile);
  if (keepDays > 0) return storedTrail({ ...options, file });
  try {
    removeTrail(file);
  } catch (error) {
    log('warn', `no trail is kept, but the old one, ${file}, cannot be deleted (${(error as Error).message})`);
  }
  return NO_TRAIL;
}

const NO_TRAIL: Trail = {
  callsBefore: [],
  note() {},
  noteCall() {},
  list: async () => ({ keepDays: 0, withText: false, entries: [], next: null, leftOut: 0, trouble: null }),
  partnerDays: async () => ({ days: [], trouble: null }),
  [Symbol.asyncDispose]: async () => {},
};

const WRITE_MS = 1000;
const RETRY_MS = 5000;
const TIDY_MS = 3_600_000;
/** A start or a stop waits at most this time for the file. */
const PATIENCE_MS = 2000;
/** The largest number of questions, answers and calls that wait to be written; further ones are lost, and counted. */
const MOST_WAITING = 50_000;
/** How many lines are passed to the thread at once, because this process copies them. */
const BATCH = 200;

/** Opens the trail; errors of the file are reported, never thrown. */
async function storedTrail(options: TrailOptions & { file: string }): Promise<Trail> {
  const { file, keepDays, withText, tidies, log, now } = options;
  const desk = trailDesk(file, (reason) =>
    log('warn', `the trail could not be read, as ${reason}; it was put aside (.damaged), and a new one is begun`),
  );
  let entries: TrailEntry[] = [];
  let calls: TrailCall[] = [];
  let waiting = 0;
  let lost = 0;
  let trouble: string | undefined;
  let fullDay: string | undefined;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  function noteTrouble(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (trouble === undefined) log('warn', `the trail cannot be kept, as ${reason}; answers go on without it`);
    trouble = reason;
  }

  function noteRecovery(): void {
    if (trouble === undefined) return;
    trouble = undefined;
    const missing = lost === 0 ? 'nothing is missing' : `${lost} questions and calls are missing in it`;
    log('info', `the trail is kept again; ${missing}`);
    lost = 0;
  }

  function noteFull(omitted: number): void {
    const today = new Date(now()).toISOString().slice(0, 10);
    if (omitted === 0 || fullDay === today) return;
    fullDay = today;
    log(
      'warn',
      `the trail has ${MOST_LINES_A_DAY} lines of one day, which is all it keeps; further questions of it are left out`,
    );
  }

  async function writeWaiting(): Promise<void> {
    if (waiting === 0) return;
    while (waiting > 0) {
      const batch = { entries: entries.slice(0, BATCH), calls: calls.slice(0, 10 * BATCH) };
      try {
        noteFull(await desk.order<number>({ kind: 'write', ...batch }));
      } catch (error) {
        return noteTrouble(error);
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
      if (lost === 0) noteTrouble(new Error('more is asked than can be written'));
      lost++;
      return false;
    }
    waiting += lines;
    if (writing === undefined) writeLater(WRITE_MS);
    return true;
  }

  async function tidy(): Promise<void> {
    if (!existsSync(file)) return;
    await desk.order({ kind: 'tidy', nowMs: now(), keeping: { keepDays, withText } }).catch(noteTrouble);
  }

  /** Writes the waiting lines, then reads. */
  async function read<Result>(
    ask: () => Promise<Result>,
    none: Result,
  ): Promise<{ result: Result; trouble: string | null }> {
    await write();
    try {
      const result = await ask();
      if (waiting === 0) noteRecovery();
      return { result, trouble: trouble ?? null };
    } catch (error) {
      noteTrouble(error);
      return { result: none, trouble: trouble ?? null };
    }
  }

  async function readCalls(): Promise<TrailCall[]> {
    if (!existsSync(file)) return [];
    const reading = desk.order<TrailCall[]>({ kind: 'calls' }).catch((error) => {
      noteTrouble(error);
      return [];
    });
    return (await within(reading)) ?? [];
  }

  const callsBefore = await readCalls();
  const tidying = tidies ? setInterval(() => void tidy(), TIDY_MS).unref() : undefined;
  if (tidies) void tidy();
  return {
    callsBefore,
    note(entry) {
      if (takesIn(linesOf(entry))) entries.push(entry);
    },
    noteCall(call) {
      if (takesIn(1)) calls.push(call);
    },
    async list(filter) {
      const none = { entries: [], next: null, leftOut: 0 };
      const { result, ...rest } = await read(() => desk.order<TrailPage>({ kind: 'list', filter }), none);
      return { keepDays, withText, ...result, ...rest };
    },
    async partnerDays(key) {
      const { result: days, ...rest } = await read(() => desk.order<PartnerDay[]>({ kind: 'partner-days', key }), []);
      return { days, ...rest };
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      clearInterval(tidying);
      await within(write());
      await desk[Symbol.asyncDispose]();
    },
  };
}

function linesOf({ answers }: TrailEntry): number {
  return 1 + answers.length;
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
