/** Times that tests judge, beside other tests that keep the processors busy. */

import { readdirSync, readFileSync } from 'node:fs';
import { setImmediate as turnOfLoop } from 'node:timers/promises';

/**
 * Starts to measure how long something takes that the main threads of this process, and of those that are named, do one
 * after the other. The time for which they were ready to run and waited for a processor is not part of it, where the
 * kernel has that time, as that of Linux does; elsewhere it is.
 */
export function stopwatch(...pids: number[]): () => number {
  const began = performance.now();
  const waits = ['self', ...pids].map((process) => waitOf(process));
  return () => waits.reduce((ms, waitedMs) => ms - waitedMs(), performance.now() - began);
}

/**
 * Starts to measure how long this process may have waited for processors: its main thread that was ready to run, and whichever
 * of its other threads waited longest, as the main thread waits for those of V8 while garbage is collected.
 */
export function waitForProcessors(): () => number {
  const waits = threads().map((id) => ({ isMain: id === String(process.pid), waitedMs: waitOf(`self/task/${id}`) }));
  return () => {
    const measured = waits.map(({ isMain, waitedMs }) => ({ isMain, ms: waitedMs() }));
    const longest = (isMain: boolean) =>
      Math.max(0, ...measured.filter((one) => one.isMain === isMain).map(({ ms }) => ms));
    return longest(true) + longest(false);
  };
}

/** None where the kernel does not have them. */
function threads(): string[] {
  try {
    return readdirSync('/proc/self/task');
  } catch {
    return [];
  }
}

/** Starts to measure how long this thread computes. */
export function computingTime(): () => number {
  const beforeMs = computedMs();
  return () => computedMs() - beforeMs;
}

const nobodyWakes = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** Linux counts the time of a thread while it runs in steps of some milliseconds, and exactly when it stops, as here for a moment. */
function computedMs(): number {
  Atomics.wait(nobodyWakes, 0, 0, 0.01);
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** How long this thread computes at most between two turns of the event loop, until that has ended. */
export async function longestTurnMs(until: Promise<unknown>): Promise<number> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  until.then(end, end);
  let longestMs = 0;
  for (let tookMs = computingTime(); !isOver; tookMs = computingTime()) {
    await turnOfLoop();
    longestMs = Math.max(longestMs, tookMs());
  }
  await until;
  return longestMs;
}

/**
 * The least of three measurements, of fewer where one is little enough. All garbage of a process is collected at some moment, and
 * falls into one of them at most; what takes long by itself takes long each time.
 */
export async function leastOfThree(littleMs: number, measuredMs: () => Promise<number>): Promise<number> {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 3 && leastMs >= littleMs; time++) leastMs = Math.min(leastMs, await measuredMs());
  return leastMs;
}

/** How long the process has waited for a processor since; of one that has ended meanwhile that is not known. */
function waitOf(process: string | number): () => number {
  const before = waitedMs(process);
  return () => Math.max(0, waitedMs(process) - before);
}

function waitedMs(process: string | number): number {
  try {
    return Number(readFileSync(`/proc/${process}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
