/** What an operator has switched off: answered before anything else is looked at (contract 2.2). */

import { RegistryError } from '../../domain/errors.ts';

export type FeatureFlags = {
  apiEnabled: boolean;
  searchByGene: boolean;
  searchByResearcher: boolean;
  anonymises: boolean;
};

const GENE_SEARCHES = ['/api/genes/search', '/api/federated/genes/search', '/api/federated/genes/coverage'];
const RESEARCHER_SEARCHES = ['/api/users/search', '/api/federated/users/search'];
const ANONYMOUS_ID = /^\/api\/(?:users|genes)\/by-anonymous-id\/[^/]+\/?$/;

/**
 * Lets a request below `/api` pass or not.
 *
 * @throws RegistryError `api-disabled`, `search-mode-disabled`, `anonymised-results-disabled`
 */
export function checkFeatures(path: string, features: FeatureFlags): void {
  if (!features.apiEnabled) throw new RegistryError('api-disabled');
  if (!features.searchByGene && GENE_SEARCHES.some((search) => isPath(path, search))) {
    throw new RegistryError('search-mode-disabled', { what: 'by gene' });
  }
  if (!features.searchByResearcher && RESEARCHER_SEARCHES.some((search) => isPath(path, search))) {
    throw new RegistryError('search-mode-disabled', { what: 'for researchers' });
  }
  if (!features.anonymises && ANONYMOUS_ID.test(path)) throw new RegistryError('anonymised-results-disabled');
}

function isPath(path: string, expected: string): boolean {
  return path === expected || path === `${expected}/`;
}
