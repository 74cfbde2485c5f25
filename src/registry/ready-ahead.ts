/** Makes ready, between requests, what the first reader after a change of the data would else wait for. */

import type { ReadTransaction, Store } from './store/store.ts';

/** So often it is looked whether the data have changed. */
const EVERY_MS = 500;

/** @param advance makes one slice more, and answers whether everything is ready */
export function readyAhead(store: Store, advance: (tx: ReadTransaction) => boolean): Disposable {
  let isEnded = false;
  let next: NodeJS.Timeout;

  function step(): void {
    if (isEnded) return;
    const isReady = isReadyNow();
    // A timer, and not the next turn, so that requests that have come are answered in between.
    next = setTimeout(step, isReady ? EVERY_MS : 1).unref();
  }

  function isReadyNow(): boolean {
    try {
      return store.read(advance);
    } catch {
      // Whoever watches a file reports that it cannot be read, and whoever asks learns it too.
      return true;
    }
  }

  next = setTimeout(step, 0).unref();
  return {
    [Symbol.dispose]() {
      isEnded = true;
      clearTimeout(next);
    },
  };
}
