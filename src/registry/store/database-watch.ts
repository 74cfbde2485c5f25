/** Watches a database file of a running registry: reports what is wrong with it, and opens it again once it is intact. */

import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FileFormat } from './file-format.ts';
import { displacement, type FileLook, isSame, isSameFile, isUnchanged, lookAt } from './file-look.ts';
import { UnusableDatabase } from './sqlite-file.ts';
import type { SqliteStore } from './sqlite-store.ts';

export type CheckedFile = {
  file: string;
  /** Whether the file is read without the log beside it, because that belongs to another file. */
  isAlone: boolean;
  format: FileFormat;
};

/** Returns why the file cannot be used, in words that follow "cannot be used:"; undefined for an intact file of that format. */
export async function problemOfFile(checked: CheckedFile, signal: AbortSignal): Promise<string | undefined> {
  const file = `./whole-check-thread${extname(import.meta.filename)}`;
  const thread = new Worker(new URL(file, import.meta.url), { workerData: checked });
  thread.unref();
  try {
    const [problem] = (await once(thread, 'message', { signal })) as [string | undefined];
    return problem;
  } finally {
    await thread.terminate();
  }
}

type DatabaseWatch = Disposable & {
  /** Returns why the registry is not ready, in words that follow "cannot be used:"; undefined if nothing is wrong. */
  trouble(): string | undefined;
};

type DatabaseWatchOptions = {
  store: SqliteStore;
  format: FileFormat;
  /** Called once with every trouble, and with undefined when it is over. */
  report(trouble: string | undefined): void;
  /** Called whenever another file, or the same one again, was opened. */
  opened?: (() => void) | undefined;
};

const EVERY_MS = 1000;
/** With a slow disk, seconds may pass between SQLite's writing to the log and its writing to the file. */
const LONG_QUIET_LOOKS = 10;
/** A faulty file that does not change is checked again after this time, ... */
const CHECK_AGAIN_MS = 5000;
/** ... or later if a check takes long, so that checks use the disk for at most this share of the time. */
const CHECK_SHARE = 0.1;
const WRITTEN_OVER = 'it was changed by something other than SQLite, and is being checked';

/** Starts to watch the database file, until it is disposed. */
export function watchDatabase(options: DatabaseWatchOptions): DatabaseWatch {
  const { store, format, report, opened = () => {} } = options;
  const { file } = store;
  const ending = new AbortController();
  let reported: string | undefined;
  const lookNow = () => lookAt(file.pathNow());
  let last = lookNow();
  let quietLooks = 0;
  /** Whether the last look found another file or none. A replacing file is usually opened at once, so one such look is no trouble yet. */
  let wasDisplaced = false;
  let isChecking = false;
  let checked: { look: FileLook; problem: string | undefined; againAt: number } | undefined;

  function troubleOf(now: FileLook): string | undefined {
    const displaced = displacement(file.files(), now);
    const isChecked = checked !== undefined && isSameFile(checked.look, now);
    const problem = isChecked ? checked?.problem : undefined;
    const trouble = displaced === undefined ? file.fault() : (problem ?? displaced);
    const isPassing = displaced !== undefined && problem === undefined && !wasDisplaced;
    if (trouble !== reported && !isPassing) {
      report(trouble);
      reported = trouble;
    }
    return trouble;
  }

  /** SQLite writes to the log first. If the log has not changed for long and the file alone changes, another program wrote it. */
  function noticeWriting(now: FileLook): void {
    const isFileSame = isSame(last.main, now.main);
    const isLogSame = isSame(last.wal, now.wal);
    const isLongQuiet = quietLooks >= LONG_QUIET_LOOKS;
    if (!isFileSame && isLogSame && isLongQuiet && isSameFile(last, now)) file.distrust(WRITTEN_OVER);
    quietLooks = isFileSame && isLogSame ? quietLooks + 1 : 0;
  }

  async function look(): Promise<void> {
    const now = lookNow();
    noticeWriting(now);
    const isSettled = isUnchanged(last, now);
    if (!isSameFile(last, now) && !isSameFile(file.files(), now)) detach();
    last = lookNow();
    const isInTrouble = troubleOf(now) !== undefined;
    wasDisplaced = displacement(file.files(), now) !== undefined;
    if (!isInTrouble || isChecking || !isSettled || now.main === undefined) return;
    if (checked !== undefined && isUnchanged(checked.look, now) && performance.now() < checked.againAt) return;
    isChecking = true;
    await recover(now);
    isChecking = false;
  }

  function detach(): void {
    try {
      file.detach();
    } catch {
      // The next attempt to open the other file reports the error.
    }
  }

  async function recover(before: FileLook): Promise<void> {
    const startedAt = performance.now();
    const reason = await problemOf(before);
    if (ending.signal.aborted) return;
    const now = lookNow();
    if (reason === undefined && !isUnchanged(before, now)) return;
    const problem = reason ?? problemOfOpening();
    if (problem !== undefined && isSameFile(file.files(), now)) file.distrust(problem);
    const took = performance.now() - startedAt;
    const againAt = performance.now() + Math.max(CHECK_AGAIN_MS, took / CHECK_SHARE);
    last = lookNow();
    quietLooks = 0;
    checked = { look: last, problem, againAt };
    troubleOf(last);
  }

  async function problemOf(now: FileLook): Promise<string | undefined> {
    const opened = file.files();
    const isOurs = isSameFile(opened, now);
    // Closing the file copies the log into it; before that no other connection can read the file correctly.
    if (isOurs && displacement(opened, now) !== undefined) return undefined;
    const isAlone = !isOurs && (now.wal === undefined || now.wal.id === opened.wal?.id);
    try {
      return await problemOfFile({ file: file.pathNow(), isAlone, format }, ending.signal);
    } catch (error) {
      return `it could not be checked (${(error as NodeJS.ErrnoException).code ?? (error as Error).name})`;
    }
  }

  function problemOfOpening(): string | undefined {
    try {
      file.reopen();
      opened();
      return undefined;
    } catch (error) {
      return error instanceof UnusableDatabase ? error.reason : `SQLite failed on it (${(error as Error).message})`;
    }
  }

  const timer = setInterval(look, EVERY_MS).unref();
  return {
    trouble: () => troubleOf(lookNow()),
    [Symbol.dispose]() {
      clearInterval(timer);
      ending.abort();
    },
  };
}
