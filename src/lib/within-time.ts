/** A wait with a time limit. */

import { afterAnswers } from './slices.ts';

/** Returns the value of the promise; undefined if it takes longer. What has come in time and waits for its turn is in time. */
export async function withinTime<Value>(coming: Promise<Value>, mostMs: number): Promise<Value | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timeout = setTimeout(afterAnswers, mostMs, () => resolve(undefined));
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearTimeout(timeout);
  }
}
