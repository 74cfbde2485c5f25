/** Prepares data between requests, so that the first request after a change of the data does not wait for it. */

import type { ReadTransaction, Store } from './store/store.ts';

/** How often it checks whether the data have changed. */
const EVERY_MS = 500;

/** @param advance prepares one slice more, and returns whether everything is ready */
export function readyAhead(store: Store, advance: (tx: ReadTransaction) => boolean): Disposable {
  let isEnded = false;
  let next: NodeJS.Timeout;

  function step(): void {
    if (isEnded) return;
    const isReady = isReadyNow();
    // A timer instead of the next turn, so that waiting requests are answered in between.
    next = setTimeout(step, isReady ? EVERY_MS : 1).unref();
  }

  function isReadyNow(): boolean {
    try {
      return store.read(advance);
    } catch {
      // The watch of the file and requests report an unreadable file.
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
