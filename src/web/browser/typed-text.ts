/** What was typed into the box, where the page offers to search for it in another way. */

import { offeredSearches } from '../../domain/resolve/offered-searches.ts';
import { readText } from '../../domain/resolve/read-text.ts';
import { searchOfText } from '../parts/search/box-links.ts';
import { searchText } from '../parts/search/candidate-words.ts';
import type { View } from '../parts/view.ts';

const KINDS = ['people', 'interests'] as const;

/** Whoever typed a name that is a gene's too is led to people of that name, and not of the symbol. */
export function searchWhatWasTyped(view: View, text: string): void {
  // Nobody is called as an identifier or a variant is, and a sentence is put to nobody.
  if (text === '' || offeredSearches(readText(text), text).length === 0) return;
  for (const kind of KINDS) {
    const link = document.querySelector<HTMLAnchorElement>(`#understood a[data-search=${kind}]`);
    if (link === null) continue;
    link.href = searchOfText(view, { kind, text });
    link.textContent = searchText(view.words, { kind, text });
  }
}
