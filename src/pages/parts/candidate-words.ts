/** The texts about candidates: their names, and the reasons for them. */

import type { Candidate, MatchReason, OfferedSearch, ResolvedGene } from '../../domain/resolve/candidate.ts';
import { nameInSentence } from '../../domain/shown-text.ts';
import type { LaterWords } from '../words/words.ts';

/** @param shown texts beside it; a name among them is not repeated */
export function reasonText({ box }: LaterWords, reason: MatchReason, shown: readonly (string | null)[]): string {
  if (reason.kind === 'disease') return box.geneOf(reason.matched, sourceText(reason));
  const isShown = shown.some((text) => text?.toLowerCase() === reason.matched.toLowerCase());
  return isShown ? box.reasonsAlone[reason.kind] : box.reasons[reason.kind](reason.matched);
}

/** Returns a source with its release, such as `HPO 2025-01-16`. */
export function sourceText({ source, release }: { source: string | null; release: string | null }): string {
  return [source, release].filter(Boolean).join(' ');
}

/** Returns the identifier that distinguishes a gene from others with the same name. */
export function identifierText({ ensemblIds, hgncId, geneId }: ResolvedGene): string {
  const [ensemblId] = ensemblIds;
  if (ensemblId !== undefined) return `Ensembl ${ensemblId}`;
  return hgncId ?? `NCBI ${geneId}`;
}

/** Returns how many genes it has, and the source of this number; undefined if no genes are known. */
export function genesText({ box }: LaterWords, candidate: Exclude<Candidate, { kind: 'gene' }>): string | undefined {
  const { source, release, geneCount } = candidate.kind === 'disease' ? candidate.disease : candidate.term;
  return source === null || geneCount === 0 ? undefined : box.genesOf(geneCount, sourceText({ source, release }));
}

export function searchText({ box }: LaterWords, { kind, text }: OfferedSearch): string {
  return kind === 'people' ? box.peopleCalled(nameInSentence(text)) : box.interestsWith(nameInSentence(text));
}
