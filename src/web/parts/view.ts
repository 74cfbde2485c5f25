/** What every piece of a page needs to know: the words of its language, and where the addresses of the registry begin. */

import type { AllWords, Words } from '../words/words.ts';

/** Names of files below `/icons/`, such as `MONDO_0000001.svg`. */
export type IconFiles = ReadonlySet<string>;

export type View = {
  words: Words;
  /** From the address of the page to the root of the registry, such as `../`, so that any path prefix does. */
  root: string;
  /** The language that the reader chose, which links keep; undefined where their browser chose it. */
  chosenLang: string | undefined;
  /** Icons of terms and organ systems that the operator gave. */
  icons: IconFiles;
  /** Where the assets of this version begin, from the root. */
  assets: string;
};

/** Of a page that the server writes, or whose scripts load all words. */
export type WholeView = View & { words: AllWords };

/** Where links begin, and what they keep. */
export type LinkBase = Pick<View, 'root' | 'chosenLang'>;

/** The address of a page of this registry, with the language that was chosen. */
export function linkTo({ root, chosenLang }: LinkBase, path: string, params = new URLSearchParams()): string {
  const all = new URLSearchParams(params);
  if (chosenLang !== undefined) all.set('lang', chosenLang);
  const query = all.toString();
  return `${root}${path}${query === '' ? '' : `?${query}`}`;
}
