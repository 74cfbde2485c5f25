/** Whether what somebody typed was understood. */

import type { Candidate, Resolution } from '../../../src/domain/resolve/candidate.ts';
import type { TrialInput } from './trial-inputs.ts';

const MOST_OFFERED = 3;

export function isUnderstood({ meant, isCertain }: TrialInput, { entries }: Resolution): boolean {
  const offered = entries.map(({ candidates, didYouMean }) => [...candidates, ...didYouMean].slice(0, MOST_OFFERED));
  if (isCertain) {
    const firsts = offered.map(([first]) => (first?.isCertain === true ? nameOf(first) : '?'));
    return firsts.join(', ') === meant;
  }
  return offered.flat().map(nameOf).includes(meant);
}

export function nameOf(candidate: Candidate): string {
  if (candidate.kind === 'gene') return `${candidate.gene.symbol} ${candidate.gene.taxonName}`;
  return candidate.kind === 'disease' ? candidate.disease.diseaseId : candidate.term.termId;
}

/** The genes that a text leads to at once: one that is certain, or those of a list. */
export function searchedGenes({ isList, entries }: Resolution): string[] {
  const firsts = entries.flatMap(({ candidates: [first] }) => (first === undefined ? [] : [first]));
  return firsts.filter((one) => one.kind === 'gene' && (isList || one.isCertain)).map(nameOf);
}
