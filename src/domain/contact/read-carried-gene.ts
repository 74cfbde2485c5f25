/** Reads the gene that a link to a person carries. It is apart from writing it, as the widget only writes. */

import { type CarriedGene, MOST_CHARACTERS } from './carried-gene.ts';

/** Reads `gene` and `organism`; undefined without a gene, or with a text that is too long. */
export function readCarriedGene(params: URLSearchParams): CarriedGene | undefined {
  const [gene, organism] = [shortText(params, 'gene'), shortText(params, 'organism')];
  return gene === undefined || gene === '' || organism === undefined ? undefined : { gene, organism };
}

function shortText(params: URLSearchParams, name: string): string | undefined {
  const value = (params.get(name) ?? '').replace(/\s+/g, ' ').trim();
  return value.length <= MOST_CHARACTERS ? value : undefined;
}
