/** The storage of the tab, which the reader may have switched off. */

/** Uses the storage of the tab. Returns undefined if there is no storage or it is full; without storage, even reading `sessionStorage` throws. */
export function fromTab<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
