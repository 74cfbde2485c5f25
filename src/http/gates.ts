/** What an operator has switched off: answered before anything else is looked at (contract 2.2). */

import { RegistryError } from '../domain/errors.ts';

export type Switches = {
  apiEnabled: boolean;
  searchByGene: boolean;
  searchByResearcher: boolean;
  anonymises: boolean;
};

const ANONYMOUS_ID = /^\/api\/(?:users|genes)\/by-anonymous-id\/[^/]+\/?$/;

/**
 * Lets a request below `/api` pass or not.
 *
 * @throws RegistryError `api-disabled`, `search-mode-disabled`, `anonymised-results-disabled`
 */
export function checkGates(path: string, switches: Switches): void {
  if (!switches.apiEnabled) throw new RegistryError('api-disabled');
  if (!switches.searchByGene && isPath(path, '/api/genes/search')) {
    throw new RegistryError('search-mode-disabled', { what: 'by gene' });
  }
  if (!switches.searchByResearcher && isPath(path, '/api/users/search')) {
    throw new RegistryError('search-mode-disabled', { what: 'for researchers' });
  }
  if (!switches.anonymises && ANONYMOUS_ID.test(path)) throw new RegistryError('anonymised-results-disabled');
}

function isPath(path: string, expected: string): boolean {
  return path === expected || path === `${expected}/`;
}
