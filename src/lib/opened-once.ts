/** What is opened or loaded at its first use. */

/**
 * Opens at the first call, and answers the same from then on. What fails, as where no file can be opened for a moment, is
 * tried again by the next call: or what needs it would fail until the next start.
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
