/** What a search can be made of in this registry, and what its organisms and ontologies are called. */

import type { Words } from '../words/words.ts';
import { type OwnNames, taxonLabel } from './labels.ts';

/** What a search finds: registered genes with their researchers, or researchers. */
export type ResultKind = 'genes' | 'users';

export type Choices = {
  taxa: readonly TaxonChoice[];
  organs: readonly { uberonId: string; name: string | null; description: string | null }[];
  ontologies: readonly OntologyChoice[];
  /** This registry first. */
  origins: readonly { key: string; name: string; url?: string; contactEmail?: string | undefined }[];
  /** Whether forms offer the organ systems; one that was chosen is offered in any case. */
  offersOrgans: boolean;
  /** The searches that are open, in the order of the configuration. */
  modes: readonly ResultKind[];
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
  /** All of a small one, in the order in which they are shown; of a large one, none. */
  terms: readonly TermChoice[] | undefined;
};

export type TermChoice = {
  termId: string;
  name: string | null;
  definition: string | null;
  /** Id of the grouping term that it is listed under; undefined for one of the first level. */
  group: string | undefined;
};

/** Orthologs are known from the genes of this organism to those of others; forms begin with it. */
export const HUMAN_TAXON_ID = '9606';

/** An organism by the id of an address, which need not be that of a choice. */
export function taxonName(words: Words, taxa: readonly TaxonChoice[], taxonId: string): string {
  const choice = taxa.find(({ id }) => String(id) === taxonId);
  return choice === undefined ? taxonId : taxonLabel(words, choice);
}

/** What people call an ontology: the title of a common one by its name in any letter case, else its own name. */
export function ontologyTitle({ ontologyTitles }: Words, name: string): string {
  const key = name.toLowerCase();
  return Object.hasOwn(ontologyTitles, key) ? (ontologyTitles[key] ?? name) : name;
}

/** A registry among others, this one marked. */
export function originLabel({ thisRegistry }: Words, { key, name }: Choices['origins'][number]): string {
  return key === 'local' ? `${name} (${thisRegistry})` : name;
}

/** What this registry calls organisms and organ systems, among what searches of it can be made of. */
export function ownNamesOf({
  taxa,
  organs,
}: {
  taxa: readonly Pick<TaxonChoice, 'id' | 'commonName'>[];
  organs: readonly { uberonId: string; name: string | null }[];
}): OwnNames {
  return {
    taxa: Object.fromEntries(taxa.map(({ id, commonName }) => [id, commonName])),
    organs: Object.fromEntries(organs.flatMap(({ uberonId, name }) => (name ? [[uberonId, name]] : []))),
  };
}
