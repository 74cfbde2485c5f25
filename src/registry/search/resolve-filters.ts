/** Looks up the values of a search's filters in this registry (rdp-protocol 2.8, 3.4). */

import { foldForEquality } from '../../domain/folding.ts';
import { type Filters, pairedTerms, type ResolvedFilters } from '../../domain/query/filters.ts';
import type { Ontologies } from '../reference/ontologies.ts';
import type { ReadTransaction } from '../store/store.ts';

/**
 * Returns the filters with the numbers that this registry uses.
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
    // Organs need no look-up: users have only known ones, so an unknown one matches nobody.
    organs: organUberonIds && new Set(organUberonIds.map(foldForEquality)),
    termsByOntology: terms === undefined ? undefined : ontologies.resolve(tx, terms),
  };
}
