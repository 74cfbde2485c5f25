/**
 * The reading of a whole database into a file beside the one that is open, at first or in the background; and whether that
 * file may take the place of the one before, or lacks too much of it.
 */

import { hasLostMostPeople, MISSING_SHOWN_MS, mayBeLoadedAnew } from '../../domain/people/missing-people.ts';
import type { ImportProgress } from '../load/snapshot-import.ts';
import type { OmittedValues } from '../people/omitted-values.ts';
import type { WriteTimes } from '../rdp-database/changes.ts';
import type { Store } from '../store/store.ts';
import { type ReadJob, readInThread, removeFile } from './generation-in-thread.ts';
import { HELD_TABLES, type HeldBack, missingIn } from './held-back.ts';
import { isQuiet } from './moved-tables.ts';
import type { PeopleMemory } from './people-memory.ts';

type WholeReading = {
  /** @throws UnreadableRdpDatabase, UnusableDatabase */
  read(): Promise<void>;
  /** Whether another reading may begin in the background now. */
  mayBegin(): boolean;
  /** Reads in the background; what fails is reported. */
  begin(): void;
  /** Whether a file is there that was read as a whole and not taken yet. */
  isReady(): boolean;
  taken(): void;
  /** The file that was read is not wanted; another one may be read soon. */
  discard(): void;
  progress(): ImportProgress | undefined;
  /** In milliseconds, of the last one. */
  tookMs(): number;
  count(): number;
  /** Settled when nobody reads. */
  ended(): Promise<void>;
};

export type WholeReadReport = {
  /** How long it took, and which values of the database a registry cannot hold. */
  wholeRead(read: { seconds: number; omitted: OmittedValues }): void;
  /** Beside what is answered from; it is tried again later. */
  wholeReadFailed(reason: string): void;
};

type Options = ReadJob & { signal: AbortSignal; report: WholeReadReport };

const MS_PER_SECOND = 1000;
/** Behind a reading in the background there is none for this share of the time that it took, and for this time at least. */
const REST_SHARE = 0.25;
const LEAST_REST_MS = 5_000;
/** The whole is read once nothing was written for a moment, and after this time at the latest. */
const MOST_UNQUIET_MS = 10_000;

export function wholeReading({ signal, report, ...job }: Options): WholeReading {
  let reading: Promise<void> | undefined;
  let isReady = false;
  let nextMs = -Infinity;
  let progress: ImportProgress | undefined;
  let count = 0;
  let tookMs = 0;

  async function read(): Promise<void> {
    const startedAtMs = performance.now();
    const omitted = await readInThread(job, (made) => (progress = made), signal);
    isReady = true;
    count += 1;
    tookMs = performance.now() - startedAtMs;
    report.wholeRead({ seconds: tookMs / MS_PER_SECOND, omitted });
  }

  async function readBeside(): Promise<void> {
    const startedAtMs = performance.now();
    try {
      await read();
    } catch (error) {
      if (!signal.aborted) report.wholeReadFailed((error as Error).message);
    } finally {
      reading = undefined;
      const nowMs = performance.now();
      nextMs = nowMs + Math.max(LEAST_REST_MS, REST_SHARE * (nowMs - startedAtMs));
    }
  }

  return {
    read,
    mayBegin: () => reading === undefined && !isReady && performance.now() >= nextMs,
    begin() {
      reading = readBeside();
    },
    isReady: () => isReady,
    taken() {
      isReady = false;
      progress = undefined;
    },
    discard() {
      isReady = false;
      progress = undefined;
      removeFile(job.file);
      nextMs = performance.now() + LEAST_REST_MS;
    },
    progress: () => progress,
    tookMs: () => tookMs,
    count: () => count,
    ended: async () => reading,
  };
}

/** When a reading of the whole is due: a database that is just being written would be read in pieces. */
export function wholeWantedSince() {
  let sinceMs: number | undefined;
  return {
    note() {
      sinceMs ??= performance.now();
    },
    done() {
      sinceMs = undefined;
    },
    isDue: (times: WriteTimes, which: 'all' | 'reference') =>
      sinceMs !== undefined && (isQuiet(times, which) || performance.now() - sinceMs >= MOST_UNQUIET_MS),
  };
}

type Readings = { here: PeopleMemory; read: PeopleMemory; held: Pick<HeldBack, 'believed'> };

/**
 * Those whom the database has again since the file was read: they are here and there, and not in the file.
 *
 * @returns undefined where the database has lost many people since they were last looked for
 */
export function lackingPeople({ here, read, held }: Readings): number[] | undefined {
  const lacking = new Set<number>();
  for (const table of HELD_TABLES) {
    const gone = held.believed(table);
    const before = [...here.takenOver(table)].filter((id) => !gone.has(id));
    const missing = before.filter((id) => !read.isPresent(table, id));
    if (mayBeLoadedAnew(before.length, missing.length, missingIn(table))) return undefined;
    const there = read.takenOver(table);
    for (const id of before) if (!there.has(id) && read.isPresent(table, id)) lacking.add(id);
  }
  return [...lacking];
}

const REFERENCE_TABLES = ['taxon', 'gene', 'ortholog', 'organ', 'ontology', 'term'] as const;

/** Looks for reference data that a reading has lost; after a time they are gone. */
export function referenceLoss(): { isSound(here: Store, read: Store): boolean } {
  let sinceMs: number | undefined;
  return {
    isSound(here, read) {
      const hasLost = REFERENCE_TABLES.some((table) => {
        const before = rowsOf(here, table);
        return hasLostMostPeople(before, before - rowsOf(read, table));
      });
      if (!hasLost) sinceMs = undefined;
      else sinceMs ??= performance.now();
      return sinceMs === undefined || performance.now() - sinceMs >= MISSING_SHOWN_MS;
    },
  };
}

function rowsOf(store: Store, table: (typeof REFERENCE_TABLES)[number]): number {
  return store.read((tx) => store.query<[number]>(`SELECT count(*) FROM ${table}`).first(tx)?.[0] ?? 0);
}
