/** What a link to somebody carries on of the search that found them: the gene and its organism, as the page called them. */

export type AskedAbout = { gene: string; organism: string };

/** Characters of either; whoever makes up such a link fills no message with it. */
export const MOST_OF_ASKED = 60;

/** The parameters of such a link; nothing where there is no gene. */
export function askedAboutParams({ gene, organism }: AskedAbout): Record<string, string> {
  return gene === '' || gene.length > MOST_OF_ASKED || organism.length > MOST_OF_ASKED ? {} : { gene, organism };
}
