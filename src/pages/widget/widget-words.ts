/** The words of the widget, in the language of the surrounding page. */

import type { Widened } from '../words/words.ts';
import { widget as en } from './words.en.ts';
import { widget as fr } from './words.fr.ts';

export type WidgetWords = Widened<typeof en>;

/**
 * Returns French words for French pages, and English words otherwise.
 *
 * @param lang the value of a `lang` attribute
 * @param names the registry's names of organisms, by id, for those that the words do not name
 */
export function widgetWords(lang: string, names: Readonly<Record<string, string>>): WidgetWords {
  const words = /^fr\b/i.test(lang.trim()) ? fr : en;
  return { ...words, taxa: { ...names, ...words.taxa } };
}
