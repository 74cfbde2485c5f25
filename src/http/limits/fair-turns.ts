/** Whose question is begun next, where more come than one turn of the event loop has time for: callers take turns. */

import { promisesRun } from '../../lib/slices.ts';

type FairTurns = {
  /**
   * Begins it now where there is time, else when it is the turn of whoever asks, in a later turn of the event loop.
   *
   * @param begin called with whether it has waited for long, and so have others: then it is one of more than can be
   * done
   */
  take(caller: () => string, begin: (isLate: boolean) => void): void;
  /** How many wait. */
  waiting(): number;
};

type Waiting = { sinceMs: number; begin: (isLate: boolean) => void };

/** So long questions are begun as they come: most are answered within a tenth of a millisecond. */
const TURN_MS = 10;
/** So long those who waited are begun in each later turn, one at least; ... */
const LATER_TURN_MS = 10;
/** ... longer where turns are long for other work, of which this is a share: or those who are refused would wait for it. */
const LATER_TURN_SHARE = 0.5;
/** What takes less, as refusals do, does not count for that: they do not wait for the turns of those who are answered; ... */
const SHORT_MS = 1;
/** ... but of short ones, too, there are no more in a turn than this. */
const MOST_OF_LATER_TURN_MS = 40;
/** Many short questions that come together are begun within this time, and then nobody waits; ... */
const BURST_MS = 500;
/** ... after it, whoever has waited for so long is late. */
const LATE_MS = 50;

/**
 * @param now in milliseconds, of processor time: what other programs do with the processor makes nobody late
 * @param clock in milliseconds; it is read for every question, where processor time would cost as much as a header of its
 *   answer. What other programs do within a turn only lets a question wait for the next one.
 */
export function fairTurns(now: () => number, clock: () => number): FairTurns {
  /** By caller, who has waited longest for a turn first. */
  const queues = new Map<string, Waiting[]>();
  let waiting = 0;
  /** Since when somebody waits at every moment. */
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
      // What a question does at once counts, too.
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
