/** What a page keeps in its tab, for a reader who may have forbidden it. */

/** Uses the storage of the tab. Answers undefined where the browser gives none, or it is full: even a look at it throws. */
export function fromTab<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
