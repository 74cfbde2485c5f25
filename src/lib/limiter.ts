/** A few at once; the others wait in the order in which they came, those who let others go first behind all of them. */

import pLimit from 'p-limit';

/**
 * Does the work when its turn has come. Who gives up before that is rejected at once, and leaves no work in the queue.
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
  const limit = pLimit(most);
  const waiting = new Set<Place>();
  const yielding = new Set<Place>();
  let yieldingAtWork = 0;

  /** A turn belongs to nobody before it comes: what gave up meanwhile has left no place, and others may go first. */
  const offerTurn = () => void limit(takeTurn);

  async function takeTurn(): Promise<void> {
    const [next] = waiting;
    if (next !== undefined) {
      waiting.delete(next);
      return next();
    }
    const [patient] = yielding;
    if (patient === undefined || yieldingAtWork >= mostYielding) return;
    yielding.delete(patient);
    yieldingAtWork++;
    await patient();
    yieldingAtWork--;
    // Those who found too many of their kind at work had their turn in vain.
    offerTurn();
  }

  return async <T>(work: () => Promise<T>, signal?: AbortSignal, yieldsUntil?: AbortSignal) => {
    signal?.throwIfAborted();
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
      offerTurn();
    }
    const isYielding = yieldsUntil !== undefined && !yieldsUntil.aborted;
    (isYielding ? yielding : waiting).add(place);
    signal?.addEventListener('abort', cancel, { once: true });
    if (isYielding) yieldsUntil.addEventListener('abort', hurry, { once: true });
    offerTurn();
    return promise;
  };
}
