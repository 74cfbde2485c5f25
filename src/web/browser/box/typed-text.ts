/** What was typed into the box: kept in this tab alone, as the address of the search that follows does not tell it. */

import { readText } from '../../../domain/resolve/read-text.ts';
import { searchOfText } from '../../parts/box/box-links.ts';
import { searchText } from '../../parts/box/candidate-words.ts';
import type { View } from '../../parts/view.ts';

const KEY = 'typed-into-box';
const KINDS = ['people', 'interests'] as const;

/** Keeps it until the next page. */
export function keepTyped(form: HTMLFormElement, input: HTMLInputElement): void {
  form.addEventListener('submit', () => sessionStorage.setItem(KEY, input.value.trim()));
}

/** Whoever typed a name that is a gene's too is led to people of that name, and not of the symbol. */
export function searchWhatWasTyped(view: View): void {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  // Nobody is called as an identifier or a variant is.
  if (text === null || text === '' || readText(text).form !== 'words') return;
  for (const kind of KINDS) {
    const link = document.querySelector<HTMLAnchorElement>(`#understood a[data-search=${kind}]`);
    if (link === null) continue;
    link.href = searchOfText(view, { kind, text });
    link.textContent = searchText(view.words, { kind, text });
  }
}
