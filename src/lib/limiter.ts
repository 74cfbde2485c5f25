/** A few at once; the others wait in the order in which they came, what has begun before all that has not. */

import pLimit from 'p-limit';

/** Whether somebody lets others go first. Who goes first by now does so for good. */
export type Pace = {
  yields(): boolean;
  /** Lets others go first no more. */
  hurry(): void;
  /** Called when others are let go first no more, until what this answers is called. */
  onHurry(listener: () => void): () => void;
};

/** Of somebody who lets others go first. */
export function patientPace(): Pace {
  const listeners = new Set<() => void>();
  let yields = true;
  return {
    yields: () => yields,
    hurry() {
      yields = false;
      for (const listener of listeners) listener();
      listeners.clear();
    },
    onHurry(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type LimiterStanding = {
  /** Ends the wait when it is aborted. */
  signal?: AbortSignal | undefined;
  /** While it yields, whoever does not has the next turn; undefined: goes as it comes. */
  pace?: Pace | undefined;
  /** It belongs to what has had a turn before, and goes before all that has not. */
  hasBegun?: boolean;
};

/**
 * Does the work when its turn has come. Who gives up before that is rejected at once, and leaves no work in the queue.
 *
 * @throws the reason of the signal when that is aborted while waiting, and whatever the work throws
 */
export type Limit = <T>(work: () => Promise<T>, standing?: LimiterStanding) => Promise<T>;

/** Somebody who waits; the work begins, and the promise never rejects. */
type Place = () => Promise<void>;

/**
 * @param most how many have their turn at the same time
 * @param mostYielding how many of these may be such as let others go first
 */
export function limiter(most: number, mostYielding = most): Limit {
  const limit = pLimit(most);
  /** Of each kind what has begun, and behind it what has not. */
  const waiting = [new Set<Place>(), new Set<Place>()] as const;
  const yielding = [new Set<Place>(), new Set<Place>()] as const;
  let yieldingAtWork = 0;

  /** A turn belongs to nobody before it comes: what gave up meanwhile has left no place, and others may go first. */
  const offerTurn = () => void limit(takeTurn);

  async function takeTurn(): Promise<void> {
    const next = firstOf(waiting);
    if (next !== undefined) return next();
    if (yieldingAtWork >= mostYielding) return;
    const patient = firstOf(yielding);
    if (patient === undefined) return;
    yieldingAtWork++;
    await patient();
    yieldingAtWork--;
    // Those who found too many of their kind at work had their turn in vain.
    offerTurn();
  }

  return async <T>(work: () => Promise<T>, { signal, pace, hasBegun = false }: LimiterStanding = {}) => {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const rank = hasBegun ? 0 : 1;
    const yields = pace?.yields() === true;
    const stopListening = yields ? pace?.onHurry(hurry) : undefined;
    async function place(): Promise<void> {
      signal?.removeEventListener('abort', cancel);
      stopListening?.();
      const working = work();
      resolve(working);
      await working.catch(() => {});
    }
    function cancel(): void {
      waiting[rank].delete(place);
      yielding[rank].delete(place);
      stopListening?.();
      reject(signal?.reason);
    }
    function hurry(): void {
      yielding[rank].delete(place);
      waiting[rank].add(place);
      offerTurn();
    }
    (yields ? yielding : waiting)[rank].add(place);
    signal?.addEventListener('abort', cancel, { once: true });
    offerTurn();
    return promise;
  };
}

/** Takes it out of its queue. */
function firstOf(queues: readonly Set<Place>[]): Place | undefined {
  for (const queue of queues) {
    const [first] = queue;
    if (first === undefined) continue;
    queue.delete(first);
    return first;
  }
  return undefined;
}
