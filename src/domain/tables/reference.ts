/** The genes, organs and terms of a registry that a table of people may name. */

export type TaxonChoice = { id: number; commonName: string | null; scientificName: string | null };
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
  /** Organs by Uberon id, or else by name. */
  organsNamed(text: string): readonly OrganChoice[];
  /** Terms by id, or else by name, or else by a former id or a synonym; those out of use only where none is in use. */
  termsNamed(text: string): readonly TermChoice[];
};
