/** The view with all words of its language, for modules that show more than the answer of a search. */

import type { WholeView } from '../parts/view.ts';
import { langOfPage, readPlace } from './page.ts';

/** Loads the words of the page's language only. */
export async function readWholeView(): Promise<WholeView> {
  const words = langOfPage() === 'fr' ? (await import('../words/fr.ts')).fr : (await import('../words/en.ts')).en;
  return { ...readPlace(), words };
}
