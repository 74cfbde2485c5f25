/** A few at once; the others wait in the order in which they came, what has begun before all that has not. */

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

/**
 * Waits for a turn, which begins with `begin` and lasts until what that is given is called. Who gives up before that has
 * `left` called, with the reason of the signal. Answers what ends the wait without a word.
 */
type WaitForTurn = (
  begin: (end: () => void) => void,
  left: (reason: unknown) => void,
  standing: LimiterStanding,
) => () => void;

/** As {@link turnQueue}, for work that is a promise. */
export function limiter(most: number, mostYielding = most): Limit {
  const wait = turnQueue(most, mostYielding);
  return async <T>(work: () => Promise<T>, standing: LimiterStanding = {}) => {
    standing.signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const begin = (end: () => void) => {
      const working = work();
      resolve(working);
      working.then(end, end);
    };
    wait(begin, reject, standing);
    return promise;
  };
}

/** Somebody who waits: begins the turn. */
type Place = (end: () => void) => void;

/**
 * @param most how many have their turn at the same time
 * @param mostYielding how many of these may be such as let others go first
 */
export function turnQueue(most: number, mostYielding = most): WaitForTurn {
  /** Of each kind what has begun, and behind it what has not. */
  const waiting = [new Set<Place>(), new Set<Place>()] as const;
  const yielding = [new Set<Place>(), new Set<Place>()] as const;
  let atWork = 0;
  let yieldingAtWork = 0;
  let isOffering = false;

  /** A moment later, when it is known who else has come by now, and who goes first. */
  function offerTurns(): void {
    if (!isOffering) queueMicrotask(giveTurns);
    isOffering = true;
  }

  function giveTurns(): void {
    isOffering = false;
    while (atWork < most) {
      const next = firstOf(waiting);
      const place = next ?? (yieldingAtWork < mostYielding ? firstOf(yielding) : undefined);
      if (place === undefined) return;
      const yieldingOnes = next === undefined ? 1 : 0;
      atWork++;
      yieldingAtWork += yieldingOnes;
      place(() => {
        atWork--;
        yieldingAtWork -= yieldingOnes;
        offerTurns();
      });
    }
  }

  return (begin, left, { signal, pace, hasBegun = false }) => {
    const rank = hasBegun ? 0 : 1;
    const yields = pace?.yields() === true;
    const stopListening = yields ? pace?.onHurry(hurry) : undefined;
    function endWait(): void {
      signal?.removeEventListener('abort', cancel);
      stopListening?.();
    }
    function place(end: () => void): void {
      endWait();
      begin(end);
    }
    function leave(): void {
      waiting[rank].delete(place);
      yielding[rank].delete(place);
      endWait();
    }
    function cancel(): void {
      leave();
      left(signal?.reason);
    }
    function hurry(): void {
      yielding[rank].delete(place);
      waiting[rank].add(place);
      offerTurns();
    }
    (yields ? yielding : waiting)[rank].add(place);
    signal?.addEventListener('abort', cancel, { once: true });
    offerTurns();
    return leave;
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
