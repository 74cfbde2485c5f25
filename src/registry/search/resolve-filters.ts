/** What the filters of a search name, looked up in this registry (rdp-protocol 2.8, 3.4). */

import { foldForEquality } from '../../domain/folding.ts';
import { type Filters, pairedTerms, type ResolvedFilters } from '../../domain/query/filters.ts';
import type { Ontologies } from '../reference/ontologies.ts';
import type { ReadTransaction } from '../store/store.ts';

/**
 * Answers the filters in this registry's own terms.
 *
 * @throws RegistryError `ontology-lists-differ`, `unknown-ontologies`
 */
export function resolveFilters(tx: ReadTransaction, filters: Filters, ontologies: Ontologies): ResolvedFilters {
  const terms = pairedTerms(filters);
  ontologies.assertKnown(tx, filters.ontologiesAlone ?? []);
  const { researcherPositions, researcherCategories, organUberonIds } = filters;
  return {
    researcherPositions,
    researcherCategories,
    // Organs nobody could have need no look-up: users only have known ones.
    organs: organUberonIds && new Set(organUberonIds.map(foldForEquality)),
    termsByOntology: terms === undefined ? undefined : ontologies.resolve(tx, terms),
  };
}
