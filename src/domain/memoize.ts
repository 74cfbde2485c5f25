/**
 * Values that are computed once: for ever, or until what they are computed from has another version. A failure is not stored:
 * the next call computes again, after a rejected promise as well.
 */

/** Returns a function that computes one value for each object; the garbage collector removes both together. */
export function memoize<From extends WeakKey, Made extends NonNullable<unknown>>(
  make: (from: From) => Made,
): (from: From) => Made {
  const known = new WeakMap<From, Made>();
  return (from) => {
    const before = known.get(from);
    if (before !== undefined) return before;
    const made = make(from);
    known.set(from, made);
    onRejected(made, () => known.delete(from));
    return made;
  };
}

/**
 * Returns a function that computes a value, and again only when `versionOf` returns another version of what it is computed
 * from. `make` gets that version, which may be all that it needs, and the argument of the call.
 */
export function memoizeByVersion<Version, Made, From = void>(
  versionOf: (from: From) => Version,
  make: (version: Version, from: From) => Made,
): (from: From) => Made {
  let last: { version: Version; made: Made } | undefined;
  return (from) => {
    const version = versionOf(from);
    if (last !== undefined && last.version === version) return last.made;
    const mine = { version, made: make(version, from) };
    last = mine;
    onRejected(mine.made, () => {
      if (last === mine) last = undefined;
    });
    return mine.made;
  };
}

/** Returns a function that computes a value at its first call. */
export function once<Made>(make: () => Made): () => Made {
  return memoizeByVersion(() => undefined, make);
}

function onRejected(made: unknown, forget: () => void): void {
  if (made instanceof Promise) made.catch(forget);
}
