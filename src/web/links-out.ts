/** Addresses of what records name: genes, publications and terms at the places that hold them. */

import { type Html, html } from './html.ts';

/** Attributes of links that leave the registry: nothing is told to where they lead. */
const REL = 'noopener noreferrer nofollow';

export function linkOut(href: string, content: Html | string): Html {
  return html`<a href="${href}" rel="${REL}">${content}</a>`;
}

/** A link where the address is one of the web, else the text alone: nothing else is ever made a link. */
export function webLink(address: string): Html {
  const isWeb = /^https?:\/\/[^\s/]/i.test(address) && URL.canParse(address);
  return isWeb ? linkOut(address, html`<bdi>${address}</bdi>`) : html`<bdi>${address}</bdi>`;
}

/** NCBI Gene. Without an id, the symbol alone. */
export function geneLink(geneId: number | null | undefined, symbol: string): Html {
  const shown = html`<bdi>${symbol}</bdi>`;
  return isId(geneId) ? linkOut(`https://www.ncbi.nlm.nih.gov/gene/${geneId}`, shown) : shown;
}

/** PubMed. */
export function publicationLink(pmid: number | null | undefined, title: string | null | undefined): Html {
  const shown = html`<bdi>${title || (isId(pmid) ? `PMID ${pmid}` : '')}</bdi>`;
  return isId(pmid) ? linkOut(`https://pubmed.ncbi.nlm.nih.gov/${pmid}/`, shown) : shown;
}

/** By its CURIE: pathways at Reactome, terms at OLS, the Ontology Lookup Service; others stay text. */
export function termLink(termId: string, name: string | null | undefined): Html {
  const shown = html`<bdi>${name || termId}</bdi>`;
  if (/^R-[A-Z]{3}-\d+$/.test(termId)) return linkOut(`https://reactome.org/content/detail/${termId}`, shown);
  if (!/^[A-Za-z][A-Za-z_]*:[A-Za-z0-9_]+$/.test(termId)) return shown;
  return linkOut(`https://www.ebi.ac.uk/ols4/search?q=${encodeURIComponent(termId)}&exactMatch=true`, shown);
}

function isId(id: number | null | undefined): id is number {
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0;
}
