/** When the data were last found to be those of the database, by a clock that nobody sets. */

import type { SqliteStore } from '../store/sqlite-store.ts';
import { storedChecksums } from './checksums.ts';

type DataAge = {
  /** By `performance.now()`; undefined where it is not known. */
  comparedAtMs(): number | undefined;
  compared(startedAtMs: number): void;
  /** The data are others by now, which were not compared yet. */
  forget(): void;
  /** Writes it into the file, for the next start of the program, whose clock begins anew. */
  note(): Promise<void>;
  /** The same, where that was not done for a minute. */
  noteSometimes(): Promise<void>;
};

const NOTE_EVERY_MS = 60_000;

/** Begins with what the file says. A time that is not over yet by the clock of the machine is none. */
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
