/** The errors that the OpenAPI documents show are those of the catalogue: status, form, and the very sentence. */

import { STATUS_CODES } from 'node:http';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { ERRORS, type ErrorCode, type ErrorForm, RegistryError } from '../../../src/domain/errors.ts';
import { QUERY_CATEGORIES } from '../../../src/domain/query/filters.ts';
import { parsePageRequest, SORTABLE } from '../../../src/domain/query/paging.ts';
import * as federated from './federated-openapi-reader.ts';
import * as registryApi from './openapi-reader.ts';

type Shown = { place: string; status: number; type: string; code: string; summary: string; value: unknown };
type Described = { place: string; status: number; description: string; shown: Shown[] };
type Bodies = Record<string, { examples?: Record<string, { summary: string; value: unknown }> }>;

const CONTENT_TYPES: Record<ErrorForm, string> = {
  text: 'text/plain',
  document: 'application/json',
  challenge: 'text/plain;charset=ISO-8859-1',
};

const ofRegistry = registryApi.paths.flatMap((path) =>
  Object.keys(registryApi.operationOf(path).responses).map((status) =>
    describedBy(path, Number(status), registryApi.responseOf(path, Number(status))),
  ),
);
const ofFederation = federated.paths.flatMap((path) =>
  federated.responsesOf(path).map(([status, response]) => describedBy(path, status, response)),
);
const failures = [...ofRegistry, ...ofFederation].filter(({ status }) => status !== 200);
const shownBy = (described: Described[]) =>
  unique(described.flatMap(({ status, shown }) => (status === 200 ? [] : shown)));

function describedBy(place: string, status: number, response: { description: string; content?: Bodies }): Described {
  const shown = Object.entries(response.content ?? {}).flatMap(([type, { examples = {} }]) =>
    Object.entries(examples).map(([code, example]) => ({ place, status, type, code, ...example })),
  );
  return { place, status, description: response.description, shown };
}

function unique(shown: Shown[]): Shown[] {
  return [...new Map(shown.map((one) => [JSON.stringify([one.place, one.type, one.code]), one])).values()];
}

/** What the sentence of the catalogue can become. */
function sentenceOf(code: string): RegExp {
  const { sentence } = ERRORS[code as ErrorCode];
  const words = sentence.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${words.join('.+')}$`);
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

test('the errors of both documents are many', () => {
  expect(shownBy(ofRegistry).length).toBeGreaterThan(100);
  expect(shownBy(ofFederation).length).toBeGreaterThan(100);
});

describe('the registry API', () => {
  test.each(shownBy(ofRegistry))('$place answers $status $code as the catalogue has it', (shown) => {
    const { place, status, type, code, value } = shown;
    const { form, ...entry } = ERRORS[code as ErrorCode];
    expect({ status, type }).toEqual({ status: entry.status, type: CONTENT_TYPES[form] });
    if (form !== 'document') return expect(value).toMatch(sentenceOf(code));
    const path = (value as { path: string }).path;
    expect([place.replace(/\{\w+\}/g, 'abc'), '/api']).toContain(path);
    expect(value).toEqual({
      timestamp: expect.stringMatching(/^\d{4}-.*\+00:00$/),
      status,
      error: STATUS_CODES[status],
      path,
      message: expect.stringMatching(sentenceOf(code)),
    });
  });
});

describe('the federated API', () => {
  test.each(shownBy(ofFederation))('$place answers $status $code as the catalogue has it', (shown) => {
    const { status, type, code, value } = shown;
    expect({ status, type }).toEqual({ status: ERRORS[code as ErrorCode].status, type: 'application/problem+json' });
    expect(value).toEqual({
      type: 'about:blank',
      title: STATUS_CODES[status],
      status,
      detail: expect.stringMatching(sentenceOf(code)),
      code,
    });
  });
});

test.each(failures.filter(({ shown }) => shown.length > 0))(
  '$place describes $status by the summaries of its examples',
  ({ description, shown }) => {
    const sentences = shown.map(({ summary }) => `${summary}.`);
    expect(sentences.filter((one) => !description.includes(one))).toEqual([]);
    expect(description.length).toBe(sentences.join(' ').length);
  },
);

test('a code is summed up in the same words everywhere', () => {
  const byCode = Map.groupBy([...shownBy(ofRegistry), ...shownBy(ofFederation)], ({ code }) => code);
  const summaries = [...byCode].map(([code, shown]) => [code, new Set(shown.map(({ summary }) => summary)).size]);
  // Which method another one is depends on the route.
  expect(summaries.filter(([code, number]) => number !== 1 && code !== 'method-not-allowed')).toEqual([]);
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
