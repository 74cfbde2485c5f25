/** What modules need that show more than the answer of a search: a view with all words of its language. */

import type { WholeView } from '../parts/view.ts';
import { langOfPage, readPlace } from './page.ts';

/** Only the words of the language of the page are loaded. */
export async function readWholeView(): Promise<WholeView> {
  const words = langOfPage() === 'fr' ? (await import('../words/fr.ts')).fr : (await import('../words/en.ts')).en;
  return { ...readPlace(), words };
}
