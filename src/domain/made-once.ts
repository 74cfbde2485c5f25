/** What is made from something that seldom changes. */

/** Answers what `make` makes of what `read` answers; made anew only when that is another value. */
export function madeOnce<From, Made>(read: () => From, make: (from: From) => Made): () => Made {
  let last: { from: From; made: Made } | undefined;
  return () => {
    const from = read();
    if (last === undefined || last.from !== from) last = { from, made: make(from) };
    return last.made;
  };
}

/** Answers what `make` makes of a value, once for each; it is forgotten with the value. */
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
