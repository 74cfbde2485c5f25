/** The federated API answers the question that was asked or none: the registry API reads it as RDP does, guesses and all. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { PARAMETERS } from '../../../src/domain/federation/federated-query.ts';
import { REPEATABLE } from '../../../src/domain/query/parameters.ts';
import { ALPHA_SNAPSHOT } from '../../support/registry/alpha-registry.ts';
import { aGene, anOntology, aTerm, aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';
import { parametersOf, paths } from './federated-openapi-reader.ts';

const BRCA1 = 'symbol=BRCA1&taxonId=9606';
const ID = '6f1c1a52-9f3c-4f6b-8a53-0f5a2c1d7e90';

/** Of its own, as it remembers who asks for a feed. */
let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ snapshot: ALPHA_SNAPSHOT });
});
afterAll(() => registry[Symbol.asyncDispose]());

async function problem(path: string) {
  const answer = await registry.get(path);
  const { status, code, detail } = await answer.json();
  return { type: answer.headers.get('content-type'), status, code, detail };
}

describe('a parameter that is not there', () => {
  test.each([
    [`genes/search?${BRCA1}&orgins=local`, 'orgins', 'symbol, taxonId, orthologTaxonId, tiers'],
    [`genes/search?${BRCA1}&Tiers=TIER1`, 'Tiers', 'symbol'],
    [`genes/search?${BRCA1}&origins[]=local`, 'origins[]', 'symbol'],
    ['users/search?nameLike=a&prefix=false&symbol=BRCA1', 'symbol', 'nameLike, prefix, descriptionLike'],
    ['users?sort=id', 'sort', 'page, sizeOfEach, size, cursor, origins'],
    ['genes?tiers=TIER1', 'tiers', 'page, sizeOfEach, size, cursor, origins'],
    ['users/1?origins=local', 'origins', 'origin'],
    [`users/by-anonymous-id/${ID}?origins=local`, 'origins', 'origin'],
    [`genes/by-anonymous-id/${ID}?page=1`, 'page', 'origin'],
    ['stats?origin=local', 'origin', 'origins'],
    ['ontologies/mondo/terms?ontologyTermId=a', 'ontologyTermId', 'ontologyTermIds, origins'],
    [`genes/coverage?${BRCA1}&tiers=TIER1`, 'tiers', 'symbol, taxonId, origins'],
    ['resolve?txt=BRCA1', 'txt', 'text, limit'],
    ['partners?x=1', 'x', 'auth'],
    ['?x=1', 'x', 'auth'],
  ])('%s is refused with what is allowed', async (query, found, allowed) => {
    const answer = await problem(`/api/federated${query.startsWith('?') ? '' : '/'}${query}`);
    expect(answer).toMatchObject({ type: 'application/problem+json', status: 400, code: 'unknown-parameter' });
    expect(answer.detail).toContain(`There is no parameter '${found}' here. Allowed: ${allowed}`);
  });

  test('is refused in a stream and beside a list of genes, too', async () => {
    const headers = { Accept: 'application/x-ndjson' };
    const stream = await registry.get(`/api/federated/genes/search?${BRCA1}&orgins=local`, { headers });
    expect([stream.status, (await stream.json()).code]).toEqual([400, 'unknown-parameter']);
    const body = JSON.stringify({ genes: [{ symbol: 'BRCA1', taxonId: 9606 }] });
    const list = await registry.get('/api/federated/genes/search-batch?origins=local', {
      ...{ method: 'POST', body },
      headers: { 'Content-Type': 'application/json' },
    });
    expect([list.status, (await list.json()).code]).toEqual([400, 'unknown-parameter']);
  });

  test('is passed over by the registry API and by pages', async () => {
    for (const path of [`/api/genes/search?${BRCA1}&orgins=local`, `/search?${BRCA1}&utm_source=x`, '/?orgins=local'])
      expect([path, (await registry.get(path)).status]).toEqual([path, 200]);
  });

  test('is refused by the client before anything is sent', async () => {
    const sent: string[] = [];
    const client = createClient({
      baseUrl: registry.url,
      fetch: (address, init) => {
        sent.push(address);
        return fetch(address, init);
      },
    });
    const misspelt = { orgins: ['local'] } as object;
    const refused = { name: 'ClientError', code: 'unknown-parameter', status: undefined };
    const gene = { symbol: 'BRCA1', taxonId: 9606 };
    await expect(client.federated.searchGenes(gene, misspelt)).rejects.toMatchObject({
      ...refused,
      detail: expect.stringContaining("There is no 'orgins' here. Allowed: origins"),
    });
    await expect(client.federated.searchGenes({ ...gene, teirs: [] } as typeof gene)).rejects.toMatchObject(refused);
    await expect(client.federated.listUsers(misspelt)).rejects.toMatchObject(refused);
    await expect(client.federated.stats(misspelt)).rejects.toMatchObject(refused);
    await expect(client.federated.resolve('BRCA1', { limt: 1 } as object)).rejects.toMatchObject(refused);
    await expect(client.searchGenes({ ...gene, tier: 'TIER1' } as typeof gene)).rejects.toMatchObject(refused);
    expect(() => client.federated.streamGenes(gene, misspelt)).toThrow(expect.objectContaining(refused));
    expect(sent).toEqual([]);
    await expect(client.federated.searchGenes(gene, { origins: ['nobody'] })).rejects.toMatchObject({
      code: 'unknown-origin',
    });
  });
});

