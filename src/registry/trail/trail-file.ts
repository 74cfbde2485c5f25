/** The file of the trail: opened when needed; a file that cannot be read is moved aside and a new one created. */

import { renameSync, rmSync, statSync } from 'node:fs';
import { join, parse } from 'node:path';
import { DAY_MS } from '../../domain/durations.ts';
import { isSameFile, lookAt, withoutLinks } from '../store/file-look.ts';
import { BESIDE } from '../store/file-permissions.ts';
import { isDamaged, UnusableDatabase } from '../store/sqlite-file.ts';
import { openSqliteStore, type SqliteStore } from '../store/sqlite-store.ts';
import { TRAIL_FORMAT } from './trail-format.ts';
import { type TrailReader, trailReader } from './trail-reader.ts';
import { type TrailWriter, trailWriter } from './trail-writer.ts';

type TrailFile = Disposable & {
  /**
   * Runs work on the file. After an error, the next call opens it again; a file that is damaged, of another version or has
   * other tables is moved aside first.
   *
   * @throws UnusableDatabase
   */
  run<T>(work: (file: TrailReader & TrailWriter) => T): T;
  /** Deletes a file that was moved aside, once it is older than `keepDays`, or at the next start without `withText`. */
  dropAside(nowMs: number, keeping: { keepDays: number; withText: boolean }): void;
};

const BUSY_MS = 1000;

/** Returns the path of the trail of a registry: `registry-trail.sqlite` beside `registry.sqlite`. */
export function trailFileOf(databaseFile: string): string {
  const { dir, name, ext } = parse(databaseFile);
  return join(dir, `${name}-trail${ext}`);
}

/** Returns the path to which an unreadable trail is moved. */
export function asideOf(file: string): string {
  return `${file}.damaged`;
}

/** Deletes the trail and a file that was moved aside. @throws the error of the file system */
export function removeTrail(given: string): void {
  const file = withoutLinks(given);
  for (const path of [file, ...BESIDE.map((end) => file + end), asideOf(file)]) rmSync(path, { force: true });
}

/** @param onAside called with the reason when a file was moved aside */
export function openTrailFile(given: string, onAside: (reason: string) => void): TrailFile {
  const path = withoutLinks(given);
  const asideBefore = lookAt(asideOf(path)).main?.id;
  let opened: (TrailReader & TrailWriter & { store: SqliteStore }) | undefined;

  function close(): void {
    const closing = opened;
    opened = undefined;
    try {
      closing?.store[Symbol.dispose]();
    } catch {
      // The error that led to the closing is known already, and another one appears when the file is opened again.
    }
  }

  function open(): TrailReader & TrailWriter {
    if (opened !== undefined) return opened;
    const store = openSqliteStore(path, { format: TRAIL_FORMAT, busyTimeoutMs: BUSY_MS });
    opened = { store, ...trailReader(store), ...trailWriter(store) };
    return opened;
  }

  /** Moves the file aside, unless another process has done so and created a new one, which stays. */
  function putAside(reason: string, before: ReturnType<typeof lookAt>): void {
    if (!isSameFile(before, lookAt(path))) return;
    renameSync(path, asideOf(path));
    for (const end of BESIDE) rmSync(path + end, { force: true });
    onAside(reason);
  }

  return {
    run(work) {
      const before = opened?.store.file.files() ?? lookAt(path);
      try {
        return work(open());
      } catch (error) {
        close();
        if (!(error instanceof UnusableDatabase && isSpoilt(error))) throw error;
        putAside(error.reason, before);
        return work(open());
      }
    },
    dropAside(nowMs, { keepDays, withText }) {
      const aside = asideOf(path);
      const stats = statSync(aside, { throwIfNoEntry: false });
      if (stats === undefined) return;
      const isOld = stats.mtimeMs < nowMs - keepDays * DAY_MS;
      // It may hold the words of questions, which nobody can take out of it.
      const mayHoldText = !withText && lookAt(aside).main?.id === asideBefore;
      if (isOld || mayHoldText) rmSync(aside, { force: true });
    },
    [Symbol.dispose]: close,
  };
}

function isSpoilt(error: UnusableDatabase): boolean {
  return isDamaged(error) || error.isTamperedWith || error.fileOfOtherFormat !== undefined;
}
