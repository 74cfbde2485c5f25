/** What a link to somebody carries on, read from its address: apart from writing it, which the widget does, too. */

import { type AskedAbout, MOST_OF_ASKED } from './asked-about.ts';

/** Reads `gene` and `organism`; undefined without a gene, and for what is too long to be one. */
export function readAskedAbout(params: URLSearchParams): AskedAbout | undefined {
  const [gene, organism] = [shortText(params, 'gene'), shortText(params, 'organism')];
  return gene === undefined || gene === '' || organism === undefined ? undefined : { gene, organism };
}

function shortText(params: URLSearchParams, name: string): string | undefined {
  const value = (params.get(name) ?? '').replace(/\s+/g, ' ').trim();
  return value.length <= MOST_OF_ASKED ? value : undefined;
}
