/** What a form is offered while somebody types, over the wire. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ snapshot: smallSnapshot() });
});
afterAll(() => registry[Symbol.asyncDispose]());

test('genes and terms are lists that anybody may keep for a minute', async () => {
  const genes = await registry.get('/suggest/genes?q=brca&taxonId=9606');
  expect([genes.status, genes.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(genes.headers.get('cache-control')).toBe('public, max-age=60');
  expect(await genes.json()).toEqual([{ symbol: 'BRCA1', geneId: 672, name: null, matchedAlias: null }]);
  expect(await registry.json('/suggest/terms?q=term%20HP:0001&ontologyName=hp')).toEqual([
    { termId: 'HP:0001250', name: 'term HP:0001250', ontologyName: 'hp' },
  ]);
});

test('nothing typed yet is no mistake', async () => {
  expect(await registry.json('/suggest/genes?q=&taxonId=9606')).toEqual([]);
});

describe('what is missing or unknown is said in a problem document', () => {
  test.each([
    [400, 'parameter-missing', '/suggest/genes?taxonId=9606'],
    [400, 'parameter-missing', '/suggest/genes?q=b'],
    [400, 'parameter-invalid', '/suggest/genes?q=b&taxonId=human'],
    [404, 'unknown-taxon', '/suggest/genes?q=b&taxonId=1'],
    [400, 'parameter-missing', '/suggest/terms?q=b'],
    [404, 'unknown-ontology', '/suggest/terms?q=b&ontologyName=nope'],
    [400, 'escape-invalid', '/suggest/genes?q=%zz&taxonId=9606'],
  ])('%s %s', async (status, code, path) => {
    const answer = await registry.get(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
    expect(await answer.json()).toMatchObject({ status, code });
  });
});
