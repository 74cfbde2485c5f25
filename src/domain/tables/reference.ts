/** What a registry knows of the genes, organs and terms that a table of people names. */

export type TaxonChoice = { id: number; commonName: string | null; scientificName: string | null };
export type GeneChoice = { geneId: number; taxonId: number; symbol: string; name: string | null };
export type OrganChoice = { uberonId: string; name: string | null };
export type TermChoice = { ontology: string; termId: string; name: string | null };

export type PeopleReference = {
  /** All organisms, organs and names of ontologies. */
  taxa: readonly TaxonChoice[];
  organs: readonly OrganChoice[];
  ontologies: readonly string[];
  /** How many of each there are to choose from. */
  counts: { genes: number; organs: number; terms: number };
  geneById(geneId: number): GeneChoice | undefined;
  /** The genes of an organism with this symbol, ... */
  genesBySymbol(taxonId: number, symbol: string): readonly GeneChoice[];
  /** ... and those for which it is an alias or a former symbol. */
  genesByAlias(taxonId: number, alias: string): readonly GeneChoice[];
  /** Organs by Uberon id, or else by name. */
  organsNamed(text: string): readonly OrganChoice[];
  /** Terms by id, or else by name, or else by a former id or a synonym. */
  termsNamed(text: string): readonly TermChoice[];
};
