/** What the widget says, in the language of the page around it. */

import { widget as en } from './en/widget.ts';
import { widget as fr } from './fr/widget.ts';
import type { Widened } from './words.ts';

export type WidgetWords = Widened<typeof en>;

/**
 * French for French pages, else English.
 *
 * @param lang as `lang` attributes have it
 * @param names what the registry calls organisms that the words do not know, by their id
 */
export function widgetWords(lang: string, names: Readonly<Record<string, string>>): WidgetWords {
  const words = /^fr\b/i.test(lang.trim()) ? fr : en;
  return { ...words, taxa: { ...names, ...words.taxa } };
}
