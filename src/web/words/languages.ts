/** The languages of the page, and which of them a reader gets. */

import { en } from './en.ts';
import { fr } from './fr.ts';
import type { AllWords } from './words.ts';

export const LANGUAGES: readonly AllWords[] = [en, fr];

/** The language chosen, if there is one of that name, else the one the browser likes best, else English. */
export function pickWords(acceptLanguage: string | undefined, chosen: string | null | undefined): AllWords {
  return (
    languageOf(chosen ?? '') ??
    preferences(acceptLanguage ?? '')
      .map(languageOf)
      .find(isKnown) ??
    en
  );
}

function languageOf(tag: string): AllWords | undefined {
  const primary = tag.trim().toLowerCase().split('-', 1)[0];
  return LANGUAGES.find(({ lang }) => lang === primary);
}

function isKnown(words: AllWords | undefined): boolean {
  return words !== undefined;
}

/** The tags of an `Accept-Language`, the best liked first. */
function preferences(acceptLanguage: string): string[] {
  return acceptLanguage
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((piece) => piece.trim());
      const quality = parameters.find((one) => one.startsWith('q='))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
