/** The reading of a whole database into a file beside the one that is open, at first or in the background. */

import type { LeftOut } from '../people/left-out.ts';
import { type ReadJob, readInThread } from './generation-in-thread.ts';
import type { ReadProgress } from './read-generation.ts';

export type WholeReading = {
  /** @throws UnreadableRdpDatabase, UnusableDatabase */
  read(): Promise<void>;
  /** Whether another reading may begin in the background now. */
  mayBegin(): boolean;
  /** Reads in the background; what fails is reported. */
  begin(): void;
  /** Whether a file is there that was read as a whole and not taken yet. */
  isReady(): boolean;
  taken(): void;
  progress(): ReadProgress | undefined;
  /** In milliseconds, of the last one. */
  tookMs(): number;
  count(): number;
  /** Settled when nobody reads. */
  ended(): Promise<void>;
};

export type WholeReadReport = {
  /** How long it took, and which values of the database a registry cannot hold. */
  wholeRead(read: { seconds: number; leftOut: LeftOut }): void;
  /** Beside what is answered from; it is tried again later. */
  wholeReadFailed(reason: string): void;
};

type Options = ReadJob & { signal: AbortSignal; report: WholeReadReport };

const MS_PER_SECOND = 1000;
/** Behind a reading in the background there is none for as long as it took, and for this time at least. */
const LEAST_REST_MS = 5_000;

export function wholeReading({ signal, report, ...job }: Options): WholeReading {
  let reading: Promise<void> | undefined;
  let isReady = false;
  let nextMs = -Infinity;
  let progress: ReadProgress | undefined;
  let count = 0;
  let tookMs = 0;

  async function read(): Promise<void> {
    const startedAtMs = performance.now();
    const leftOut = await readInThread(job, (made) => (progress = made), signal);
    isReady = true;
    count += 1;
    tookMs = performance.now() - startedAtMs;
    report.wholeRead({ seconds: tookMs / MS_PER_SECOND, leftOut });
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
      nextMs = nowMs + Math.max(LEAST_REST_MS, nowMs - startedAtMs);
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
    progress: () => progress,
    tookMs: () => tookMs,
    count: () => count,
    ended: async () => reading,
  };
}
