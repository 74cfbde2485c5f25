/**
 * Bounds the work in each turn of the event loop, so that all requests make progress: long work is done in slices, and of
 * short work that arrives together each turn does a part.
 */

/** How long a slice lasts; the step that has begun is finished. */
const SLICE_MS = 5;
/** The weight of the last measurement in a running mean. */
const WEIGHT = 0.1;
const MICROSECONDS_PER_MS = 1000;
/** How long short work is done in one turn, arriving and waiting work together; other work waits for it so long (decision 84). */
const SHORT_WORK_MS = 12;
/** The same while requests are refused: short turns cost more processor time, and a refusal should arrive soon. */
const SHORT_WORK_BESIDE_REFUSALS_MS = 6;
/** How long turns stay short after the last refusal. */
const BESIDE_REFUSALS_FOR_MS = 1000;
/** Less waiting work does not count as behind, such as the answers to a few searches that arrive together. */
const BURST_MS = 30;

/** The work that waits for a slice. Work that has begun goes first, so that it ends and its memory is free again. */
const begun: (() => void)[] = [];
const waiting: (() => void)[] = [];
let isOffering = false;
/** The mean processor time of a slice; much work ends long before its slice does. */
let meanSliceMs = SLICE_MS;

const short: (() => void)[] = [];
let meanShortMs = 1;
/** When the first short work of this turn began; undefined if none has. */
let shortBeganMs: number | undefined;
let refusedMs = Number.NEGATIVE_INFINITY;

/** Notes that a request is refused because there is too much to do: each turn does less work for a while. */
export function noteRefusal(): void {
  refusedMs = performance.now();
}

/** Returns how much processor time the work that waits for slices will take. */
export function slicesBehindMs(): number {
  return (begun.length + waiting.length) * meanSliceMs;
}

/** Returns how much processor time all waiting work will take beyond the time of a burst, or 0. */
export function workBehindMs(): number {
  return Math.max(0, slicesBehindMs() + short.length * meanShortMs - BURST_MS);
}

/**
 * Does short work, with its immediate consequences: now if this turn has time for it, otherwise in a later turn, in order of
 * arrival.
 */
export function inTurn(work: () => void): void {
  if (short.length === 0 && hasTimeForShort()) {
    work();
    return;
  }
  short.push(work);
  offer();
}

/** Does the work of a timeout after the short work that waits now, which came first; at once if none waits. */
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
  const isBesideRefusals = performance.now() - refusedMs < BESIDE_REFUSALS_FOR_MS;
  return nowMs - shortBeganMs < (isBesideRefusals ? SHORT_WORK_BESIDE_REFUSALS_MS : SHORT_WORK_MS);
}

export type Slices = {
  /** Returns undefined while the slice may go on, otherwise a promise that resolves when the next slice begins. */
  next(): Promise<void> | undefined;
};

/** Returns the slices of work that begins at once, in the current slice. */
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

/** The same for work that is certainly long: its first slice waits for its turn, too. */
export async function slicedInTurn(): Promise<Slices> {
  await turn(waiting);
  return sliced();
}

/** Runs the steps in slices and returns their result; undefined if the signal is aborted before the end, which ends the steps. */
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
  steps.return(undefined as never);
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

/** Does some of the waiting work, at least one piece of each kind. */
async function giveTurns(): Promise<void> {
  for (let done = 0; short.length > 0 && (hasTimeForShort() || done === 0); done++) {
    const tookMs = await timeOf(short.shift());
    meanShortMs += WEIGHT * (tookMs - meanShortMs);
  }
  // Several slices in one turn, if together they take less than half of a long one.
  for (let takenMs = 0; takenMs < SLICE_MS / 2 && begun.length + waiting.length > 0; ) {
    const tookMs = await timeOf(begun.shift() ?? waiting.shift());
    meanSliceMs += WEIGHT * (tookMs - meanSliceMs);
    takenMs += tookMs;
  }
  isOffering = false;
  offer();
}

/** Does the work, and returns the processor time that it took, including its immediate promises. */
async function timeOf(work: (() => void) | undefined): Promise<number> {
  const beganMs = processorTimeMs();
  work?.();
  await promisesRun();
  return processorTimeMs() - beganMs;
}

/** Returns the processor time of this thread, without other threads and programs, in milliseconds. */
export function processorTimeMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / MICROSECONDS_PER_MS;
}

/** Resolves in the next turn of the event loop, in which new input is read first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Resolves when the promises that are ready now have run, in the same turn of the event loop. */
export async function promisesRun(): Promise<void> {
  await undefined;
  // A callback of `nextTick` that a promise adds runs when no promise is left to run.
  await new Promise<void>((resolve) => process.nextTick(resolve));
}
