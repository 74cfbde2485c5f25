/**
 * Bounds the work in each turn of the event loop, so that all requests make progress.
 *
 * The law: each kind of work has its part of a turn, in processor time of this thread. Requests that begin, callers after
 * each other, and answers of partners, in order of arrival, have {@link PART_MS} each; they run as they come while their
 * part lasts and nothing waits, and in later turns after that, at least one of each. Long work is done in slices of
 * {@link SLICE_MS}, of which each turn has one, or several short ones.
 */

import { AsyncLocalStorage } from 'node:async_hooks';

/** How long a slice lasts; the step that has begun is finished. */
const SLICE_MS = 5;
/** How long work of one kind runs in one turn, arriving and waiting work together; other work waits for it so long (decision 84). */
const PART_MS = 12;
/** The same for answers while requests are refused: short turns cost more processor time, and a refusal should arrive soon. */
const PART_BESIDE_REFUSALS_MS = 6;
/** How long turns stay short after the last refusal. */
const BESIDE_REFUSALS_FOR_MS = 1000;
/** Less waiting work does not count as behind, such as the answers to a few searches that arrive together. */
const BURST_MS = 30;
/** The weight of the last measurement in a running mean. */
const WEIGHT = 0.1;
const MICROSECONDS_PER_MS = 1000;

type Work = () => void;

/** Work of one kind that waits for a later turn, by whose it is; those who have waited longest for a turn are first. */
type Part = { waiting: Map<string, Work[]>; count: number; meanMs: number; beganMs: number | undefined };

const requests: Part = { waiting: new Map(), count: 0, meanMs: 1, beganMs: undefined };
const answers: Part = { waiting: new Map(), count: 0, meanMs: 1, beganMs: undefined };

/** The work that waits for a slice. Work that has begun goes first, so that it ends and its memory is free again. */
const begun: Work[] = [];
const waiting: Work[] = [];
/** The mean processor time of a slice; much work ends long before its slice does. */
let meanSliceMs = SLICE_MS;
let isOffering = false;
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
  const behindMs = requests.count * requests.meanMs + answers.count * answers.meanMs;
  return Math.max(0, slicesBehindMs() + behindMs - BURST_MS);
}

/** Begins a request of this caller, with its immediate consequences: now if this turn has time for it, otherwise in a later turn. */
export function beginRequest(caller: string, begin: Work): void {
  doInTurn(requests, caller, begin);
}

/** Reads an answer of a partner, with the immediate consequences: now if this turn has time for it, otherwise in a later turn, in order of arrival. */
export function readAnswer(read: Work): void {
  doInTurn(answers, '', read);
}

/** Does the work of a time-out after the answers that wait to be read, which have come in time; at once if none waits. */
export function afterAnswers(work: Work): void {
  if (answers.count === 0) work();
  else readAnswer(work);
}

function doInTurn(part: Part, whose: string, work: Work): void {
  if (part.count === 0 && hasTime(part)) {
    work();
    return;
  }
  const others = part.waiting.get(whose);
  // Without its own context it would begin in that of whoever offered the turn.
  const own = AsyncLocalStorage.bind(work);
  if (others === undefined) part.waiting.set(whose, [own]);
  else others.push(own);
  part.count++;
  offer();
}

function hasTime(part: Part): boolean {
  const nowMs = processorTimeMs();
  if (part.beganMs === undefined) {
    part.beganMs = nowMs;
    setImmediate(endTurn, part);
  }
  const isBesideRefusals = part === answers && performance.now() - refusedMs < BESIDE_REFUSALS_FOR_MS;
  return nowMs - part.beganMs < (isBesideRefusals ? PART_BESIDE_REFUSALS_MS : PART_MS);
}

function endTurn(part: Part): void {
  part.beganMs = undefined;
}

/** Does some of the waiting work, at least one piece. */
async function doSome(part: Part): Promise<void> {
  for (let done = 0; part.count > 0 && (hasTime(part) || done === 0); done++) {
    const tookMs = await timeOf(nextOf(part));
    part.meanMs += WEIGHT * (tookMs - part.meanMs);
  }
}

/** Takes out the next piece; whoever has others waits behind everybody else for these. */
function nextOf(part: Part): Work | undefined {
  const [next] = part.waiting;
  if (next === undefined) return undefined;
  const [whose, works] = next;
  const work = works.shift();
  part.count--;
  part.waiting.delete(whose);
  if (works.length > 0) part.waiting.set(whose, works);
  return work;
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
      return slice(begun).then(() => {
        endsAtMs = performance.now() + SLICE_MS;
      });
    },
  };
}

/** The same for work that is certainly long: its first slice waits for its turn, too. */
export async function slicedInTurn(): Promise<Slices> {
  await slice(waiting);
  return sliced();
}

/**
 * Runs the steps in slices and returns their result; undefined if the signal is aborted before the end, which ends the
 * steps.
 *
 * @param given the slices of the work that these steps continue; by default the first slice waits for its turn
 */
export async function inSlices<T>(
  steps: Generator<undefined, T>,
  signal: AbortSignal,
  given?: Slices,
): Promise<T | undefined> {
  const { next } = given ?? (await slicedInTurn());
  while (!signal.aborted) {
    const { done, value } = steps.next();
    if (done === true) return value;
    const pause = next();
    if (pause !== undefined) await pause;
  }
  steps.return(undefined as never);
  return undefined;
}

function slice(queue: Work[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  queue.push(resolve);
  offer();
  return promise;
}

function offer(): void {
  if (isOffering || requests.count + answers.count + begun.length + waiting.length === 0) return;
  isOffering = true;
  setImmediate(giveTurns);
}

async function giveTurns(): Promise<void> {
  await doSome(requests);
  await doSome(answers);
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
async function timeOf(work: Work | undefined): Promise<number> {
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
