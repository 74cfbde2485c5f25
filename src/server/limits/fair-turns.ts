/** Chooses which question begins next when more arrive than one turn of the event loop has time for: callers take turns. */

import { promisesRun } from '../../lib/slices.ts';

type FairTurns = {
  /**
   * Begins a question at once if there is time, otherwise in a later turn of the event loop, when its caller is next.
   *
   * @param begin called with whether the question is late: it and others have waited so long that more questions arrive
   *   than can be answered
   */
  take(caller: () => string, begin: (isLate: boolean) => void): void;
  /** How many questions wait. */
  waiting(): number;
};

type Waiting = { sinceMs: number; begin: (isLate: boolean) => void };

/** For this long, questions begin in the turn in which they arrive; most take less than a tenth of a millisecond. */
const TURN_MS = 10;
/** For this long, waiting questions begin in each later turn, but at least one does. */
const LATER_TURN_MS = 10;
/** In long turns, waiting questions may take this share of the turn's length, or refusals would wait for the other work. */
const LATER_TURN_SHARE = 0.5;
/** Questions that take less, such as refusals, do not count towards that time, so that they do not wait for answers. */
const SHORT_MS = 1;
/** The bound for a later turn that includes those short questions. */
const MOST_OF_LATER_TURN_MS = 40;
/** A burst of short questions is worked off within this time; while a queue is younger, no question counts as late. */
const BURST_MS = 500;
/** After a burst's time, a question that has waited this long is late. */
const LATE_MS = 50;

/**
 * Makes the queue.
 *
 * @param now the processor time in milliseconds, so that work of other programs makes no question late
 * @param clock the time in milliseconds. It is read for every question, for which processor time would be too
 *   expensive. If other programs use up a turn, a question only waits for the next one.
 */
export function fairTurns(now: () => number, clock: () => number): FairTurns {
  /** The waiting questions by caller; the caller who has waited longest for a turn is first. */
  const queues = new Map<string, Waiting[]>();
  let waiting = 0;
  /** Since when at least one question has been waiting without a pause. */
  let waitingSinceMs = 0;
  let turnBeganMs: number | undefined;
  let isOffering = false;

  function endTurn(): void {
    turnBeganMs = undefined;
  }

  function hasTime(): boolean {
    const atMs = clock();
    if (turnBeganMs === undefined) {
      turnBeganMs = atMs;
      setImmediate(endTurn);
    }
    return atMs - turnBeganMs < TURN_MS;
  }

  function beginNext(): void {
    const [next] = queues;
    if (next === undefined) return;
    const [caller, queue] = next;
    queues.delete(caller);
    const first = queue.shift();
    waiting--;
    if (queue.length > 0) queues.set(caller, queue);
    if (first === undefined) return;
    const nowMs = now();
    first.begin(nowMs - waitingSinceMs > BURST_MS && nowMs - first.sinceMs > LATE_MS);
  }

  async function beginSome(offeredMs: number): Promise<void> {
    const beganMs = now();
    const mostMs = Math.max(LATER_TURN_MS, (beganMs - offeredMs) * LATER_TURN_SHARE);
    const endsAtMs = beganMs + Math.max(MOST_OF_LATER_TURN_MS, mostMs);
    let countedMs = 0;
    for (let lastMs = beganMs; waiting > 0 && countedMs < mostMs && lastMs < endsAtMs; ) {
      beginNext();
      // Includes what the question does in its first promises.
      await promisesRun();
      const nowMs = now();
      if (nowMs - lastMs >= SHORT_MS) countedMs += nowMs - lastMs;
      lastMs = nowMs;
    }
    isOffering = false;
    offer();
  }

  function offer(): void {
    if (isOffering || waiting === 0) return;
    isOffering = true;
    setImmediate(beginSome, now());
  }

  return {
    take(caller, begin) {
      if (waiting === 0 && hasTime()) return begin(false);
      const entry = { sinceMs: now(), begin };
      if (waiting === 0) waitingSinceMs = entry.sinceMs;
      const name = caller();
      const queue = queues.get(name);
      if (queue === undefined) queues.set(name, [entry]);
      else queue.push(entry);
      waiting++;
      offer();
    },
    waiting: () => waiting,
  };
}
