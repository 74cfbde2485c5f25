/** A wait with a time limit. */

/** Returns the value of the promise; undefined if it takes longer. */
export async function withinTime<Value>(coming: Promise<Value>, mostMs: number): Promise<Value | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timeout = setTimeout(resolve, mostMs, undefined);
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearTimeout(timeout);
  }
}
