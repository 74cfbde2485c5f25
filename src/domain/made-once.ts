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
