/** Addresses of what records name: genes, publications and terms at the places that hold them. */

import { isWebAddress } from '../../../domain/record/website.ts';
import { shownText } from '../../../domain/shown-text.ts';
import { type Html, html } from '../../html.ts';
import { linkOut } from '../link-out.ts';

/** Of a publication; the longest ones have some 300 characters. */
const MOST_OF_TITLE = 400;

/** A link where the address is one of the web, else the text alone: nothing else is ever made a link. */
export function webLink(address: string): Html {
  return isWebAddress(address) ? linkOut(address, html`<bdi>${address}</bdi>`) : html`<bdi>${address}</bdi>`;
}

/** NCBI Gene. Without an id, the symbol alone. */
export function geneLink(geneId: number | null | undefined, symbol: string): Html {
  const shown = html`<bdi>${symbol}</bdi>`;
  return isId(geneId) ? linkOut(`https://www.ncbi.nlm.nih.gov/gene/${geneId}`, shown) : shown;
}

/** PubMed. */
export function publicationLink(pmid: number | null | undefined, title: string | null | undefined): Html {
  const shown = html`<bdi>${shownText(title ?? '', MOST_OF_TITLE) || (isId(pmid) ? `PMID ${pmid}` : '')}</bdi>`;
  return isId(pmid) ? linkOut(`https://pubmed.ncbi.nlm.nih.gov/${pmid}/`, shown) : shown;
}

/**
 * Prefixes of vocabularies that OLS, the Ontology Lookup Service, holds, each as its terms write it. Registries make
 * vocabularies of their own, and a link from a term of these would lead to a page that says there is nothing.
 */
const AT_OLS =
  'APO BTO CHEBI CL DOID ECO EFO EMAPA ENVO FBbt FBcv FYPO GO HP MA MONDO MP NBO NCBITaxon NCIT OBI Orphanet PATO PR ' +
  'SO UBERON WBbt WBPhenotype XAO ZFA';
const PREFIXES = new Map(AT_OLS.split(' ').map((prefix) => [prefix.toLowerCase(), prefix]));
const OBO = 'http://purl.obolibrary.org/obo/';
/** What OLS calls a vocabulary, and where the names of its terms begin, where that is not the prefix and not OBO. */
const OTHERWISE: Readonly<Record<string, readonly [vocabulary: string, namespace: string]>> = {
  efo: ['efo', 'http://www.ebi.ac.uk/efo/'],
  orphanet: ['ordo', 'http://www.orpha.net/ORDO/'],
};

/**
 * By its CURIE: pathways at Reactome, terms at OLS; others stay text. OLS has one page for a term of any vocabulary, at
 * an address that the CURIE gives; the addresses of OBO itself lead to another browser for each vocabulary.
 */
export function termLink(termId: string, name: string | null | undefined): Html {
  const shown = html`<bdi>${shownText(name || termId)}</bdi>`;
  if (/^R-[A-Z]{3}-\d+$/.test(termId)) return linkOut(`https://reactome.org/content/detail/${termId}`, shown);
  const [, given = '', local] = /^([A-Za-z]+):([A-Za-z0-9]+)$/.exec(termId) ?? [];
  const key = given.toLowerCase();
  const prefix = PREFIXES.get(key);
  if (prefix === undefined) return shown;
  const [vocabulary, namespace] = OTHERWISE[key] ?? [key, OBO];
  // Encoded twice: the whole name of the term is one segment of the path.
  const segment = encodeURIComponent(encodeURIComponent(`${namespace}${prefix}_${local}`));
  return linkOut(`https://www.ebi.ac.uk/ols4/ontologies/${vocabulary}/classes/${segment}`, shown);
}

function isId(id: number | null | undefined): id is number {
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0;
}
