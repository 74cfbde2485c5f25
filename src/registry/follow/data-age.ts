/** Since when the data are known to equal those of the database, by a clock that nobody can set. */

import type { SqliteStore } from '../store/sqlite-store.ts';
import { storedChecksums } from './checksums.ts';

type DataAge = {
  /** In milliseconds of `performance.now()`; undefined if it is not known. */
  comparedAtMs(): number | undefined;
  compared(startedAtMs: number): void;
  /** Notes that the data were replaced by others, which have not been compared yet. */
  forget(): void;
  /** Writes the time into the file, because `performance.now()` starts at 0 with the next process. */
  note(): Promise<void>;
  /** Does the same if it was not done within the last minute. */
  noteSometimes(): Promise<void>;
};

const NOTE_EVERY_MS = 60_000;

/** Begins with the time in the file. A time that is in the future by the clock of the machine does not count. */
export function dataAge(store: SqliteStore): DataAge {
  const stored = storedChecksums(store);
  const noted = store.read((tx) => stored.comparedAt(tx) ?? null);
  const notedAgeMs = noted === null ? -1 : Date.now() - noted.getTime();
  let comparedAtMs = notedAgeMs < 0 ? undefined : performance.now() - notedAgeMs;
  let notedMs = -Infinity;

  async function note(): Promise<void> {
    if (comparedAtMs === undefined) return;
    notedMs = comparedAtMs;
    const at = new Date(Date.now() - (performance.now() - comparedAtMs));
    await store.writeInTurn((tx) => stored.writeComparedAt(tx, at));
  }

  return {
    comparedAtMs: () => comparedAtMs,
    compared(startedAtMs) {
      comparedAtMs = startedAtMs;
    },
    forget() {
      comparedAtMs = undefined;
    },
    note,
    async noteSometimes() {
      if (comparedAtMs !== undefined && comparedAtMs - notedMs >= NOTE_EVERY_MS) await note();
    },
  };
}
