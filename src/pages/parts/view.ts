/** The values that every part of a page needs: the words of its language, and the root of the registry's addresses. */

import type { AllWords, LaterWords, Words } from '../words/words.ts';

/** Names of files in `/icons/`, such as `MONDO_0000001.svg`. */
export type IconFiles = ReadonlySet<string>;

export type View = {
  words: Words;
  /** The relative path from the page to the root of the registry, such as `../`; so the registry works under any path prefix. */
  root: string;
  /** The language that the reader chose, which links preserve; undefined if the browser chose it. */
  chosenLang: string | undefined;
  /** The operator's icons of terms and organ systems. */
  icons: IconFiles;
  /** The path of the assets of this version, from the root. */
  assets: string;
};

/** The view of scripts that are loaded once a reader acts. */
export type LaterView = View & { words: LaterWords };

/** The view of a page that the server writes, or whose scripts load all words. */
export type WholeView = View & { words: AllWords };

/** The root of links, and the language that they preserve. */
export type LinkBase = Pick<View, 'root' | 'chosenLang'>;

/** Returns the address of a page of this registry, with the chosen language. */
export function linkTo({ root, chosenLang }: LinkBase, path: string, params = new URLSearchParams()): string {
  const all = new URLSearchParams(params);
  if (chosenLang !== undefined) all.set('lang', chosenLang);
  const query = all.toString();
  return `${root}${path}${query === '' ? '' : `?${query}`}`;
}
