/** The list of genes in the storage of this tab, for readers who come back. It ends with the tab, and no other page or registry can read it. */

import { fromTab } from '../tab-storage.ts';

const NAME = 'gene-list';

type StoredList = { text(): string; keep(text: string): void; forget(): void };

/** Returns the stored list. Without storage, the list is only in the page, and the reader has to enter it again. */
export function storedList(): StoredList {
  return {
    text: () => fromTab((storage) => storage.getItem(NAME)) ?? '',
    keep: (text) => fromTab((storage) => storage.setItem(NAME, text)),
    forget: () => fromTab((storage) => storage.removeItem(NAME)),
  };
}
