/** The two OpenAPI documents of a registry. What they are made of is loaded at the first request, as a start needs none of it. */

import { readFile } from 'node:fs/promises';
import type { OpenApiFacts } from '../../api/documents.ts';
import type { Recorded } from '../../api/openapi.ts';
import { REASON_CODES } from '../../domain/federation/reasons-in-english.ts';
import { madeOnce } from '../../domain/made-once.ts';

export type RegistryFacts = Omit<OpenApiFacts, 'reasonCodes'>;

type OpenApiDocuments = {
  /** The document of `GET /api`: every endpoint of rdp-protocol 2, in OpenAPI 3.0.1. */
  registry(): Promise<object>;
  /** The document of `GET /api/federated`: every federated route (docs/api.md#all-registries-at-once), in OpenAPI 3.1. */
  federated(): Promise<object>;
};

/**
 * Makes each document at its first request.
 *
 * @param readFacts returns the same object while the facts are the same; another object makes the documents new
 */
export function openApiDocuments(readFacts: () => RegistryFacts): OpenApiDocuments {
  const load = madeOnce(() => undefined, loaded);
  return {
    registry: madeOnce(readFacts, async (facts) => {
      const { registryDocument, examples } = await load();
      return registryDocument({ ...facts, reasonCodes: REASON_CODES }, examples);
    }),
    federated: madeOnce(readFacts, async (facts) => {
      const { federatedDocument, examples } = await load();
      return federatedDocument({ ...facts, reasonCodes: REASON_CODES }, examples);
    }),
  };
}

async function loaded() {
  const [documents, text] = await Promise.all([
    import('../../api/documents.ts'),
    readFile(new URL('../../api/examples.json', import.meta.url), 'utf8'),
  ]);
  return { ...documents, examples: JSON.parse(text) as Recorded };
}
