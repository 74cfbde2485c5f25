/** A few at once; the others wait in the order in which they came, those who let others go first behind all of them. */

/**
 * Does the work when its turn has come. Who gives up before that is told at once, and leaves no work in the queue.
 *
 * @param yieldsUntil while it is not aborted, whoever waits without one has the next turn; undefined: goes as it comes
 * @throws the reason of the signal when that is aborted while waiting, and whatever the work throws
 */
export type Limit = <T>(work: () => Promise<T>, signal?: AbortSignal, yieldsUntil?: AbortSignal) => Promise<T>;

/** Somebody who waits; the work begins, and the promise never rejects. */
type Place = () => Promise<void>;

/**
 * @param most how many have their turn at the same time
 * @param mostYielding how many of these may be such as let others go first
 */
export function limiter(most: number, mostYielding = most): Limit {
  const waiting = new Set<Place>();
  const yielding = new Set<Place>();
  let atWork = 0;
  let yieldingAtWork = 0;

  /** Gives turns that are free to those who wait. */
  function giveTurns(): void {
    while (atWork < most) {
      const [next] = waiting;
      const [patient] = yielding;
      if (next !== undefined) {
        waiting.delete(next);
        void take(next);
      } else if (patient !== undefined && yieldingAtWork < mostYielding) {
        yielding.delete(patient);
        void takePatiently(patient);
      } else return;
    }
  }

  async function take(place: Place): Promise<void> {
    atWork++;
    await place();
    atWork--;
    giveTurns();
  }

  async function takePatiently(place: Place): Promise<void> {
    yieldingAtWork++;
    await take(async () => {
      await place();
      yieldingAtWork--;
    });
  }

  async function begin<T>(work: () => Promise<T>): Promise<T> {
    atWork++;
    try {
      return await work();
    } finally {
      atWork--;
      giveTurns();
    }
  }

  return async <T>(work: () => Promise<T>, signal?: AbortSignal, yieldsUntil?: AbortSignal) => {
    signal?.throwIfAborted();
    const isYielding = yieldsUntil !== undefined && !yieldsUntil.aborted;
    if (!isYielding && atWork < most) return begin(work);
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    async function place(): Promise<void> {
      signal?.removeEventListener('abort', cancel);
      yieldsUntil?.removeEventListener('abort', hurry);
      const working = work();
      resolve(working);
      await working.catch(() => {});
    }
    function cancel(): void {
      waiting.delete(place);
      yielding.delete(place);
      yieldsUntil?.removeEventListener('abort', hurry);
      reject(signal?.reason);
    }
    function hurry(): void {
      yielding.delete(place);
      waiting.add(place);
      giveTurns();
    }
    (isYielding ? yielding : waiting).add(place);
    signal?.addEventListener('abort', cancel, { once: true });
    if (isYielding) yieldsUntil.addEventListener('abort', hurry, { once: true });
    giveTurns();
    return promise;
  };
}
