/** What the widget says, in the language of the page around it. */

import type { widget } from './en/widget.ts';
import type { Widened } from './words.ts';

export type WidgetWords = Widened<typeof widget>;

/** French for French pages, else English. @param lang as `lang` attributes have it */
export async function widgetWords(lang: string): Promise<WidgetWords> {
  const isFrench = /^fr\b/i.test(lang.trim());
  return (isFrench ? await import('./fr/widget.ts') : await import('./en/widget.ts')).widget;
}
