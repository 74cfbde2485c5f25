/** Runs a few pieces of work at once. The others wait in order of arrival; work that has begun before comes ahead of new work. */

/** Whether work lets other work go first. Once it no longer does, it never does again. */
export type Pace = {
  yields(): boolean;
  /** Ends the yielding. */
  hurry(): void;
  /** Registers a listener for the end of the yielding. Returns a function that removes it. */
  onHurry(listener: () => void): () => void;
};

/** Makes the pace of work that yields. */
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

export type QueueOptions = {
  /** Ends the wait when it is aborted. */
  signal?: AbortSignal | undefined;
  /** While it yields, other work has the next slot; undefined: never yields. */
  pace?: Pace | undefined;
  /** Whether this continues work that has had a slot, and so comes ahead of new work. */
  hasBegun?: boolean;
};

/**
 * Does the work when its slot comes. Aborted work is rejected at once, and leaves the queue.
 *
 * @throws the reason of the signal if it is aborted during the wait, and errors of the work
 */
export type Limit = <T>(work: () => Promise<T>, options?: QueueOptions) => Promise<T>;

/**
 * Waits for a slot, which starts with `begin` and lasts until the function is called that `begin` gets. If the signal
 * is aborted first, `left` is called with its reason. Returns a function that ends the wait without calling either.
 */
type WaitForTurn = (
  begin: (end: () => void) => void,
  left: (reason: unknown) => void,
  options: QueueOptions,
) => () => void;

/** The same as {@link slotQueue}, for work that returns a promise. */
export function limiter(most: number, mostYielding = most): Limit {
  const wait = slotQueue(most, mostYielding);
  return async <T>(work: () => Promise<T>, options: QueueOptions = {}) => {
    options.signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const begin = (end: () => void) => {
      const working = work();
      resolve(working);
      working.then(end, end);
    };
    wait(begin, reject, options);
    return promise;
  };
}

/** The place of waiting work; it is called to begin the slot. */
type Place = (end: () => void) => void;

/**
 * Makes the queue.
 *
 * @param most how many slots there may be at once
 * @param mostYielding how many of these may be of work that yields
 */
export function slotQueue(most: number, mostYielding = most): WaitForTurn {
  /** The waiting work: first what has begun before, then what is new; so also for work that yields. */
  const waiting = [new Set<Place>(), new Set<Place>()] as const;
  const yielding = [new Set<Place>(), new Set<Place>()] as const;
  let atWork = 0;
  let yieldingAtWork = 0;
  let isOffering = false;

  /** Gives slots a moment later, when all work that arrives now is in the queues. */
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

/** Returns the first place and takes it out of its queue. */
function firstOf(queues: readonly Set<Place>[]): Place | undefined {
  for (const queue of queues) {
    const [first] = queue;
    if (first === undefined) continue;
    queue.delete(first);
    return first;
  }
  return undefined;
}
