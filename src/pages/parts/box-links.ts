/** The addresses of searches for candidates and texts. */

import type { GeneName, OfferedSearch, ResolvedTerm } from '../../domain/resolve/candidate.ts';
import { facetParameter } from './list-view.ts';
import { linkTo, type View } from './view.ts';

/**
 * @param reading.as the kind of the reason, if the page should say how the text was understood
 * @param reading.called the name that was found, if it is not the symbol; it is always a name of the reference data
 * @param reading.isShortened whether words of the text were ignored; the address never holds these words
 * @param reading.beside the genes beside it; if several have the symbol, the address says which one is meant
 * @param reading.orthologTaxonId the organism whose orthologs are meant
 */
export function searchOfGene(
  view: View,
  { geneId, symbol, taxonId }: GeneName,
  { as, called, isShortened = false, beside = [], orthologTaxonId }: GeneInAddress = {},
): string {
  const params = new URLSearchParams({ symbol, taxonId: String(taxonId) });
  if (orthologTaxonId) params.set('orthologTaxonId', String(orthologTaxonId));
  const isShared = beside.some((one) => one.geneId !== geneId && one.symbol === symbol && one.taxonId === taxonId);
  if (isShared) params.set(facetParameter('gene'), String(geneId));
  if (as !== undefined) params.set('as', as);
  if (called !== undefined && called !== symbol) params.set('called', called);
  if (isShortened) params.set('left-out', 'words');
  return linkTo(view, 'search', params);
}

type GeneInAddress = {
  as?: string;
  called?: string | undefined;
  isShortened?: boolean;
  beside?: readonly GeneName[];
  orthologTaxonId?: number | null;
};

/** Returns the parameters of a search for a text. */
export function textParams({ kind, text }: OfferedSearch): URLSearchParams {
  return new URLSearchParams(kind === 'people' ? { nameLike: text, prefix: 'false' } : { descriptionLike: text });
}

/** @param options.offersOther whether the page should say how the text was understood, and offer the other search */
export function searchOfText(view: View, search: OfferedSearch, { offersOther = false } = {}): string {
  const params = textParams(search);
  if (offersOther) params.set('as', search.kind);
  return linkTo(view, 'search', params);
}

/** Returns the id of a disease or a term as a segment of a path: `ORPHA:33069`. */
export function idInPath(id: string): string {
  return encodeURIComponent(id).replaceAll('%3A', ':');
}

/** Returns the address of the search for people who chose the term. */
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
