/** The two OpenAPI documents of a registry. What they are made of is loaded at the first request, as a start needs none of it. */

import { readFile } from 'node:fs/promises';
import type { OpenApiFacts } from '../../api/documents.ts';
import type { Recorded } from '../../api/openapi.ts';
import { REASON_CODES } from '../../domain/federation/reasons-in-english.ts';
import { madeOnce } from '../../domain/made-once.ts';
import { openedOnce } from '../../lib/opened-once.ts';

export type RegistryFacts = Omit<OpenApiFacts, 'reasonCodes'>;

type OpenApiDocuments = {
  /** The document of `GET /api`: every endpoint of rdp-protocol 2, in OpenAPI 3.0.1. */
  registry(): Promise<object>;
  /** The document of `GET /api/federated`: every federated route (docs/api.md#all-registries-at-once), in OpenAPI 3.1. */
  federated(): Promise<object>;
};

/**
 * Makes each document at its first request; what fails, as for want of file descriptors, is tried again at the next one.
 *
 * @param readFacts returns the same object while the facts are the same; another object makes the documents new
 */
export function openApiDocuments(readFacts: () => RegistryFacts): OpenApiDocuments {
  const load = openedOnce(loaded);
  const registry = madeOnce(readFacts, (facts) =>
    openedOnce(async () => {
      const { registryDocument, examples } = await load();
      return registryDocument({ ...facts, reasonCodes: REASON_CODES }, examples);
    }),
  );
  const federated = madeOnce(readFacts, (facts) =>
    openedOnce(async () => {
      const { federatedDocument, examples } = await load();
      return federatedDocument({ ...facts, reasonCodes: REASON_CODES }, examples);
    }),
  );
  return { registry: () => registry()(), federated: () => federated()() };
}

async function loaded() {
  const [documents, text] = await Promise.all([
    import('../../api/documents.ts'),
    readFile(new URL('../../api/examples.json', import.meta.url), 'utf8'),
  ]);
  return { ...documents, examples: JSON.parse(text) as Recorded };
}
