/**
 * Work that is bounded in each turn of the event loop, whoever works, so that all others have theirs: long work goes bit by
 * bit, and of short work that comes together a part is done in each turn.
 */

/** So long a slice lasts, and a little longer: what is begun is done. */
const SLICE_MS = 5;
/** Of the slice that was just measured, in the mean of those before it. */
const WEIGHT = 0.1;
const MICROSECONDS_PER_MS = 1000;
/** For so long short work is done in a turn, that which comes and that which waits: so long others wait for it (decision 84). */
const SHORT_WORK_MS = 6;
/** Work of less than this does not count as behind, such as the answers to a few searches that come together. */
const BURST_MS = 30;

/** Those that wait for a slice: who has begun comes before who has not, so that the first ends and its memory is free again. */
const begun: (() => void)[] = [];
const waiting: (() => void)[] = [];
let isOffering = false;
/** Of the processor time that slices took: many end their work long before their slice would end. */
let meanSliceMs = SLICE_MS;

const short: (() => void)[] = [];
let meanShortMs = 1;
/** When the first short work of this turn began; undefined where none has. */
let shortBeganMs: number | undefined;

/** How much processor time those that wait for a slice will take before whoever comes last has theirs. */
export function slicesBehindMs(): number {
  return (begun.length + waiting.length) * meanSliceMs;
}

/** How much processor time all waiting work will take, beyond what a burst may; 0 where it is less. */
export function workBehindMs(): number {
  return Math.max(0, slicesBehindMs() + short.length * meanShortMs - BURST_MS);
}

/**
 * Does short work, with all that follows from it at once: now where this turn has time for it, else in a later one, in the
 * order in which it came.
 */
export function inTurn(work: () => void): void {
  if (short.length === 0 && hasTimeForShort()) {
    work();
    return;
  }
  short.push(work);
  offer();
}

/** For clocks: does it behind the short work that waits by now, which came before; at once where none does. */
export function behindShort(work: () => void): void {
  if (short.length === 0) {
    work();
    return;
  }
  short.push(work);
  offer();
}

function hasTimeForShort(): boolean {
  const nowMs = processorTimeMs();
  if (shortBeganMs === undefined) {
    shortBeganMs = nowMs;
    setImmediate(() => {
      shortBeganMs = undefined;
    });
  }
  return nowMs - shortBeganMs < SHORT_WORK_MS;
}

export type Slices = {
  /** Undefined as long as the slice may go on; else resolves when the next one begins. */
  next(): Promise<void> | undefined;
};

/** Work whose first slice begins now, in the slice of whoever calls. */
export function sliced(): Slices {
  let endsAtMs = performance.now() + SLICE_MS;
  return {
    next() {
      if (performance.now() < endsAtMs) return undefined;
      return turn(begun).then(() => {
        endsAtMs = performance.now() + SLICE_MS;
      });
    },
  };
}

/** As {@link sliced}, for work that is long for sure: its first slice is one in turn, too. */
export async function slicedInTurn(): Promise<Slices> {
  await turn(waiting);
  return sliced();
}

/** Works out in slices what is made in steps; undefined when the signal is aborted before it is whole. */
export async function workedOut<T>(
  steps: Generator<undefined, T>,
  { next }: Slices,
  signal: AbortSignal,
): Promise<T | undefined> {
  while (!signal.aborted) {
    const { done, value } = steps.next();
    if (done === true) return value;
    const pause = next();
    if (pause !== undefined) await pause;
  }
  return undefined;
}

function turn(queue: (() => void)[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  queue.push(resolve);
  offer();
  return promise;
}

function offer(): void {
  if (isOffering || short.length + begun.length + waiting.length === 0) return;
  isOffering = true;
  setImmediate(giveTurns);
}

/** Of each kind one at least. */
async function giveTurns(): Promise<void> {
  for (let done = 0; short.length > 0 && (hasTimeForShort() || done === 0); done++) {
    const tookMs = await timeOf(short.shift());
    meanShortMs += WEIGHT * (tookMs - meanShortMs);
  }
  // Slices that are short, as many as together are half of a long one.
  for (let takenMs = 0; takenMs < SLICE_MS / 2 && begun.length + waiting.length > 0; ) {
    const tookMs = await timeOf(begun.shift() ?? waiting.shift());
    meanSliceMs += WEIGHT * (tookMs - meanSliceMs);
    takenMs += tookMs;
  }
  isOffering = false;
  offer();
}

/** Does it, and answers how much processor time that took, with what promises bring with it. */
async function timeOf(work: (() => void) | undefined): Promise<number> {
  const beganMs = processorTimeMs();
  work?.();
  await promisesRun();
  return processorTimeMs() - beganMs;
}

/** How long this thread has worked so far, without what other threads and programs do meanwhile. */
export function processorTimeMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / MICROSECONDS_PER_MS;
}

/** Until the next turn of the event loop, in which what has come meanwhile is read first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Until what promises bring with them at this moment has run, in the same turn of the event loop. */
export async function promisesRun(): Promise<void> {
  await undefined;
  // Put from a promise, this runs when no other is left to run.
  await new Promise<void>((resolve) => process.nextTick(resolve));
}
