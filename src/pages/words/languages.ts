/** The languages of the site, and the choice among them for a reader. */

import { en } from './en.ts';
import { fr } from './fr.ts';
import type { AllWords } from './words.ts';

export const LANGUAGES: readonly AllWords[] = [en, fr];

/** Returns the words of the chosen language, or else of the one that the browser prefers, or else English. */
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

/** Returns the tags of an `Accept-Language` header, in order of preference. */
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
