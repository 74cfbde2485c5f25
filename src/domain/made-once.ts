/** Values that are derived from others and cached. */

/** Returns a function that derives a value from what `read` returns, again only after `read` returns another value. */
export function madeOnce<From, Made>(read: () => From, make: (from: From) => Made): () => Made {
  let last: { from: From; made: Made } | undefined;
  return () => {
    const from = read();
    if (last === undefined || last.from !== from) last = { from, made: make(from) };
    return last.made;
  };
}

/** Returns a function that derives a value from each object once; the garbage collector removes both together. */
export function madeForEach<From extends WeakKey, Made extends NonNullable<unknown>>(
  make: (from: From) => Made,
): (from: From) => Made {
  const known = new WeakMap<From, Made>();
  return (from) => {
    const made = known.get(from) ?? make(from);
    known.set(from, made);
    return made;
  };
}
