/**
 * The genes, organs and terms of a registry that a table of people may name, and how a gene is found: by symbol or
 * alias within an organism, or by an identifier.
 */

import { foldForEquality } from '../folding.ts';
import { readDatabaseIds } from '../record/database-ids.ts';
import type { Tier } from '../record/model.ts';
import { beginsWithDate } from '../resolve/spreadsheet-dates.ts';
import { COLUMNS } from './columns.ts';
import { firstOf, quoted } from './faults.ts';
import { readTier } from './values.ts';

type TaxonChoice = { id: number; commonName: string | null; scientificName: string | null };
export type GeneChoice = { geneId: number; taxonId: number; symbol: string; name: string | null };
export type OrganChoice = { uberonId: string; name: string | null };
export type TermChoice = {
  ontology: string;
  termId: string;
  name: string | null;
  /** Why filters do not find people by it: it or its ontology is switched off, or it is given up; missing otherwise. */
  outOfUse?: 'inactive' | 'obsolete';
  /** Of a term out of use: the terms in use that have its id as a former one. */
  replacements?: readonly TermChoice[];
};

export type PeopleReference = {
  /** All organisms, organs and names of ontologies. */
  taxa: readonly TaxonChoice[];
  organs: readonly OrganChoice[];
  ontologies: readonly string[];
  /** How many of each the registry has. */
  counts: { genes: number; organs: number; terms: number };
  geneById(geneId: number): GeneChoice | undefined;
  /** The genes of an organism with this symbol. */
  genesBySymbol(taxonId: number, symbol: string): readonly GeneChoice[];
  /** The genes of an organism with this alias or former symbol. */
  genesByAlias(taxonId: number, alias: string): readonly GeneChoice[];
  /** The genes of all organisms with this identifier, in lower case. */
  genesByIdentifier(identifier: string): readonly GeneChoice[];
  /** Organs by Uberon id, or else by name. */
  organsNamed(text: string): readonly OrganChoice[];
  /** Terms by id, or else by name, or else by a former id or a synonym; those out of use only where none is in use. */
  termsNamed(text: string): readonly TermChoice[];
};

/** A gene as written in one cell: `BRCA1 human TIER1 private`. */
export type GeneText = { symbol: string; taxon: string; tier: Tier; level: string };

/** Why no gene was found; `isTaxon` where the fault is in the organism. */
type NoGene = { found: string; allowed: string; isTaxon?: true };
/** `alias`: the text, if it is an alias and not the symbol. */
type GeneFinding = { gene: GeneChoice; alias?: string } | NoGene;

const GENE_TEXT =
  /^(?<symbol>\S+)(?:\s+(?<taxon>\S+(?:\s+\S+)*?))??\s+(?<tier>(?:tier\s*|t)?[123])(?:\s+(?<level>\S+))?$/i;
/** Longer texts are no gene, and the pattern would take long to reject them. */
const LONGEST_GENE_TEXT = 200;
const TAXON_ID = /^\d{1,10}$/;
const GENE_ALLOWED = 'a symbol, an alias or former symbol, or an identifier such as NCBIGene:672 or HGNC:1100';

/** Reads symbol, organism, tier and level; undefined for any other text. */
export function readGeneText(text: string): GeneText | undefined {
  if (text.length > LONGEST_GENE_TEXT) return undefined;
  const { symbol, taxon = '', tier = '', level = '' } = GENE_TEXT.exec(text)?.groups ?? {};
  const known = readTier(tier);
  return symbol === undefined || known === undefined ? undefined : { symbol, taxon, tier: known, level };
}

