/** Returns what the page of a search says about the text that led to it. */

import { isExactGene } from '../../domain/resolve/candidate.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import type { Understood } from './search-page.ts';
import type { PageSearch } from './search-query.ts';

const MOST_CALLED_SO = 20;

/**
 * Returns how the text of the search box was understood: as a gene, with other meanings of the text, or as a person or
 * an interest if it is nothing else; undefined for a gene that is not known here.
 *
 * @param address `called` is the name by which the gene was found; it is ignored if the gene has no such name
 * @param address.chosen the ids that were chosen from several genes of one symbol
 */
export async function understoodAs(
  { kind, params }: PageSearch,
  { params: address, chosen }: { params: URLSearchParams; chosen: readonly string[] },
  { resolveText }: Pick<LocalRegistry, 'resolveText'>,
): Promise<Understood | undefined> {
  if (kind === 'users') return understoodText(params);
  const symbol = params.get('symbol');
  const called = address.get('called');
  if (kind !== 'genes' || symbol === null) return undefined;
  const { entries, searches } = await resolveText(symbol, MOST_CALLED_SO);
  const genes = (entries[0]?.candidates ?? []).flatMap((candidate) =>
    candidate.kind === 'gene' && candidate.reason.kind === 'symbol' ? [candidate.gene] : [],
  );
  const ofSymbol = genes.filter((one) => one.symbol === symbol && String(one.taxonId) === params.get('taxonId'));
  const gene = ofSymbol.find(({ geneId }) => chosen.includes(String(geneId))) ?? ofSymbol[0];
  if (gene === undefined) return undefined;
  const isCalledSo = called !== null && (await isNameOf(gene.geneId, called, resolveText));
  return {
    ...{ gene, called: isCalledSo ? called : undefined, isShortened: address.has('left-out') },
    ...{ others: genes.filter((one) => one !== gene), searches },
  };
}

/** A text that is no gene, disease or term is searched at once, among people or interests; the page offers the other search. */
function understoodText(params: URLSearchParams): Understood | undefined {
  const [name, description] = [params.get('nameLike'), params.get('descriptionLike')];
  if ((name === null) === (description === null)) return undefined;
  if (name !== null) return { searched: 'people', other: { kind: 'interests', text: name } };
  return { searched: 'interests', other: { kind: 'people', text: description ?? '' } };
}

async function isNameOf(geneId: number, called: string, resolveText: LocalRegistry['resolveText']): Promise<boolean> {
  const [entry] = (await resolveText(called, MOST_CALLED_SO)).entries;
  const candidates = entry?.candidates ?? [];
  return candidates.some((one) => isExactGene(one) && one.gene.geneId === geneId);
}
