/** Where what was understood leads to: searches as their addresses tell them. */

import type { GeneName, OfferedSearch, ResolvedTerm } from '../../../domain/resolve/candidate.ts';
import { linkTo, type View } from '../view.ts';

/** The longest text that the box sends. */
export const MOST_CHARACTERS = 4000;

/** @param as the kind of the reason, where the page is to tell how the text was understood */
export function searchOfGene(view: View, { symbol, taxonId }: GeneName, as?: string): string {
  const params = new URLSearchParams({ symbol, taxonId: String(taxonId) });
  if (as !== undefined) params.set('as', as);
  return linkTo(view, 'search', params);
}

export function searchOfText(view: View, { kind, text }: OfferedSearch): string {
  const params = new URLSearchParams(
    kind === 'people' ? { nameLike: text, prefix: 'false' } : { descriptionLike: text },
  );
  return linkTo(view, 'search', params);
}

/** People who have chosen the term. */
export function searchOfTerm(
  view: View,
  { ontologyName, termId }: Pick<ResolvedTerm, 'ontologyName' | 'termId'>,
): string {
  return linkTo(
    view,
    'search',
    new URLSearchParams({ by: 'researcher', ontologyNames: ontologyName, ontologyTermIds: termId }),
  );
}
