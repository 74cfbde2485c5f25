/** Whose question is begun next, where more come than one turn of the event loop has time for: callers take turns. */

export type FairTurns = {
  /** Begins it now where there is time, else when it is the turn of whoever asks: one question in a turn of the event loop. */
  take(caller: () => string, begin: () => void): void;
  /** How many wait. */
  waiting(): number;
};

/** So long questions are begun as they come: most are answered within a tenth of a millisecond. */
const TURN_MS = 10;

/** @param now in milliseconds */
export function fairTurns(now: () => number): FairTurns {
  /** By caller, who has waited longest for a turn first. */
  const queues = new Map<string, (() => void)[]>();
  let waiting = 0;
  let turnBeganMs: number | undefined;
  let isOffering = false;

  function endTurn(): void {
    turnBeganMs = undefined;
  }

  function hasTime(): boolean {
    const nowMs = now();
    if (turnBeganMs === undefined) {
      turnBeganMs = nowMs;
      setImmediate(endTurn);
    }
    return nowMs - turnBeganMs < TURN_MS;
  }

  function beginNext(): void {
    isOffering = false;
    const [next] = queues;
    if (next === undefined) return;
    const [caller, queue] = next;
    queues.delete(caller);
    const begin = queue.shift();
    waiting--;
    if (queue.length > 0) queues.set(caller, queue);
    offer();
    begin?.();
  }

  function offer(): void {
    if (isOffering || waiting === 0) return;
    isOffering = true;
    setImmediate(beginNext);
  }

  return {
    take(caller, begin) {
      if (waiting === 0 && hasTime()) return begin();
      const name = caller();
      const queue = queues.get(name);
      if (queue === undefined) queues.set(name, [begin]);
      else queue.push(begin);
      waiting++;
      offer();
    },
    waiting: () => waiting,
  };
}
