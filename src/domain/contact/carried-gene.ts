/** What a link to somebody carries on of the search that found them: the gene and its organism, as the page called them. */

export type CarriedGene = { gene: string; organism: string };

/** Characters of either; whoever makes up such a link fills no message with it. */
export const MOST_CHARACTERS = 60;

/** The parameters of such a link; nothing where there is no gene. */
export function carriedGeneParams({ gene, organism }: CarriedGene): Record<string, string> {
  return gene === '' || gene.length > MOST_CHARACTERS || organism.length > MOST_CHARACTERS ? {} : { gene, organism };
}