describe('a single parameter that is repeated', () => {
  test.each([
    ['/api/federated/genes/search', `${BRCA1}&taxonId=10090`, 'taxonId'],
    ['/api/federated/genes/search', `${BRCA1}&symbol=TP53`, 'symbol'],
    ['/api/federated/genes/search', `${BRCA1}&size=2&size=5`, 'size'],
    ['/api/federated/genes/search', `${BRCA1}&granularity=count&granularity=boolean`, 'granularity'],
    ['/api/federated/genes/search', `${BRCA1}&tier=TIER1&tier=TIER2`, 'tier'],
    ['/api/federated/users/search', 'descriptionLike=muscle&descriptionLike=mouse', 'descriptionLike'],
    ['/api/federated/users/search', 'nameLike=a&prefix=true&prefix=false', 'prefix'],
    ['/api/federated/users', 'page=0&page=1', 'page'],
    ['/api/federated/genes/coverage', `${BRCA1}&taxonId=10090`, 'taxonId'],
    ['/api/federated/users/19', 'origin=local&origin=local', 'origin'],
    ['/api/federated/resolve', 'text=BRCA1&text=TP53', 'text'],
    ['/export', `${BRCA1}&taxonId=10090&format=csv`, 'taxonId'],
    ['/export', `${BRCA1}&format=csv&format=json`, 'format'],
    ['/feeds/genes', `${BRCA1}&taxonId=10090`, 'taxonId'],
    ['/feeds/users', 'descriptionLike=muscle&descriptionLike=mouse', 'descriptionLike'],
  ])('is refused at %s: %s', async (path, query, name) => {
    const { status, code, detail } = await problem(`${path}?${query}`);
    expect([status, code]).toEqual([400, 'repeated-parameter']);
    expect(detail).toBe(`The parameter '${name}' is given 2 times. Allowed: once.`);
  });

  test.each([
    `/search?render=server&lang=en&${BRCA1}&taxonId=10090`,
    '/search?render=server&lang=en&descriptionLike=muscle&descriptionLike=mouse',
    `/coverage?lang=en&${BRCA1}&taxonId=10090`,
  ])('is refused on the page %s', async (path) => {
    const answer = await registry.get(path);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('is given 2 times')]);
  });

  test('is read by the registry API as RDP reads it, and a list is taken everywhere', async () => {
    for (const path of ['/api/genes/search', '/api/federated/genes/search', '/search', '/feeds/genes'])
      expect((await registry.get(`${path}?${BRCA1}&tiers=TIER1&tiers=TIER2`)).status).toBe(200);
    expect((await registry.get(`/api/genes/search?${BRCA1}&taxonId=10090`)).status).toBe(200);
  });
});

