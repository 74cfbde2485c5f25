/** A few at once; the others wait in the order in which they came. */

import pLimit from 'p-limit';

/**
 * Does the work when its turn has come. Who gives up before that is told at once, and leaves no work in the queue.
 *
 * @throws the reason of the signal when that is aborted while waiting, and whatever the work throws
 */
export type Limit = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** A place in the queue, which is left empty when who waits there gives up: behind what hangs the queue is long. */
type Place = { begin: (() => Promise<void>) | undefined };

const beginAt = (place: Place) => place.begin?.();

/** @param most how many have their turn at the same time */
export function limiter(most: number): Limit {
  const limit = pLimit(most);

  return async <T>(work: () => Promise<T>, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const place: Place = {
      async begin() {
        signal?.removeEventListener('abort', cancel);
        const working = work();
        resolve(working);
        await working.catch(() => {});
      },
    };
    function cancel(): void {
      place.begin = undefined;
      reject(signal?.reason);
    }
    signal?.addEventListener('abort', cancel, { once: true });
    void limit(beginAt, place);
    return promise;
  };
}
