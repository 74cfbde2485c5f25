/** Somebody who wants to know whether anybody is there, or how many, asks for that alone. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { type Network, startNetwork } from '../../support/network/start-network.ts';
import { aGene, aUser, MOUSE, smallSnapshot } from '../../support/registry/small-snapshot.ts';

const SEARCH = '/api/federated/genes/search?symbol=BRCA1&taxonId=9606';
const gene = (geneId: number, tier: 'TIER1' | 'TIER2' = 'TIER1') => ({ geneId, tier, privacyLevel: null });
const genes = [aGene(672, 'BRCA1'), { ...aGene(12189, 'Brca1'), taxonId: MOUSE }];
const orthologs = [[672, 12189]] as [number, number][];

let network: Network;
beforeAll(async () => {
  network = await startNetwork([
    {
      key: 'a',
      settings: { APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true' },
      snapshot: smallSnapshot({
        genes,
        orthologs,
        users: [
          aUser(1, {
            privacyLevel: 2,
            researcherPosition: 'PRINCIPAL_INVESTIGATOR',
            genes: [gene(672), gene(12189, 'TIER2')],
          }),
          aUser(2, { privacyLevel: 0, researcherPosition: 'PRINCIPAL_INVESTIGATOR', genes: [gene(672, 'TIER2')] }),
          aUser(3, { privacyLevel: 0, genes: [gene(672)] }),
        ],
      }),
    },
    {
      key: 'b',
      snapshot: smallSnapshot({
        genes,
        orthologs,
        users: [aUser(9, { name: 'Name1', lastName: 'Last1', privacyLevel: 2, genes: [gene(672)] })],
      }),
    },
  ]);
});
afterAll(() => network[Symbol.asyncDispose]());

const ask = (more = '', search = SEARCH) => network.at('a').json(`${search}${more}`);

describe('granularity', () => {
  test('boolean says whether anybody was found, with the state of every registry', async () => {
    const answer = await ask('&granularity=boolean');
    expect(Object.keys(answer)).toEqual(['exists', 'complete', 'summary', 'remarks', 'origins']);
    expect([answer.exists, answer.complete, answer.origins.length]).toEqual([true, true, 2]);
  });

  test('count states as many records as the pages hold, and people as the list counts them', async () => {
    const [count, page] = [await ask('&granularity=count'), await ask('&size=50')];
    expect(count).toMatchObject({ exists: true, totalElements: 5, totalRelation: 'eq', people: 4, peopleAtLeast: 1 });
    expect(count.totalElements).toBe(page.totalElements);
    expect([count.content, count.cursor]).toEqual([undefined, undefined]);
    expect([count.complete, count.summary]).toEqual([page.complete, page.summary]);
  });

  test('record is what is answered where nothing is said', async () => {
    expect(Object.keys(await ask('&granularity=record'))).toEqual(Object.keys(await ask()));
  });

  test('nobody is certain only where every registry answered in full', async () => {
    const nobody = '/api/federated/users/search?nameLike=zzz&prefix=false';
    expect((await ask('&granularity=count', nobody)).exists).toBe(false);
    network.line('a', 'b').behave((_request, response) => response.writeHead(500).end('broken'));
    const other = '/api/federated/users/search?nameLike=zzy&prefix=false';
    const answer = await ask('&granularity=count', other);
    network.line('a', 'b').behave();
    expect(answer).toMatchObject({ exists: null, totalElements: 0, totalRelation: 'gte', complete: false });
  });

  test.each([
    ['granularity=many', 'parameter-invalid'],
    ['facets=organism,eyes', 'parameter-invalid'],
    ['granularity=count&page=1', 'paging-conflict'],
    ['granularity=boolean&fields=row', 'paging-conflict'],
  ])('%s is refused', async (params, code) => {
    const response = await network.at('a').get(`${SEARCH}&${params}`);
    expect([response.status, (await response.json()).code]).toEqual([400, code]);
  });

  test.each(['granularity=count', 'facets=tier'])('%s is refused in a stream', async (params) => {
    const headers = { Accept: 'application/x-ndjson' };
    const response = await network.at('a').get(`${SEARCH}&${params}`, { headers });
    expect([response.status, (await response.json()).code]).toEqual([400, 'paging-conflict']);
  });
});

describe('facets', () => {
  const EXPECTED = {
    organism: [
      { value: '9606', count: 4 },
      { value: '10090', count: 1 },
    ],
    registry: [
      { value: 'local', count: 3 },
      { value: 'b', count: 1 },
    ],
  };

  test('count people over the whole answer, however small the page is', async () => {
    const { facets, content } = await ask('&facets=registry,organism&size=1');
    expect(content).toHaveLength(1);
    expect(facets).toEqual(EXPECTED);
    expect(Object.keys(facets)).toEqual(['organism', 'registry']);
    const { cursor } = await ask('&size=1');
    expect((await ask(`&facets=organism&facets=registry&cursor=${cursor}`)).facets).toEqual(EXPECTED);
  });

  test('come beside a count and beside whether anybody is there', async () => {
    expect(await ask('&granularity=count&facets=organism,registry')).toMatchObject({
      totalElements: 5,
      facets: EXPECTED,
    });
    expect(Object.keys(await ask('&granularity=boolean&facets=organism'))).not.toContain('totalElements');
  });

  test('count a record without a name by what it shows', async () => {
    const { content, facets } = await ask('&facets=tier,position,name');
    const shown = JSON.stringify(
      content.filter((record: { anonymousId?: string }) => record.anonymousId !== undefined),
    );
    expect(facets.name).toEqual([
      { value: 'named', count: 2 },
      { value: 'withheld', count: 2 },
    ]);
    const positions = facets.position.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
    expect(positions).toBe(shown.includes('PRINCIPAL_INVESTIGATOR') ? 2 : 1);
  });
});

describe('the client', () => {
  const search = { symbol: 'BRCA1', taxonId: 9606 };

  test('counts', async () => {
    const { federated } = createClient({ baseUrl: network.at('a').url });
    const count = await federated.countGenes(search, { facets: ['organism'] });
    expect([count.totalElements, count.facets?.organism?.[0]]).toEqual([5, { value: '9606', count: 4 }]);
    expect((await federated.countUsers({ nameLike: '', prefix: true })).exists).not.toBeNull();
    expect((await federated.searchGenes(search, { facets: ['registry'], size: 1 })).facets?.registry).toHaveLength(2);
  });

  test('says so where an older registry refuses the parameter, or passes it over', async () => {
    const answering = (status: number, body: object) =>
      createClient({
        baseUrl: 'https://registry.example.org',
        fetch: async () =>
          new Response(JSON.stringify(body), {
            status,
            headers: { 'Content-Type': status === 200 ? 'application/json' : 'application/problem+json' },
          }),
      }).federated.countGenes(search);
    const detail = "There is no parameter 'granularity' here.";
    await expect(answering(400, { code: 'unknown-parameter', detail })).rejects.toMatchObject({
      code: 'unknown-parameter',
      detail,
    });
    await expect(answering(200, { content: [], totalElements: 0 })).rejects.toMatchObject({
      code: 'unreadable',
      detail: expect.stringContaining('granularity'),
    });
  });
});