describe('a text in another encoding than UTF-8', () => {
  test.each([
    '/api/federated/users/search?prefix=false&nameLike=N%FA%F1ez',
    '/api/federated/genes/search?symbol=%E9&taxonId=9606',
    '/api/federated/resolve?text=n%E9phrose',
    '/api/federated/genes/coverage?symbol=%E9&taxonId=9606',
    '/export?format=csv&nameLike=N%FA%F1ez',
    '/feeds/users?nameLike=N%FA%F1ez',
    '/search?render=server&lang=en&nameLike=N%FA%F1ez',
    '/coverage?lang=en&symbol=%E9&taxonId=9606',
  ])('finds nobody for no reason, so it is refused: %s', async (path) => {
    const answer = await registry.get(path);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Allowed: text in UTF-8.');
  });

  test('is read by the registry API as RDP reads it, and UTF-8 is taken everywhere', async () => {
    expect(await registry.json('/api/users/search?prefix=false&nameLike=N%FA%F1ez')).toEqual([]);
    const found = await registry.json('/api/federated/users/search?prefix=false&nameLike=N%C3%BA%C3%B1ez');
    expect(found.complete).toBe(true);
  });
});

test('a file and a feed refuse a parameter that they do not have', async () => {
  for (const path of ['/export?format=json', '/feeds/genes?format=json'])
    for (const other of ['orgins=local', 'granularity=count', 'facets=name', 'foo=1'])
      expect([path, other, await problem(`${path}&${BRCA1}&${other}`)]).toMatchObject([
        path,
        other,
        { status: 400, code: 'unknown-parameter' },
      ]);
});

test('a file is of the kind that its search has, which `kind` may repeat', async () => {
  expect((await registry.get(`/export?format=csv&kind=genes&${BRCA1}`)).status).toBe(200);
  const { code, detail } = await problem(`/export?format=csv&kind=users&${BRCA1}`);
  expect([code, detail]).toEqual(['parameter-invalid', "The parameter 'kind' cannot be 'users'. Allowed: genes."]);
});

describe('what stands for no parameter at all', () => {
  const SEARCH = `/api/federated/genes/search?${BRCA1}`;
  test('is taken beside a count, in a stream and beside a cursor', async () => {
    const counted = await registry.json(`${SEARCH}&granularity=count&fields=record&page=&size=&cursor=`);
    expect(counted.totalElements).toBeGreaterThan(0);
    const headers = { Accept: 'application/x-ndjson' };
    const stream = await registry.get(`${SEARCH}&granularity=record&facets=&page=`, { headers });
    expect(stream.status).toBe(200);
    const { cursor } = await registry.json(`${SEARCH}&size=1`);
    const next = await registry.json(`${SEARCH}&size=1&cursor=${cursor}`);
    expect(next).toMatchObject({ number: 1, size: 1 });
  });

  test.each([
    ['granularity=count&fields=row', 'fields'],
    ['granularity=count&size=20', 'size'],
    ['size=2&cursor=CURSOR', 'size'],
    ['page=1&cursor=CURSOR', 'page'],
  ])('is not %s, which is refused', async (query, found) => {
    const { cursor } = await registry.json(`${SEARCH}&size=1`);
    const { status, code, detail } = await problem(`${SEARCH}&${query.replace('CURSOR', cursor)}`);
    expect([status, code, detail]).toEqual([400, 'paging-conflict', expect.stringContaining(`'${found}' cannot`)]);
  });
});

test.each(paths)('%s describes as lists the parameters that may be repeated', (path) => {
  for (const { in: place, name, schema } of parametersOf(path))
    if (place === 'query') expect([name, schema.type === 'array']).toEqual([name, REPEATABLE.has(name)]);
});

