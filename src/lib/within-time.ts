/** A wait that has an end. */

/** What it brings; undefined where that takes longer. */
export async function withinTime<Value>(coming: Promise<Value>, mostMs: number): Promise<Value | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timeout = setTimeout(resolve, mostMs, undefined);
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearTimeout(timeout);
  }
}
