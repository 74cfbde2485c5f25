/** The words that scripts need only once a reader types, chooses people, writes, or filters by terms. */

import type { LaterWords, Words } from '../words/words.ts';
import { langOfPage } from './page.ts';

/** Adds these words of the page's language. */
export async function withLaterWords(words: Words): Promise<LaterWords> {
  const later =
    langOfPage() === 'fr' ? (await import('../words/later.fr.ts')).later : (await import('../words/later.en.ts')).later;
  return { ...words, ...later, message: { ...words.message, ...later.message } };
}
