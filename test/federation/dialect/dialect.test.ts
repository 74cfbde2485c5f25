/** Which dialect goes with which version, and what each dialect can do (rdp-protocol 7.3, 11.1). */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dialectFor, readVersion } from '../../../src/federation/dialect/dialect.ts';

describe('the dialect', () => {
  test.each([
    [undefined, 'oldest'],
    ['', 'oldest'],
    ['unknown', 'oldest'],
    ['1.0.0', '1.3'],
    ['1.2.1', '1.3'],
    ['1.3.4', '1.3'],
    ['0.9', '1.3'],
    ['1.4.0', '1.4'],
    ['1.4.9-rc1', '1.4'],
    ['1.4.11', '1.4'],
    ['1.5-beta', '1.5'],
    ['1.5.0-SNAPSHOT', '1.5'],
    ['v1.5.10', '1.5'],
    ['1.6.0', '1.5'],
    ['2024.1.0', '1.5'],
  ])('of %s is %s', (version, name) => {
    expect(dialectFor(version).name).toBe(name);
  });

  test.each([
    [undefined, 'header'],
    ['1.3.4', 'query'],
    ['1.4.0', 'header'],
    ['1.5.10', 'header'],
  ])('of %s takes a token in the %s', (version, place) => {
    expect(dialectFor(version).tokenIn).toBe(place);
  });

  test.each([
    ['1.3.4', []],
    ['1.4.11', ['researcherPositions', 'researcherCategories', 'organUberonIds']],
    ['1.5.10', ['researcherPositions', 'researcherCategories', 'organUberonIds', 'ontologyTermIds']],
  ])('of %s sends the filters that such a partner applies, and relies on them', (version, filters) => {
    expect([...dialectFor(version).applies]).toEqual(filters);
    expect([...dialectFor(version).sends]).toEqual(filters);
  });

  test('of a version nobody knows sends every filter and relies on none', () => {
    expect([...dialectFor(undefined).applies]).toEqual([]);
    expect([...dialectFor(undefined).sends]).toEqual([...dialectFor('1.5.10').sends]);
  });

  const searches = ['genes-search', 'users-search', 'user', 'stats'];
  const from14 = [...searches, 'genes-list', 'users-list', 'anonymous-user'];
  const from15 = [...from14, 'anonymous-gene', 'terms'];
  test.each([
    ['1.3.4', searches],
    ['1.4.11', from14],
    ['1.5.10', from15],
    [undefined, from15],
  ])('of %s can be asked %j', (version, kinds) => {
    expect([...dialectFor(version).answers]).toEqual(kinds);
  });
});

describe('the version in the description of an API', () => {
  test.each([
    ['{"openapi":"3.0.1","info":{"title":"Net RESTful API","version":"1.5.10"}}', '1.5.10'],
    ['{"info":{"version":" 1.4.11 "}}', '1.4.11'],
    ['{"info":{"version":"v0"}}', '1.4.0'],
    ['{"info":{"version":1.5}}', '1.5'],
    ['\uFEFF{"info":{"version":"1.5.3"}}', '1.5.3'],
    ['{"info":{"version":"2024.1.0"}}', '2024.1.0'],
    ['{"info":{"version":"1.3\\n OtherNet is closed for ever"}}', '1.3'],
    ['{"info":{"version":"1.5.10-SNAPSHOT+7"}}', '1.5.10-SNAPSHOT+7'],
    ['{"message":"This is the API.","version":"1.0.0"}', '1.0.0'],
  ])('%s is read as: %s', (body, version) => {
    expect(readVersion(body)).toBe(version);
  });

  test.each([
    '{"info":null}',
    '{}',
    '{"status":"maintenance"}',
    '{"message":"Down for maintenance."}',
    '{"message":503,"version":"2.1"}',
    '{"info":{}}',
    '{"info":{"version":null}}',
    '{"info":{"version":" "}}',
    '{"info":{"version":"\u202e1.5"}}',
    '{"info":{"version":["1.5"]}}',
    '{"info":"1.5"}',
    '[]',
    'null',
    '"1.5.10"',
    '1.5',
    '',
    '<!DOCTYPE html><html></html>',
    '{"info":{"version":"1.5.10"',
  ])('%s has none', (body) => {
    expect(readVersion(body)).toBeUndefined();
  });

  test('is cut to what can be shown', () => {
    expect(readVersion(JSON.stringify({ info: { version: `1.5.${'0'.repeat(1_000_000)}` } }))).toHaveLength(40);
  });

  test('is looked for in anything without harm', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (body) => void readVersion(body)));
  });
});
