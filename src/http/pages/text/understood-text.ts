/** What the page of a search tells of the text that led to it. */

import type { Reason } from '../../../domain/resolve/candidate.ts';
import type { LocalRegistry } from '../../../registry/local-registry.ts';
import type { Understood } from '../../../web/parts/box/understood.ts';
import type { PageSearch } from '../../../web/parts/search/search-query.ts';

const MOST_CALLED_SO = 20;
const EXACT: ReadonlySet<Reason['kind']> = new Set(['identifier', 'symbol', 'alias', 'name', 'designation'] as const);

/**
 * The gene that a text of the box was taken for, and what else is called so; undefined for one that is not here.
 *
 * @param called the name by which the gene was met, as the address tells it; what is no name of the gene is not shown
 * @param chosen ids of those that were chosen of several genes of one symbol
 */
export async function understoodAs(
  { kind, params }: PageSearch,
  chosen: readonly string[],
  called: string | null,
  { resolveText }: Pick<LocalRegistry, 'resolveText'>,
): Promise<Understood | undefined> {
  const symbol = params.get('symbol');
  if (kind !== 'genes' || symbol === null) return undefined;
  const { entries, searches } = await resolveText(symbol, MOST_CALLED_SO);
  const genes = (entries[0]?.candidates ?? []).flatMap((candidate) =>
    candidate.kind === 'gene' && candidate.reason.kind === 'symbol' ? [candidate.gene] : [],
  );
  const ofSymbol = genes.filter((one) => one.symbol === symbol && String(one.taxonId) === params.get('taxonId'));
  const gene = ofSymbol.find(({ geneId }) => chosen.includes(String(geneId))) ?? ofSymbol[0];
  if (gene === undefined) return undefined;
  const isCalledSo = called !== null && (await isNameOf(gene.geneId, called, resolveText));
  return { gene, called: isCalledSo ? called : undefined, others: genes.filter((one) => one !== gene), searches };
}

async function isNameOf(geneId: number, called: string, resolveText: LocalRegistry['resolveText']): Promise<boolean> {
  const [entry] = (await resolveText(called, MOST_CALLED_SO)).entries;
  const candidates = entry?.candidates ?? [];
  return candidates.some((one) => one.kind === 'gene' && one.gene.geneId === geneId && EXACT.has(one.reason.kind));
}
