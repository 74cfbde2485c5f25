/** The kind of an association between a gene and a disease, in words; HPO and Orphanet use different kinds. */

import type { AllWords } from '../../words/words.ts';

/** The word of HPO for an unknown kind. */
const NOT_KNOWN = 'UNKNOWN';

/** @param kind the word of the source, such as `MENDELIAN`; an unknown word is shown as it is */
export function associationText({ disease }: AllWords, kind: string): string {
  const { kinds } = disease;
  return Object.hasOwn(kinds, kind) ? kinds[kind as keyof typeof kinds] : kind.toLowerCase();
}

/** Returns the kinds of several sources. "Unknown" is omitted if another source gives a kind. */
export function kindsText(words: AllWords, kinds: readonly string[]): string {
  const known = kinds.filter((kind) => kind !== NOT_KNOWN);
  return (known.length > 0 ? known : kinds).map((kind) => associationText(words, kind)).join(', ');
}
