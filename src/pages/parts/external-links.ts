/** Links from genes, publications and terms of records to the websites of their databases. */

import { ownMember } from '../../domain/own-member.ts';
import { shownText } from '../../domain/shown-text.ts';
import { isWebAddress } from '../../domain/web-address.ts';
import { breakable } from './breakable.ts';
import { type Html, html } from './html.ts';
import { linkOut } from './link-out.ts';

/** The limit for the title of a publication; the longest real ones have about 300 characters. */
const MOST_OF_TITLE = 400;

/** Returns a link if the address is one of the web, or else the text alone. Text of records is linked nowhere else. */
export function webLink(address: string): Html {
  const shown = html`<bdi>${breakable(address)}</bdi>`;
  return isWebAddress(address) ? linkOut(address, shown) : shown;
}

/** Returns a link to NCBI Gene; without an id, the symbol alone. */
export function geneLink(geneId: number | null | undefined, symbol: string): Html {
  const shown = html`<bdi>${symbol}</bdi>`;
  return isId(geneId) ? linkOut(`https://www.ncbi.nlm.nih.gov/gene/${geneId}`, shown) : shown;
}

/** Returns a link to PubMed; without an id, the title alone. */
export function publicationLink(pmid: number | null | undefined, title: string | null | undefined): Html {
  const shown = html`<bdi>${shownText(title ?? '', MOST_OF_TITLE) || (isId(pmid) ? `PMID ${pmid}` : '')}</bdi>`;
  return isId(pmid) ? linkOut(`https://pubmed.ncbi.nlm.nih.gov/${pmid}/`, shown) : shown;
}

/**
 * Prefixes of the vocabularies in OLS, the Ontology Lookup Service, as their terms write them. A term of another
 * vocabulary gets no link, because it would lead to an error page.
 */
const AT_OLS =
  'APO BTO CHEBI CL DOID ECO EFO EMAPA ENVO FBbt FBcv FYPO GO HP MA MONDO MP NBO NCBITaxon NCIT OBI Orphanet PATO PR ' +
  'SO UBERON WBbt WBPhenotype XAO ZFA';
const PREFIXES = new Map(AT_OLS.split(' ').map((prefix) => [prefix.toLowerCase(), prefix]));
const OBO = 'http://purl.obolibrary.org/obo/';
/** The name of a vocabulary at OLS, and the namespace of its terms, if they differ from the prefix and OBO. */
const OTHERWISE: Readonly<Record<string, readonly [vocabulary: string, namespace: string]>> = {
  efo: ['efo', 'http://www.ebi.ac.uk/efo/'],
  orphanet: ['ordo', 'http://www.orpha.net/ORDO/'],
};

/**
 * Returns a link by the CURIE: for a pathway to Reactome, for a term to OLS; other terms stay text. OLS has one address
 * for terms of any vocabulary, made from the CURIE; the addresses of OBO itself lead to a different browser for each
 * vocabulary.
 */
export function termLink(termId: string, name: string | null | undefined): Html {
  const shown = html`<bdi>${shownText(name || termId)}</bdi>`;
  if (/^R-[A-Z]{3}-\d+$/.test(termId)) return linkOut(`https://reactome.org/content/detail/${termId}`, shown);
  const [, given = '', local] = /^([A-Za-z]+):([A-Za-z0-9]+)$/.exec(termId) ?? [];
  const key = given.toLowerCase();
  const prefix = PREFIXES.get(key);
  if (prefix === undefined) return shown;
  const [vocabulary, namespace] = ownMember(OTHERWISE, key) ?? [key, OBO];
  // It is encoded twice because OLS reads the whole name of the term from one segment of the path.
  const segment = encodeURIComponent(encodeURIComponent(`${namespace}${prefix}_${local}`));
  return linkOut(`https://www.ebi.ac.uk/ols4/ontologies/${vocabulary}/classes/${segment}`, shown);
}

/** Returns a link from the id of a disease or a term to the website of its database; an id of another one stays text. */
export function describedLink(id: string): Html {
  const [, orphanet] = /^ORPHA:(\d+)$/.exec(id) ?? [];
  if (orphanet !== undefined) return linkOut(`https://www.orpha.net/en/disease/detail/${orphanet}`, id);
  const [, omim] = /^OMIM:((?:PS)?\d{6})$/.exec(id) ?? [];
  if (omim === undefined) return termLink(id, id);
  return linkOut(`https://www.omim.org/${omim.startsWith('PS') ? 'phenotypicSeries' : 'entry'}/${omim}`, id);
}

function isId(id: number | null | undefined): id is number {
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0;
}