/** Finds a gene. A symbol needs an organism; an identifier does not, but a given organism must be that of the gene. */
export function findGene(symbol: string, taxonText: string, reference: PeopleReference): GeneFinding {
  const taxon = taxonText === '' ? undefined : findTaxon(taxonText, reference);
  if (taxon !== undefined && 'found' in taxon) {
    return { ...taxon, allowed: taxon.allowed + ofDate(`${symbol} ${taxonText}`), isTaxon: true };
  }
  const { geneIds, identifiers } = readDatabaseIds(symbol);
  const [geneId] = geneIds;
  if (geneId !== undefined) return identified(`NCBIGene:${geneId}`, reference.geneById(geneId), taxon, reference);
  const [gene, ...others] = identifiers.flatMap((one) => reference.genesByIdentifier(one));
  if (gene !== undefined && others.length === 0) return identified(symbol, gene, taxon, reference);
  if (taxon === undefined) {
    return { found: `${quoted(symbol)} has no organism beside it`, allowed: taxaAllowed(reference), isTaxon: true };
  }
  return findByName(symbol, taxon, reference);
}

function findByName(symbol: string, taxon: TaxonChoice, reference: PeopleReference): GeneFinding {
  const bySymbol = reference.genesBySymbol(taxon.id, symbol);
  const candidates = bySymbol.length > 0 ? bySymbol : reference.genesByAlias(taxon.id, symbol);
  const [gene, second] = candidates;
  if (gene === undefined) return notFound(symbol, taxon);
  if (second === undefined) return bySymbol.length > 0 ? { gene } : { gene, alias: symbol };
  const found = `${quoted(symbol)} may mean ${candidates.length} genes of ${taxonName(taxon)}`;
  return { found, allowed: firstOf(candidates.map(candidateText)) };
}

function identified(
  id: string,
  gene: GeneChoice | undefined,
  taxon: TaxonChoice | undefined,
  reference: PeopleReference,
): GeneFinding {
  if (gene === undefined) return { found: `there is no gene ${id} here`, allowed: GENE_ALLOWED };
  if (taxon === undefined || taxon.id === gene.taxonId) return { gene };
  const own = reference.taxa.find((one) => one.id === gene.taxonId);
  const found = `${id} (${gene.symbol}) is no gene of ${taxonName(taxon)}`;
  return { found, allowed: own === undefined ? 'no organism' : taxonName(own), isTaxon: true };
}

function notFound(symbol: string, taxon: TaxonChoice): GeneFinding {
  return {
    found: `there is no gene ${quoted(symbol)} of ${taxonName(taxon)} here`,
    allowed: GENE_ALLOWED + ofDate(symbol),
  };
}

/** Returns the allowed content of a cell with this text among its genes, which is none. */
export function listedGeneAllowed(text: string): string {
  return COLUMNS.gene.allowed + ofDate(text);
}

/** Returns advice for a text that is a date. */
function ofDate(text: string): string {
  if (!beginsWithDate(text)) return '';
  return '; a spreadsheet makes dates of symbols such as SEPT2, unless the column is formatted as text';
}

function candidateText({ geneId, symbol, name }: GeneChoice): string {
  return `NCBIGene:${geneId} ${symbol}${name === null ? '' : ` (${name})`}`;
}

function findTaxon(text: string, reference: PeopleReference): TaxonChoice | { found: string; allowed: string } {
  const folded = foldForEquality(text);
  const matching = reference.taxa.filter(({ id, commonName, scientificName }) => {
    if (TAXON_ID.test(text)) return id === Number(text);
    return [commonName, scientificName].some((name) => name !== null && foldForEquality(name) === folded);
  });
  const [taxon, second] = matching;
  if (taxon !== undefined && second === undefined) return taxon;
  if (taxon === undefined) return { found: `${quoted(text)} is no organism here`, allowed: taxaAllowed(reference) };
  return { found: `${quoted(text)} may mean several organisms`, allowed: matching.map(({ id }) => id).join(', ') };
}

function taxaAllowed({ taxa }: PeopleReference): string {
  return firstOf(taxa.map(taxonName)) || 'no organism, as the registry knows none yet';
}

function taxonName({ id, commonName, scientificName }: TaxonChoice): string {
  const name = commonName ?? scientificName;
  return name === null ? String(id) : `${name} (${id})`;
}
