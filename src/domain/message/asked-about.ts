/** What a link to somebody carries on of the search that found them: the gene and its organism, as the page called them. */

export type AskedAbout = { gene: string; organism: string };

/** Of either; whoever makes up such a link fills no message with it. */
const LONGEST = 60;

/** Reads `gene` and `organism`; undefined without a gene, and for what is too long to be one. */
export function readAskedAbout(params: URLSearchParams): AskedAbout | undefined {
  const [gene, organism] = [shortText(params, 'gene'), shortText(params, 'organism')];
  return gene === undefined || gene === '' || organism === undefined ? undefined : { gene, organism };
}

/** The inverse; nothing where there is no gene. */
export function askedAboutParams({ gene, organism }: AskedAbout): Record<string, string> {
  return gene === '' || gene.length > LONGEST || organism.length > LONGEST ? {} : { gene, organism };
}

function shortText(params: URLSearchParams, name: string): string | undefined {
  const value = (params.get(name) ?? '').replace(/\s+/g, ' ').trim();
  return value.length <= LONGEST ? value : undefined;
}
