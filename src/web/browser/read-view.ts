/** The view of most pages: their language and place, and of the words those of a search. */

import type { View } from '../parts/view.ts';
import { langOfPage, readPlace } from './page.ts';

/** Its language and its root, as the server wrote them. Only the words of that language are loaded, and of these few. */
export async function readView(): Promise<View> {
  const words =
    langOfPage() === 'fr'
      ? (await import('../words/fr/searching.ts')).searching
      : (await import('../words/en/searching.ts')).searching;
  return { ...readPlace(), words };
}
