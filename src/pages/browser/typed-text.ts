/** The links that search for the typed text in another way. */

import { mayBePerson } from '../../domain/query/person-text.ts';
import { searchOfText } from '../parts/box-links.ts';
import { searchText } from '../parts/candidate-words.ts';
import type { View } from '../parts/view.ts';

const KINDS = ['people', 'interests'] as const;

/** Points the links to the typed text itself: a reader may want people whose name is also that of a gene. */
export function searchWhatWasTyped(view: View, text: string): void {
  // Identifiers, variants and sentences are no names of people.
  if (!mayBePerson(text)) return;
  for (const kind of KINDS) {
    const link = document.querySelector<HTMLAnchorElement>(`#understood a[data-search=${kind}]`);
    if (link === null) continue;
    link.href = searchOfText(view, { kind, text });
    link.textContent = searchText(view.words, { kind, text });
  }
}
