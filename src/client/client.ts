/** The typed client of a registry, for browsers and Node.js: every route as a method, over fetch alone. */

import { ownError } from './errors.ts';
import { type FederatedApi, federatedApi } from './federated-api.ts';
import { type Fetch, fetchJson } from './fetch-json.ts';
import { type RegistryApi, registryApi } from './registry-api.ts';

export { ClientError } from './errors.ts';

export type ClientOptions = {
  /** Of the registry, such as `https://registry.example.org/rgr`; empty for the one that a page came from. */
  baseUrl: string;
  /** An access token of an account there. It goes into the `Authorization` header and nowhere else. */
  token?: string | undefined;
  /** In place of the global one. */
  fetch?: Fetch | undefined;
};

export type Client = RegistryApi & { federated: FederatedApi };

/**
 * A client of one registry. Every method takes `{ signal }`; errors are of one class, `ClientError`.
 *
 * ```ts
 * const registry = createClient({ baseUrl: 'https://registry.example.org' });
 * for await (const line of registry.federated.streamGenes({ symbol: 'BRCA1', taxonId: 9606 })) {
 *   if (line.type === 'part') show(line.origin, line.content);
 *   if (line.type === 'end') showSentence(line.summary);
 * }
 * ```
 *
 * @throws ClientError `unaskable` when the address or the token cannot be used
 */
export function createClient({ baseUrl, token, fetch }: ClientOptions): Client {
  // Neither is repeated in an error: both may hold a secret.
  if (/[?#]|^[^/]*\/\/[^/]*@/.test(baseUrl)) {
    throw ownError('unaskable', 'baseUrl has more in it than an address. Allowed: scheme, host, port and path.');
  }
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw ownError('unaskable', 'The token has characters that no header can hold. Allowed: visible ASCII.');
  }
  // The global one is looked up at each call, and called by itself: browsers insist on it.
  const ask = fetchJson({ baseUrl, token, fetch: fetch ?? ((address, init) => globalThis.fetch(address, init)) });
  return { ...registryApi(ask), federated: federatedApi(ask) };
}
