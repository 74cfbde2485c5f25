/** What a link to somebody carries on, read from its address: apart from writing it, which the widget does, too. */

import { type CarriedGene, MOST_CHARACTERS } from './carried-gene.ts';

/** Reads `gene` and `organism`; undefined without a gene, and for what is too long to be one. */
export function readCarriedGene(params: URLSearchParams): CarriedGene | undefined {
  const [gene, organism] = [shortText(params, 'gene'), shortText(params, 'organism')];
  return gene === undefined || gene === '' || organism === undefined ? undefined : { gene, organism };
}

function shortText(params: URLSearchParams, name: string): string | undefined {
  const value = (params.get(name) ?? '').replace(/\s+/g, ' ').trim();
  return value.length <= MOST_CHARACTERS ? value : undefined;
}
