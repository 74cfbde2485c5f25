/**
 * Rebuilds the copy of a database: reads the whole into a file beside the open one. It decides when, and whether that
 * file may replace the open one or lacks too much of it.
 */

import { hasLostMostPeople, MISSING_SHOWN_MS, mayBeReloading } from '../../domain/people/missing-people.ts';
import type { ImportProgress } from '../import/snapshot-import.ts';
import type { OmittedValues } from '../people/omitted-values.ts';
import type { WriteTimes } from '../rdp-database/changes.ts';
import { removeDatabase } from '../store/file-permissions.ts';
import type { Store } from '../store/store.ts';
import { isQuiet } from './changed-tables.ts';
import type { PeopleMemory } from './checksums.ts';
import { HELD_TABLES, type HeldBack, missingIn } from './held.ts';
import { readWholeInThread, type WholeJob } from './in-thread.ts';

type WholeReading = {
  /** Reads the whole database. @throws UnreadableRdpDatabase, UnusableDatabase */
  run(): Promise<void>;
  /** Notes that a reading beside the polls has ended; another one waits for a share of the time that it took. */
  rest(tookMs: number): void;
  isRested(): boolean;
  /** Notes that the file of the rebuild has replaced the open one. */
  taken(): void;
  /** Deletes the file that was read; another reading may begin soon. */
  discard(): void;
  progress(): ImportProgress | undefined;
  /** How long the last reading took, in milliseconds. */
  tookMs(): number;
  count(): number;
};

export type RebuildReport = {
  /** Called with the time that the reading of the whole database took, and its values that a registry cannot hold. */
  wholeRead(read: { seconds: number; omitted: OmittedValues }): void;
  /** Called when a rebuild beside the polls failed; it is tried again later. */
  wholeReadFailed(reason: string): void;
};

type Options = WholeJob & { signal: AbortSignal; report: RebuildReport };

const MS_PER_SECOND = 1000;
/** The pause after a reading beside the polls, as a share of its time, and the shortest pause. */
const REST_SHARE = 0.25;
const LEAST_REST_MS = 5_000;
/** A wanted rebuild begins once no table was written for a moment, and after this time at the latest. */
const MOST_UNQUIET_MS = 10_000;

export function wholeReading({ signal, report, ...job }: Options): WholeReading {
  let restedAtMs = -Infinity;
  let progress: ImportProgress | undefined;
  let count = 0;
  let tookMs = 0;

  function rest(ms: number): void {
    restedAtMs = performance.now() + Math.max(LEAST_REST_MS, REST_SHARE * ms);
  }

  return {
    async run() {
      const startedAtMs = performance.now();
      const omitted = await readWholeInThread(job, (made) => (progress = made), signal);
      count += 1;
      tookMs = performance.now() - startedAtMs;
      report.wholeRead({ seconds: tookMs / MS_PER_SECOND, omitted });
    },
    rest,
    isRested: () => performance.now() >= restedAtMs,
    taken() {
      progress = undefined;
    },
    discard() {
      progress = undefined;
      removeDatabase(job.file);
      rest(0);
    },
    progress: () => progress,
    tookMs: () => tookMs,
    count: () => count,
  };
}

/** Decides when a wanted rebuild begins; it waits for a pause in the writes, so that it does not read a half-written state. */
export function wantedRebuild() {
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
 * Returns the people who came back to the database since the file was read. The open file and the database have them,
 * and the file lacks them.
 *
 * @returns undefined if the database has lost many people since the last poll
 */
export function lackingPeople({ here, read, held }: Readings): number[] | undefined {
  const lacking = new Set<number>();
  for (const table of HELD_TABLES) {
    const gone = held.believed(table);
    const before = [...here.takenOver(table)].filter((id) => !gone.has(id));
    const missing = before.filter((id) => !read.isPresent(table, id));
    if (mayBeReloading(before.length, missing.length, missingIn(table))) return undefined;
    const there = read.takenOver(table);
    for (const id of before) if (!there.has(id) && read.isPresent(table, id)) lacking.add(id);
  }
  return [...lacking];
}

const REFERENCE_TABLES = ['taxon', 'gene', 'ortholog', 'organ', 'ontology', 'term'] as const;

/** Finds reference data that a reading has lost; after some time the loss is accepted. */
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
