/** The errors that the OpenAPI documents show: their names, and the limits that they state. */

import { STATUS_CODES } from 'node:http';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { type ErrorCode, RegistryError } from '../../../src/domain/errors.ts';
import { QUERY_CATEGORIES } from '../../../src/domain/query/filters.ts';
import { parsePageRequest, SORTABLE } from '../../../src/domain/query/paging.ts';
import * as federated from './federated-openapi-reader.ts';
import * as registryApi from './openapi-reader.ts';

type Shown = { place: string; status: number; type: string; code: string; summary: string; value: unknown };
type Described = { place: string; status: number; description: string; shown: Shown[] };
type Bodies = Record<string, { examples?: Record<string, { summary: string; value: unknown }> }>;

const ofRegistry = registryApi.paths.flatMap((path) =>
  Object.keys(registryApi.operationOf(path).responses).map((status) =>
    describedBy(path, Number(status), registryApi.responseOf(path, Number(status))),
  ),
);
const ofFederation = federated.paths.flatMap((path) =>
  federated.responsesOf(path).map(([status, response]) => describedBy(path, status, response)),
);
function describedBy(place: string, status: number, response: { description: string; content?: Bodies }): Described {
  const shown = Object.entries(response.content ?? {}).flatMap(([type, { examples = {} }]) =>
    Object.entries(examples).map(([code, example]) => ({ place, status, type, code, ...example })),
  );
  return { place, status, description: response.description, shown };
}

/** The sentences that are shown for a code at a place. */
function sentencesOf(place: string, code: ErrorCode): unknown[] {
  const here = [...ofRegistry, ...ofFederation].flatMap(({ shown }) => shown).filter((one) => one.place === place);
  return here.filter((one) => one.code === code).map(({ value }) => messageOf(value));
}

function messageOf(value: unknown): unknown {
  const { message, detail } = value as { message?: string; detail?: string };
  return typeof value === 'string' ? value : (message ?? detail);
}

test('errors have the names of their statuses, and no sentence has a detail left open', () => {
  const shown = [...ofRegistry, ...ofFederation].flatMap((one) => (one.status === 200 ? [] : one.shown));
  expect(shown.length).toBeGreaterThan(200);
  for (const { status, value } of shown) {
    const { error, title = error } = value as { error?: string; title?: string };
    if (typeof value !== 'string') expect(title).toBe(STATUS_CODES[status]);
    expect(messageOf(value)).not.toMatch(/[{}]|undefined/);
  }
});

describe('what is allowed is what the code allows', () => {
  const MOST_URL_BYTES = loadConfig({ files: [], env: {} }).limits.urlBytes;

  test.each(['/api/genes/search', '/api/users/search', '/api/federated/genes/search', '/api/federated/users/search'])(
    '%s lists the categories',
    (place) => {
      const allowed = QUERY_CATEGORIES.join(', ');
      const details = { name: 'researcherCategories', found: 'IN_SITU', allowed };
      expect(sentencesOf(place, 'parameter-invalid')).toEqual([
        new RegistryError('parameter-invalid', details).message,
      ]);
    },
  );

  test.each([
    '/api/genes',
    '/api/users',
    '/api/ontologies/{ontologyName}/terms',
    '/api/federated/genes',
    '/api/federated/users',
  ])('%s states the last page', (place) => {
    const parse = () => parsePageRequest(new URLSearchParams('page=2147483647'));
    const [sentence] = sentencesOf(place, 'parameter-invalid');
    expect(parse).toThrow(String(sentence));
  });

  test.each([
    ['/api/genes', SORTABLE.genes],
    ['/api/users', SORTABLE.users],
    ['/api/ontologies/{ontologyName}/terms', SORTABLE.terms],
  ])('%s lists what it can be sorted by', (place, properties) => {
    const { message } = new RegistryError('sort-unknown', { found: 'password', allowed: properties.join(', ') });
    expect(sentencesOf(place, 'sort-unknown')).toEqual([message]);
  });

  test.each(['/api/stats', '/api/federated/stats'])('%s states the longest address', (place) => {
    const { message } = new RegistryError('address-too-long', { found: 20_000, allowed: MOST_URL_BYTES });
    expect(sentencesOf(place, 'address-too-long')).toEqual([message]);
  });
});
