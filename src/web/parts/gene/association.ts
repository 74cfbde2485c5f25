/** Of which kind the association of a gene with a disease is, in the words of the page. */

import type { AllWords } from '../../words/words.ts';

/** @param kind in the word of its source, `MENDELIAN`: one that this version does not know is shown as it came */
export function associationTold({ disease }: AllWords, kind: string): string {
  const { kinds } = disease;
  return Object.hasOwn(kinds, kind) ? kinds[kind as keyof typeof kinds] : kind.toLowerCase();
}