/** The path of each kind of question, in the words of its description. */
const DESCRIBED: Record<keyof typeof PARAMETERS, string[]> = {
  genes: ['/api/federated/genes/search'],
  users: ['/api/federated/users/search'],
  listing: ['/api/federated/genes', '/api/federated/users'],
  record: paths.filter((path) => /by-anonymous-id|\{userId\}/.test(path)),
  statistics: ['/api/federated/stats'],
  terms: ['/api/federated/ontologies/{ontologyName}/terms'],
  coverage: ['/api/federated/genes/coverage'],
};
test.each(Object.entries(DESCRIBED).flatMap(([kind, of]) => of.map((path) => [path, kind] as const)))(
  '%s is described with the very parameters that it takes',
  (path, kind) => {
    const described = parametersOf(path).filter((parameter) => parameter.in === 'query');
    expect(described.map(({ name }) => name).toSorted()).toEqual(
      [...PARAMETERS[kind as keyof typeof PARAMETERS]].toSorted(),
    );
  },
);

describe('a page that is none', () => {
  test.each([
    ['page=99999999999', 'page', '99999999999', '0 to 2147483647'],
    ['page=-1', 'page', '-1', '0 to'],
    ['page=two', 'page', 'two', '0 to'],
    ['page=1.5', 'page', '1.5', '0 to'],
    ['size=0', 'size', '0', '1 to'],
    ['size=all', 'size', 'all', '1 to'],
    ['page=2147483647&size=20', 'page', '2147483647', '0 to 107374182 at this size'],
  ])('%s is refused', async (query, name, found, allowed) => {
    for (const path of [`genes/search?${BRCA1}&`, 'users?', 'genes?']) {
      const answer = await problem(`/api/federated/${path}${query}`);
      expect(answer).toMatchObject({ status: 400, code: 'parameter-invalid' });
      expect(answer.detail).toContain(`'${name}' cannot be '${found}'. Allowed: `);
      expect(answer.detail).toContain(allowed);
    }
  });

  test('is read by the registry API as RDP reads it', async () => {
    expect(await registry.json('/api/users?size=0')).toMatchObject({ size: 20, number: 0 });
    expect(await registry.json('/api/users?page=99999999999')).toMatchObject({ number: 0 });
  });

  test('an empty one is none, and a size beyond the largest is the largest, as the answer says', async () => {
    expect(await registry.json('/api/federated/users?page=&size=')).toMatchObject({ number: 0, size: 20 });
    expect(await registry.json(`/api/federated/genes/search?${BRCA1}&size=5000`)).toMatchObject({ size: 2000 });
  });
});

describe('an ontology that is switched off', () => {
  const SWITCHED_OFF = 'ontologyNames=former&ontologyTermIds=F:1';
  let small: TestRegistry;
  beforeAll(async () => {
    small = await startTestRegistry({
      snapshot: smallSnapshot({
        ontologies: [anOntology('former', [aTerm('F:1')], { active: false, availableForGeneSearch: false })],
        genes: [aGene(672, 'BRCA1')],
        orthologs: [],
        users: [
          aUser(1, {
            genes: [{ geneId: 672, tier: 'TIER1', privacyLevel: 2 }],
            ontologyTerms: [{ ontology: 'former', termId: 'F:1', name: null }],
          }),
        ],
      }),
    });
  });
  afterAll(() => small?.[Symbol.asyncDispose]());

  test.each([[SWITCHED_OFF], ['ontologyNames=FORMER&ontologyTermIds=F:1'], ['ontologyNames=former']])(
    'with %s is not used there, which is no certified zero',
    async (filter) => {
      for (const search of [`genes/search?${BRCA1}`, 'users/search?nameLike=&prefix=false']) {
        const { content, complete, origins } = await small.json(`/api/federated/${search}&${filter}`);
        expect([content, complete]).toEqual([[], false]);
        expect(origins[0]).toMatchObject({ key: 'local', state: 'unknown-term' });
        expect(origins[0].problem.title).toMatch(/^does not use the ontology former$/i);
      }
    },
  );

  test('matches nobody in the registry API, as RDP has it', async () => {
    expect(await small.json(`/api/genes/search?${BRCA1}&${SWITCHED_OFF}`)).toEqual([]);
    expect(await small.json(`/api/genes/search?${BRCA1}&ontologyNames=former`)).toHaveLength(1);
  });
});
