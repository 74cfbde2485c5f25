/** Opens or loads something at its first use. */

/**
 * Opens at the first call, and returns the same result from then on. A failure, such as a temporary lack of file
 * descriptors, is retried by the next call; otherwise it would last until the next start.
 */
export function openedOnce<Opened>(open: () => Promise<Opened>): () => Promise<Opened> {
  let opened: Promise<Opened> | undefined;
  return () => {
    opened ??= open().catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}
