/** The typed client of a registry, for browsers and Node.js: one method for each route, built on fetch alone. */

import { type FederatedApi, federatedApi } from './federated-api.ts';
import { type Fetch, fetchJson, ownError } from './fetch-json.ts';
import { type RegistryApi, registryApi } from './registry-api.ts';

export { ClientError } from './fetch-json.ts';

export type ClientOptions = {
  /** The address of the registry, such as `https://registry.example.org/rgr`; an empty string means the registry that served the page. */
  baseUrl: string;
  /** An access token of an account there. It is sent in the `Authorization` header only. */
  token?: string | undefined;
  /** A replacement for the global `fetch`. */
  fetch?: Fetch | undefined;
};

export type Client = RegistryApi & { federated: FederatedApi };

/**
 * Creates a client of one registry. Every method takes `{ signal }`; all errors are of the class `ClientError`.
 *
 * ```ts
 * const registry = createClient({ baseUrl: 'https://registry.example.org' });
 * for await (const line of registry.federated.streamGenes({ symbol: 'BRCA1', taxonId: 9606 })) {
 *   if (line.type === 'part') show(line.origin, line.content);
 *   if (line.type === 'end') showSentence(line.summary);
 * }
 * ```
 *
 * @throws ClientError `unaskable` if the address or the token cannot be used
 */
export function createClient({ baseUrl, token, fetch }: ClientOptions): Client {
  // The error does not repeat the value, because it may hold a secret.
  if (/[?#]|^[^/]*\/\/[^/]*@/.test(baseUrl)) {
    throw ownError('unaskable', 'baseUrl has more in it than an address. Allowed: scheme, host, port and path.');
  }
  // The global fetch is looked up at each call, and called as a method of `globalThis`, as browsers require.
  const ask = fetchJson({ baseUrl, token, fetch: fetch ?? ((address, init) => globalThis.fetch(address, init)) });
  return { ...registryApi(ask), federated: federatedApi(ask) };
}
