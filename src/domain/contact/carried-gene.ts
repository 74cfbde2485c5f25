/** The gene of a search that a link to a person carries: its symbol and organism, as the page shows them. */

export type CarriedGene = { gene: string; organism: string };

/** The largest number of characters of either, so that nobody can fill a message through an invented link. */
const MOST_CHARACTERS = 60;

/** Returns the parameters of such a link; none without a gene, or with a text that is too long. */
export function carriedGeneParams({ gene, organism }: CarriedGene): Record<string, string> {
  return gene === '' || gene.length > MOST_CHARACTERS || organism.length > MOST_CHARACTERS ? {} : { gene, organism };
}

// Reads the gene that a link to a person carries. It is apart from writing it, as the widget only writes.

/** Reads `gene` and `organism`; undefined without a gene, or with a text that is too long. */
export function readCarriedGene(params: URLSearchParams): CarriedGene | undefined {
  const [gene, organism] = [shortText(params, 'gene'), shortText(params, 'organism')];
  return gene === undefined || gene === '' || organism === undefined ? undefined : { gene, organism };
}

function shortText(params: URLSearchParams, name: string): string | undefined {
  const value = (params.get(name) ?? '').replace(/\s+/g, ' ').trim();
  return value.length <= MOST_CHARACTERS ? value : undefined;
}
