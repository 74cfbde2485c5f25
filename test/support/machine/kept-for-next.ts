/** What the files of a worker use one after the other, as a browser: opened once, and closed when nobody has used it for a while. */

/** Longer than most files take that are between two that use it. */
const KEPT_FOR_NEXT_MS = 30_000;

export type Lent<T> = AsyncDisposable & { value: T };

/**
 * Answers what lends it. Several may use it at a time; it is closed half a minute after the last of them gave it back.
 *
 * @param isFit whether it can be lent again; where not, another one is opened for whoever comes next
 */
export function keptForNext<T extends AsyncDisposable>(
  open: () => Promise<T>,
  isFit: (value: T) => Promise<boolean> = async () => true,
): () => Promise<Lent<T>> {
  let kept: Promise<T> | undefined;
  let users = 0;
  let closing: NodeJS.Timeout | undefined;

  async function close(): Promise<void> {
    const closed = kept;
    kept = undefined;
    await (await closed)?.[Symbol.asyncDispose]();
  }

  async function orAnother(value: T): Promise<T> {
    if (await isFit(value)) return value;
    await value[Symbol.asyncDispose]();
    return open();
  }

  return async () => {
    clearTimeout(closing);
    users += 1;
    if (users === 1) kept = kept?.then(orAnother);
    kept ??= open();
    const value = await kept;
    return {
      value,
      async [Symbol.asyncDispose]() {
        users -= 1;
        if (users === 0) closing = setTimeout(close, KEPT_FOR_NEXT_MS);
      },
    };
  };
}
