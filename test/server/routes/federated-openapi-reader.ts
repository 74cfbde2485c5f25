/** Reads the OpenAPI document of the federated routes as its readers do: as JSON, references followed. */

import { federatedDocument, type OpenApiFacts } from '../../../src/api/documents.ts';
import { EXAMPLES, FACTS, objectsIn } from './openapi-reader.ts';

export type Json = Record<string, unknown>;
export type Body = { schema: Json; examples?: Record<string, { summary: string; value: unknown }> };
export type Response = { description: string; content?: Record<string, Body>; $ref?: string };
export type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  description: string;
  schema: Json;
  example?: unknown;
};
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  parameters: { $ref: string }[];
  responses: Record<string, Response>;
};
export type Document = {
  openapi: string;
  info: { title: string; version: string; description: string; contact?: { email: string } };
  servers: object[];
  security: object[];
  tags: { name: string }[];
  paths: Record<string, { get: Operation; post?: undefined } | { get?: undefined; post: Operation }>;
  components: {
    schemas: Record<string, Json>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Response>;
  };
};

export const description = describeWith({});
export const paths = Object.keys(description.paths);
export const { schemas, parameters, responses } = description.components;
/** Every object in the document, with the JSON pointer to it. */
export const everything = [...objectsIn(description)];

/** As it goes over the wire. */
export function describeWith(facts: Partial<OpenApiFacts>): Document {
  return JSON.parse(JSON.stringify(federatedDocument({ ...FACTS, ...facts }, EXAMPLES)));
}

export function operationOf(path: string): Operation {
  const item = description.paths[path];
  if (item === undefined) throw new Error(`${path} is not described`);
  return item.get ?? item.post;
}

export function responsesOf(path: string): [status: number, response: Response][] {
  return Object.entries(operationOf(path).responses).map(([status, response]) => [
    Number(status),
    response.$ref === undefined ? response : (responses[lastPart(response.$ref)] as Response),
  ]);
}

export function parametersOf(path: string): Parameter[] {
  return operationOf(path).parameters.map(({ $ref }) => parameters[lastPart($ref)] as Parameter);
}

function lastPart(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** The same document, where a member that is not described is wrong. */
export function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.entries(node).map(([key, value]) => [key, key.startsWith('example') ? value : closed(value)]);
  return Object.fromEntries('properties' in node ? [...members, ['additionalProperties', false]] : members);
}
