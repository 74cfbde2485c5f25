/** What a search can be made of in this registry. */

export type Choices = {
  taxa: readonly TaxonChoice[];
  organs: readonly { uberonId: string; name: string | null; description: string | null }[];
  ontologies: readonly OntologyChoice[];
  /** This registry first. */
  origins: readonly { key: string; name: string }[];
  opens: { genes: boolean; users: boolean };
};

export type TaxonChoice = {
  id: number;
  commonName: string;
  scientificName: string | null;
  ordering: number | null;
};

export type OntologyChoice = {
  name: string;
  definition: string | null;
  /** Whether gene searches can be narrowed by it. */
  isForGenes: boolean;
  /** All of a small one; of a large one, none. */
  terms: readonly TermChoice[] | undefined;
};

export type TermChoice = { termId: string; name: string | null; definition: string | null };

export function taxonName(taxa: readonly TaxonChoice[], taxonId: string): string {
  return taxa.find(({ id }) => String(id) === taxonId)?.commonName ?? taxonId;
}
