/** The choices of the search forms of this registry, and the names of its organisms and ontologies. */

import { ownMember } from '../../domain/own-member.ts';
import { SEEDED_TAXA } from '../../domain/record/seeded-data.ts';
import type { LaterWords, Words } from '../words/words.ts';
import { type OwnNames, taxonLabel } from './labels.ts';

/** The result of a search: registered genes with their researchers, or researchers. */
export type ResultKind = 'genes' | 'users';

export type Choices = {
  taxa: readonly TaxonChoice[];
  organs: readonly { uberonId: string; name: string | null; description: string | null }[];
  ontologies: readonly OntologyChoice[];
  /** The first is this registry. */
  origins: readonly { key: string; name: string; url?: string; contactEmail?: string | undefined }[];
  /** Whether the forms offer the organ systems. A chosen one is offered in any case. */
  offersOrgans: boolean;
  /** The searches that are switched on, in the order of the configuration. */
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
  /** Whether gene searches can use it as a filter. */
  isForGenes: boolean;
  /** All terms of a small ontology, in display order; undefined for a large one. */
  terms: readonly TermChoice[] | undefined;
};

export type TermChoice = {
  termId: string;
  name: string | null;
  definition: string | null;
  /** The id of its grouping term; undefined for a term of the first level. */
  group: string | undefined;
};

/** The data have orthologs of human genes in other organisms, so forms start with human. */
export const HUMAN_TAXON_ID = '9606';

/** Returns the name of an organism. The id comes from an address, so it may be none of the choices. */
export function taxonName(words: Words, taxa: readonly TaxonChoice[], taxonId: string): string {
  const choice = taxa.find(({ id }) => String(id) === taxonId);
  return choice === undefined ? taxonId : taxonLabel(words, choice);
}

/** Returns the title of a common ontology, whose name is compared without letter case, or else its own name. */
export function ontologyTitle({ ontologyTitles }: LaterWords, name: string): string {
  const key = name.toLowerCase();
  return ownMember(ontologyTitles, key) ?? name;
}

/** Returns the label of a registry in a list of registries; this one is marked. */
export function originLabel({ thisRegistry }: Words, { key, name }: Choices['origins'][number]): string {
  return key === 'local' ? `${name} (${thisRegistry})` : name;
}

/** Returns this registry's names of organisms and organ systems, and the names in RDP of organisms that it lacks. */
export function ownNamesOf({
  taxa,
  organs,
}: {
  taxa: readonly Pick<TaxonChoice, 'id' | 'commonName'>[];
  organs: readonly { uberonId: string; name: string | null }[];
}): OwnNames {
  return {
    taxa: Object.fromEntries([...SEEDED_TAXA, ...taxa].map(({ id, commonName }) => [id, commonName])),
    organs: Object.fromEntries(organs.flatMap(({ uberonId, name }) => (name ? [[uberonId, name]] : []))),
  };
}
