/** The list of this tab, for whoever comes back to it: it ends with the tab, and no other page or registry can read it. */

const NAME = 'gene-list';

export type KeptList = { text(): string; keep(text: string): void; forget(): void };

/** @param storage of this tab; where the browser gives none, nothing is kept */
export function keptList(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): KeptList {
  return {
    text: () => storage.getItem(NAME) ?? '',
    keep(text) {
      try {
        storage.setItem(NAME, text);
      } catch {
        // A full storage: the list is on the page, and has to be typed again after it.
      }
    },
    forget: () => storage.removeItem(NAME),
  };
}
