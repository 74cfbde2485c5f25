/** Candidates in the words of the page: what each is called, and why it is one. */

import type { Candidate, MatchReason, OfferedSearch, ResolvedGene } from '../../../domain/resolve/candidate.ts';
import { nameInSentence } from '../../../domain/shown-text.ts';
import type { Words } from '../../words/words.ts';

/** @param shown what stands beside it, which is not said again */
export function reasonText({ box }: Words, reason: MatchReason, shown: readonly (string | null)[]): string {
  if (reason.kind === 'disease') return box.geneOf(reason.matched, sourceText(reason));
  const isShown = shown.some((text) => text?.toLowerCase() === reason.matched.toLowerCase());
  return isShown ? box.reasonsAlone[reason.kind] : box.reasons[reason.kind](reason.matched);
}

/** `HPO 2025-01-16`. */
export function sourceText({ source, release }: { source: string | null; release: string | null }): string {
  return [source, release].filter(Boolean).join(' ');
}

/** The identifier that distinguishes a gene from others of its name. */
export function identifierText({ ensemblIds, hgncId, geneId }: ResolvedGene): string {
  const [ensemblId] = ensemblIds;
  if (ensemblId !== undefined) return `Ensembl ${ensemblId}`;
  return hgncId ?? `NCBI ${geneId}`;
}

/** How many genes, and who says so; undefined where none are known. */
export function genesText({ box }: Words, candidate: Exclude<Candidate, { kind: 'gene' }>): string | undefined {
  const { source, release, geneCount } = candidate.kind === 'disease' ? candidate.disease : candidate.term;
  return source === null || geneCount === 0 ? undefined : box.genesOf(geneCount, sourceText({ source, release }));
}

export function searchText({ box }: Words, { kind, text }: OfferedSearch): string {
  return kind === 'people' ? box.peopleCalled(nameInSentence(text)) : box.interestsWith(nameInSentence(text));
}
