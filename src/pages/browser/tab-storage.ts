/** What this tab stores, if the reader allows it, such as a list of genes, which addresses must not hold. It ends with the tab, and no other page or registry can read it. */

/** Uses the storage of the tab. Returns undefined if there is no storage or it is full; without storage, even reading `sessionStorage` throws. */
export function fromTab<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
