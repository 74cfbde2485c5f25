/** What a search can be made of: the organs and ontologies in use, and every term of the small ones. */

import { perGeneration } from './per-generation.ts';
import type { SqliteStore } from './sqlite-store.ts';

export type SearchChoices = {
  organs: readonly { uberonId: string; name: string | null; description: string | null }[];
  ontologies: readonly OntologyChoice[];
};

type OntologyChoice = {
  name: string;
  definition: string | null;
  /** Whether gene searches can be narrowed by it. */
  isForGenes: boolean;
  /** Undefined for one with more terms than people look through. */
  terms: readonly { termId: string; name: string | null; definition: string | null }[] | undefined;
};

/** RDP lists fewer terms than this as boxes. */
const LARGE = 20;

/** The same object until the data change. */
export function searchChoices(store: SqliteStore): () => SearchChoices {
  const organs = store.query<[string, string | null, string | null]>(
    'SELECT uberon_id, name, description FROM organ WHERE active = 1 ORDER BY ordering IS NULL, ordering, uberon_id',
  );
  const ontologies = store.query<[number, string, string | null, number]>(
    `SELECT id, name, definition, available_for_gene_search FROM ontology
     WHERE active = 1 ORDER BY ordering IS NULL, ordering, name`,
  );
  const terms = store.query<[string, string | null, string | null]>(
    `SELECT term_id, name, definition FROM term WHERE ontology_id = ? AND active = 1 AND obsolete = 0
     ORDER BY ordering IS NULL, ordering, name, term_id LIMIT ${LARGE}`,
  );

  return perGeneration(store, () => ({
    organs: organs.all().map(([uberonId, name, description]) => ({ uberonId, name, description })),
    ontologies: ontologies.all().map(([number, name, definition, isForGenes]) => {
      const some = terms.all(number).map(([termId, term, meaning]) => ({ termId, name: term, definition: meaning }));
      return { name, definition, isForGenes: isForGenes === 1, terms: some.length < LARGE ? some : undefined };
    }),
  }));
}
