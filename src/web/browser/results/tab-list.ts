/** The list of this tab, for whoever comes back to it: it ends with the tab, and no other page or registry can read it. */

import { fromTab } from '../tab-storage.ts';

const NAME = 'gene-list';

type StoredList = { text(): string; keep(text: string): void; forget(): void };

/** Where the browser gives no storage, or it is full, the list is on the page alone, and has to be typed again after it. */
export function storedList(): StoredList {
  return {
    text: () => fromTab((storage) => storage.getItem(NAME)) ?? '',
    keep: (text) => fromTab((storage) => storage.setItem(NAME, text)),
    forget: () => fromTab((storage) => storage.removeItem(NAME)),
  };
}
