/** Which registries a question is for: those that are named, everybody, or the one that holds a record. */

import { describe, expect, test } from 'vitest';
import {
  namedSources,
  nothingMore,
  omittedParts,
  sourceOfRecord,
} from '../../../src/domain/federation/queried-sources.ts';
import type { Source } from '../../../src/domain/federation/source.ts';

const source = (key: string, url: string): Source => ({
  ...{ key, name: `Registry ${key}`, url },
  version: () => '1.5.10',
  getCached: () => undefined,
  ask: () => Promise.reject(new Error('Nobody is asked here.')),
});
const LOCAL = source('local', 'https://local.example.org');
const B = source('b', 'https://b.example.org:8443/rdp');
const SOURCES = [LOCAL, B];

describe('the registries that are named', () => {
  test('are asked in the order in which they are named, each once; without names all are', () => {
    expect(namedSources(SOURCES, ['b', 'local', 'b'])).toEqual([B, LOCAL]);
    expect(namedSources(SOURCES, undefined)).toEqual(SOURCES);
  });

  test('are refused where one is unknown, and the refusal names it and all that there are', () => {
    const error = expect.objectContaining({ code: 'unknown-origin', message: expect.stringContaining('local, b') });
    expect(() => namedSources(SOURCES, ['b', 'nobody'])).toThrow(error);
  });
});

describe('the registry that holds a record', () => {
  test.each([
    ['', LOCAL],
    ['origin=b', B],
    ['remoteHost=https://B.example.org:8443/elsewhere', B],
    ['origin=local&remoteHost=https://b.example.org:8443', LOCAL],
  ])('by %j is found', (text, expected) => {
    expect(sourceOfRecord(SOURCES, new URLSearchParams(text))).toBe(expected);
  });

  test('is refused by an address that no registry has', () => {
    const params = new URLSearchParams('remoteHost=https://b.example.org');
    expect(() => sourceOfRecord(SOURCES, params)).toThrow(expect.objectContaining({ code: 'unknown-origin' }));
  });
});

test('the part of a registry that is not asked says why', () => {
  const parts = [...omittedParts(SOURCES, [LOCAL]), ...nothingMore([LOCAL])];
  expect(parts.map(({ origin: { key, state, problem, version } }) => [key, state, problem?.title, version])).toEqual([
    ['b', 'not-asked', 'was not asked', '1.5.10'],
    ['local', 'not-asked', 'has no more records', '1.5.10'],
  ]);
});
