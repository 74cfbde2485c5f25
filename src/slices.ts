/** Long work that is done bit by bit: a few milliseconds in a turn of the event loop, whoever works, so that all others have theirs. */

/** So long a slice lasts, and a little longer: what is begun is done. */
const SLICE_MS = 5;
/** Of the slice that was just measured, in the mean of those before it. */
const WEIGHT = 0.1;
const MICROSECONDS_PER_MS = 1000;

/** Those that wait for a slice: who has begun comes before who has not, so that the first ends and its memory is free again. */
const begun: (() => void)[] = [];
const waiting: (() => void)[] = [];
let isOffering = false;
/** Of the processor time that slices took: many end their work long before their slice would end. */
let meanSliceMs = SLICE_MS;

/** How much processor time those that wait for a slice will take before whoever comes last has theirs. */
export function slicesBehindMs(): number {
  return (begun.length + waiting.length) * meanSliceMs;
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
    await next();
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
  if (isOffering || begun.length + waiting.length === 0) return;
  isOffering = true;
  setImmediate(giveSlices);
}

/** One at least; short ones as many as together are half of a long one. */
async function giveSlices(): Promise<void> {
  for (let takenMs = 0; takenMs < SLICE_MS / 2 && begun.length + waiting.length > 0; ) {
    const beganMs = processorTimeMs();
    (begun.shift() ?? waiting.shift())?.();
    await promisesRun();
    const tookMs = processorTimeMs() - beganMs;
    meanSliceMs += WEIGHT * (tookMs - meanSliceMs);
    takenMs += tookMs;
  }
  isOffering = false;
  offer();
}

/** How long this thread has worked so far, without what other threads and programs do meanwhile. */
export function processorTimeMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / MICROSECONDS_PER_MS;
}

/** Until what promises bring with them at this moment has run, in the same turn of the event loop. */
export async function promisesRun(): Promise<void> {
  await undefined;
  // Put from a promise, this runs when no other is left to run.
  await new Promise<void>((resolve) => process.nextTick(resolve));
}
