/** Reads an OpenAPI document as its readers do: references followed, complaints when something is not described. */

import { readFileSync } from 'node:fs';
import { type OpenApiFacts, registryDocument } from '../../../src/api/documents.ts';
import type { Recorded } from '../../../src/api/openapi.ts';

export type Schema = {
  [member: string]: unknown;
  $ref?: string;
  type?: string;
  enum?: unknown[];
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  required?: string[];
  properties?: Record<string, Schema>;
};
export type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  deprecated?: boolean;
  description: string;
  style?: string;
  explode?: boolean;
  example?: unknown;
  schema: Schema;
};
export type Body = { schema: Schema; examples?: Record<string, { summary: string; value: unknown }> };
export type Response = { description: string; headers?: Record<string, object>; content?: Record<string, Body> };
type Reference = { $ref: string };
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  deprecated?: boolean;
  security?: object[];
  parameters?: Reference[];
  responses: Record<string, Response | Reference>;
};
export type Document = {
  openapi: string;
  info: { title: string; version: string; description: string; contact?: { email: string } };
  servers: object[];
  security: object[];
  tags: { name: string }[];
  paths: Record<string, { get: Operation; post?: Operation } | { get?: undefined; post: Operation }>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Response>;
    securitySchemes: Record<string, { description: string }>;
  };
};

/** As it goes over the wire. */
export function readerOf(made: object) {
  const description: Document = JSON.parse(JSON.stringify(made));
  /** Every object in the document, with the JSON pointer to it. */
  const everything = [...objectsIn(description)];

  function operationOf(path: string): Operation {
    const item = description.paths[path];
    if (item === undefined) throw new Error(`${path} is not described`);
    return item.get ?? item.post;
  }

  function follow<Target>(node: object): Target {
    if (!('$ref' in node)) return node as Target;
    const target = everything.find(({ pointer }) => pointer === node.$ref);
    if (target === undefined) throw new Error(`${node.$ref} leads nowhere`);
    return target.object as Target;
  }

  return {
    ...{ description, everything, operationOf, follow, ...description.components },
    paths: Object.keys(description.paths),
    parametersOf: (path: string) => (operationOf(path).parameters ?? []).map((one) => follow<Parameter>(one)),
    responsesOf: (path: string) =>
      Object.entries(operationOf(path).responses).map(
        ([status, one]) => [Number(status), follow<Response>(one)] as const,
      ),
  };
}

export const FACTS: OpenApiFacts = {
  shortname: 'EXREG',
  fullname: 'Example Registry',
  host: 'https://registry.example.org/somewhere/',
  contactEmail: 'help@example.org',
  apiVersion: '1.5.10',
  federatedVersion: '1.1.0',
  implementation: 'isearch-proxy/0.1.0',
  anonymizedSearchResults: true,
  originKeys: ['local', 'partner-b'],
};
export const EXAMPLES: Recorded = JSON.parse(
  readFileSync(new URL('../../../src/api/examples.json', import.meta.url), 'utf8'),
);
export const registryApi = readerOf(registryDocument(FACTS, EXAMPLES));
export const { description, paths, operationOf, parametersOf, follow } = registryApi;

export function parameterOf(path: string, name: string): Parameter {
  const found = parametersOf(path).find((parameter) => parameter.name === name);
  if (!found) throw new Error(`${path} describes no parameter ${name}`);
  return found;
}

export function responseOf(path: string, status: number): Response {
  const [, response] = registryApi.responsesOf(path).find(([one]) => one === status) ?? [];
  if (!response) throw new Error(`${path} describes no ${status}`);
  return response;
}

export function memberOf(record: string, member: string): Schema {
  const schema = description.components.schemas[record]?.properties?.[member];
  if (!schema) throw new Error(`${record} has no ${member}`);
  return schema;
}

export function sentencesOf(path: string, status: number, contentType = 'text/plain'): unknown[] {
  return Object.values(responseOf(path, status).content?.[contentType]?.examples ?? {}).map(({ value }) => value);
}

export function* objectsIn(node: unknown, pointer = '#'): Generator<{ pointer: string; object: object }> {
  if (typeof node !== 'object' || node === null) return;
  yield { pointer, object: node };
  for (const [key, child] of Object.entries(node)) {
    yield* objectsIn(child, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}
