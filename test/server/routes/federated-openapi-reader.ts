/** Reads the OpenAPI document of the federated routes as its readers do. */

import { federatedDocument } from '../../../src/api/documents.ts';
import { EXAMPLES, FACTS, readerOf } from './openapi-reader.ts';

export const federatedApi = readerOf(federatedDocument(FACTS, EXAMPLES));
export const { description, everything, paths, schemas, parameters, operationOf, parametersOf, responsesOf } =
  federatedApi;

/** The same document, where a member that is not described is wrong. */
export function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.entries(node).map(([key, value]) => [key, key.startsWith('example') ? value : closed(value)]);
  return Object.fromEntries('properties' in node ? [...members, ['additionalProperties', false]] : members);
}
