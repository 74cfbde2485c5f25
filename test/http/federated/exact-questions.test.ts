/** The federated API answers the question that was asked or none: the registry API reads it as RDP does, guesses and all. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { PARAMETERS } from '../../../src/domain/federation/federated-query.ts';
import { ALPHA_SNAPSHOT } from '../../support/registry/alpha-registry.ts';
import { aGene, aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';
import { parametersOf, paths } from '../openapi/federated-openapi-reader.ts';

const BRCA1 = 'symbol=BRCA1&taxonId=9606';
const ID = '6f1c1a52-9f3c-4f6b-8a53-0f5a2c1d7e90';

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
    ['users?sort=id', 'sort', 'page, size, cursor, origins'],
    ['genes?tiers=TIER1', 'tiers', 'page, size, cursor, origins'],
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
    const term = {
      termId: 'F:1',
      name: 'a term',
      definition: null,
      altTermIds: [],
      synonyms: [],
      subTermIds: [],
      namespace: null,
      diseaseIds: [],
      group: false,
      hasIcon: false,
      ordering: null,
    };
    small = await startTestRegistry({
      snapshot: smallSnapshot({
        ontologies: [
          {
            ...{
              name: 'former',
              definition: null,
              active: false,
              ordering: 1,
              url: null,
              availableForGeneSearch: false,
            },
            terms: [{ ...term, active: true, obsolete: false }],
          },
        ],
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
