/** Of which kind the association of a gene with a disease is, in the words of the page; HPO and Orphanet each have their own. */

import type { AllWords } from '../../words/words.ts';

/** In the word of HPO, that it does not know it. */
const NOT_KNOWN = 'UNKNOWN';

/** @param kind in the word of its source, `MENDELIAN`: one that this version does not know is shown as it came */
export function associationText({ disease }: AllWords, kind: string): string {
  const { kinds } = disease;
  return Object.hasOwn(kinds, kind) ? kinds[kind as keyof typeof kinds] : kind.toLowerCase();
}

/** Those of several sources; that one does not know it is not said beside what another knows. */
export function kindsText(words: AllWords, kinds: readonly string[]): string {
  const known = kinds.filter((kind) => kind !== NOT_KNOWN);
  return (known.length > 0 ? known : kinds).map((kind) => associationText(words, kind)).join(', ');
}
