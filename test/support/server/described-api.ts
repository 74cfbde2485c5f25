/** The OpenAPI document of a running registry as a judge of its answers. */

import { Ajv, type ValidateFunction } from 'ajv';
import type { Answer } from './raw-http.ts';

type Json = Record<string, unknown>;
type Described = { content?: Record<string, Json> };
type Operation = { parameters?: { $ref: string }[]; responses: Record<string, Described | { $ref: string }> };
type Document = {
  paths: Record<string, { get?: Operation; post?: Operation }>;
  components: {
    schemas: Record<string, Json>;
    parameters: Record<string, { name: string; in: string }>;
    responses: Record<string, Described>;
  };
};

export type DescribedApi = {
  paths: string[];
  queryParameters(path: string): string[];
  statuses(path: string): number[];
  /** What of an answer the description does not say; nothing when the answer is as described. */
  misfits(path: string, answer: Answer): string[];
};

const INT32 = 2 ** 31;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function describedApi(document: Document): DescribedApi {
  const { parameters, responses } = document.components;
  const ajv = new Ajv({ strict: false, allErrors: true })
    .addFormat('int32', { type: 'number', validate: (value) => value >= -INT32 && value < INT32 })
    .addFormat('int64', { type: 'number', validate: Number.isSafeInteger })
    .addFormat('uuid', UUID)
    .addFormat('uri', URL.canParse)
    .addFormat('uri-reference', (text) => URL.canParse(text, 'http://example.org'))
    .addFormat('date-time', (text) => !Number.isNaN(Date.parse(text)))
    .addSchema({ $id: 'document', components: { schemas: closed(document.components.schemas) } });

  function operation(path: string): Operation {
    const item = document.paths[path];
    if (item === undefined) throw new Error(`${path} is not described`);
    const described = item.get ?? item.post;
    if (described === undefined) throw new Error(`${path} has no method that is described`);
    return described;
  }

  function response(path: string, status: number): Described | undefined {
    const described = operation(path).responses[status];
    return described && '$ref' in described ? responses[lastPart(described.$ref)] : described;
  }

  const checks = new Map<Json, ValidateFunction>();

  /** Compiling takes far longer than a check. */
  function checkOf(schema: Json): ValidateFunction {
    const check =
      checks.get(schema) ?? ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
    checks.set(schema, check);
    return check;
  }

  /** Why the value is not what the schema says. */
  function problems(schema: Json, value: unknown): string[] {
    const check = checkOf(schema);
    return check(value) ? [] : [ajv.errorsText(check.errors)];
  }

  return {
    paths: Object.keys(document.paths),
    queryParameters: (path) =>
      (operation(path).parameters ?? [])
        .map(({ $ref }) => parameters[lastPart($ref)])
        .flatMap((parameter) => (parameter?.in === 'query' ? [parameter.name] : [])),
    statuses: (path) => Object.keys(operation(path).responses).map(Number),
    misfits(path, { status, headers, text }) {
      const described = response(path, status);
      if (described === undefined) return [`${status} is not described`];
      const type = headers['content-type'] ?? '';
      const body = described.content?.[type] as { schema: Json } | undefined;
      if (described.content === undefined) return type === 'application/json' ? ['a body is not described'] : [];
      if (body === undefined) return [`'${type}' is not described`];
      return valuesOf(type, text).flatMap((value) => problems(body.schema, value));
    },
  };
}

/** What the schema of a content type is about: each line of a stream, a JSON value, or the text itself. */
function valuesOf(type: string, text: string): unknown[] {
  if (type === 'application/x-ndjson')
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  return [/^application\/(?:problem\+)?json$/.test(type) ? JSON.parse(text) : text];
}

/** The same schemas, where a member that is not described is wrong. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.entries(node).map(([key, value]) => [key, key === 'example' ? value : closed(value)]);
  return Object.fromEntries('properties' in node ? [...members, ['additionalProperties', false]] : members);
}

function lastPart(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
