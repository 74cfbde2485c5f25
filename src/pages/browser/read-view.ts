/** The view of most pages, with the words of a search only. */

import type { View } from '../parts/view.ts';
import { langOfPage, readPlace } from './page.ts';

/** Reads the view from the page, and loads the words of its language. */
export async function readView(): Promise<View> {
  const words =
    langOfPage() === 'fr'
      ? (await import('../words/searching.fr.ts')).searching
      : (await import('../words/searching.en.ts')).searching;
  return { ...readPlace(), words };
}
