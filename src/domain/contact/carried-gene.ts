/** The gene of a search that a link to a person carries: its symbol and organism, as the page shows them. */

export type CarriedGene = { gene: string; organism: string };

/** The largest number of characters of either, so that nobody can fill a message through an invented link. */
export const MOST_CHARACTERS = 60;

/** Returns the parameters of such a link; none without a gene, or with a text that is too long. */
export function carriedGeneParams({ gene, organism }: CarriedGene): Record<string, string> {
  return gene === '' || gene.length > MOST_CHARACTERS || organism.length > MOST_CHARACTERS ? {} : { gene, organism };
}
