/** Refuses what an operator has switched off, before all other checks (rdp-protocol 2.2). */

import { phrase, RegistryError } from '../../domain/errors.ts';

export type FeatureFlags = {
  apiEnabled: boolean;
  searchByGene: boolean;
  searchByResearcher: boolean;
  anonymises: boolean;
};

const GENE_SEARCHES = [
  '/api/genes/search',
  '/api/federated/genes/search',
  '/api/federated/genes/search-batch',
  '/api/federated/genes/coverage',
];
const RESEARCHER_SEARCHES = ['/api/users/search', '/api/federated/users/search'];
const ANONYMOUS_ID = /^\/api\/(?:users|genes)\/by-anonymous-id\/[^/]+\/?$/;

/**
 * Refuses a request to the API if its feature is switched off.
 *
 * @throws RegistryError `api-disabled`, `search-mode-disabled`, `anonymised-results-disabled`
 */
export function checkFeatures(path: string, features: FeatureFlags): void {
  checkApi(features);
  if (!features.searchByGene && GENE_SEARCHES.some((search) => isPath(path, search)))
    checkSearchMode('genes', features);
  if (!features.searchByResearcher && RESEARCHER_SEARCHES.some((search) => isPath(path, search))) {
    checkSearchMode('users', features);
  }
  if (!features.anonymises && ANONYMOUS_ID.test(path)) throw new RegistryError('anonymised-results-disabled');
}

/** Refuses questions, through the API or a page, if the API is switched off. @throws RegistryError `api-disabled` */
export function checkApi({ apiEnabled }: FeatureFlags): void {
  if (!apiEnabled) throw new RegistryError('api-disabled');
}

/**
 * Refuses searches for genes or researchers, through the API, a page or a file, if they are switched off.
 *
 * @throws RegistryError `api-disabled`, `search-mode-disabled`
 */
export function checkSearchMode(kind: 'genes' | 'users', features: FeatureFlags): void {
  checkApi(features);
  if (kind === 'genes' && !features.searchByGene)
    throw new RegistryError('search-mode-disabled', { what: phrase('by-gene') });
  if (kind === 'users' && !features.searchByResearcher) {
    throw new RegistryError('search-mode-disabled', { what: phrase('for-researchers') });
  }
}

function isPath(path: string, expected: string): boolean {
  return path === expected || path === `${expected}/`;
}
