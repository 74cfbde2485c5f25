/** What the page of a search tells of the text that led to it. */

import type { LocalRegistry } from '../../../registry/local-registry.ts';
import type { Understood } from '../../../web/parts/box/understood.ts';
import type { PageSearch } from '../../../web/parts/search/search-query.ts';

const MOST_CALLED_SO = 20;

/** The gene that a text of the box was taken for, and what else is called so; undefined for one that is not here. */
export async function understoodAs(
  { kind, params }: PageSearch,
  { resolveText }: Pick<LocalRegistry, 'resolveText'>,
): Promise<Understood | undefined> {
  const symbol = params.get('symbol');
  if (kind !== 'genes' || symbol === null) return undefined;
  const { entries, searches } = await resolveText(symbol, MOST_CALLED_SO);
  const called = entries[0]?.candidates ?? [];
  const genes = called.flatMap((candidate) =>
    candidate.kind === 'gene' && candidate.reason.kind === 'symbol' ? [candidate.gene] : [],
  );
  const gene = genes.find((one) => one.symbol === symbol && String(one.taxonId) === params.get('taxonId'));
  return gene && { gene, others: genes.filter((one) => one !== gene), searches };
}
