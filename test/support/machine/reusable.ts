/** What the files of a worker use one after the other, as a browser: opened once, and closed when nobody has used it for a while. */

/** Longer than most files between two users take. */
const UNUSED_MS = 30_000;

export type Lent<T> = AsyncDisposable & { value: T };

/**
 * Returns a function that lends it. Several may use it at a time; it is closed half a minute after the last one gave it back.
 *
 * @param isFit whether it can be lent again; otherwise the next user gets a new one
 */
export function reusable<T extends AsyncDisposable>(
  open: () => Promise<T>,
  isFit: (value: T) => Promise<boolean> = async () => true,
): () => Promise<Lent<T>> {
  let opened: Promise<T> | undefined;
  let users = 0;
  let closing: NodeJS.Timeout | undefined;

  async function close(): Promise<void> {
    const closed = opened;
    opened = undefined;
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
    if (users === 1) opened = opened?.then(orAnother);
    opened ??= open();
    const value = await opened;
    return {
      value,
      async [Symbol.asyncDispose]() {
        users -= 1;
        if (users === 0) closing = setTimeout(close, UNUSED_MS);
      },
    };
  };
}
