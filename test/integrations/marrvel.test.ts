/** The pages of the MARRVEL portal ask for people who work on a gene, and read what they have always read. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Network, startNetwork } from '../support/network/start-network.ts';
import { aGene, aUser, MOUSE, smallSnapshot } from '../support/registry/small-snapshot.ts';

const ASKED = '/SearchScientistByGene?symbol=BRCA1&taxonId=9606&iSearch=true';
const YEAST_STRAIN = 559292;
const gene = (geneId: number, tier: 'TIER1' | 'TIER2' = 'TIER1') => ({ geneId, tier, privacyLevel: null });
const genes = [aGene(672, 'BRCA1'), { ...aGene(12189, 'Brca1'), taxonId: MOUSE }];

let network: Network;
beforeAll(async () => {
  const users = [
    aUser(1, { privacyLevel: 2, researcherPosition: 'PRINCIPAL_INVESTIGATOR', genes: [gene(672)] }),
    aUser(2, { privacyLevel: 0, genes: [gene(672)] }),
  ];
  network = await startNetwork([
    {
      key: 'a',
      settings: {
        APP_SETTINGS_INTEGRATIONS_MARRVEL_ENABLED: 'true',
        APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true',
      },
      snapshot: smallSnapshot({ genes, users }),
    },
    {
      key: 'b',
      snapshot: smallSnapshot({ genes, users: [aUser(9, { privacyLevel: 2, genes: [gene(12189, 'TIER2')] })] }),
    },
  ]);
});
afterAll(() => network[Symbol.asyncDispose]());

async function ask(path: string, init?: RequestInit) {
  const response = await network.at('a').get(path, init);
  return { response, body: await response.json() };
}

test('named people of all registries are answered, each with the members that the portal reads', async () => {
  const { response, body } = await ask(ASKED, { headers: { Origin: 'https://portal.example.net' } });
  expect([response.status, response.headers.get('Access-Control-Allow-Origin')]).toEqual([200, '*']);
  expect(body.ScientistMatches).toEqual([
    {
      modelOrganism: { id: 9606, commonName: 'human', scientificName: expect.any(String) },
      matchingGeneId: 672,
      matchingGeneSymbol: 'BRCA1',
      matchingGeneName: null,
      matchingGeneAliases: null,
      tier: 'TIER1',
      pi: 'PRINCIPAL_INVESTIGATOR',
      network: 'a-net',
      profileLink: expect.stringMatching(/^https:\/\/a\.example\.org\/userView\/1$/),
    },
    expect.objectContaining({
      ...{ matchingGeneSymbol: 'Brca1', tier: 'TIER2', pi: null, network: 'Registry B' },
      profileLink: 'https://a.example.org/userView/9?origin=b',
    }),
  ]);
  expect(body.complete).toBe(true);
});

test('nobody’s name or address is in it, and nobody who is withheld can be recognised', async () => {
  const text = JSON.stringify((await ask(ASKED)).body);
  expect(text).not.toMatch(/Name\d|Last\d|@|userView\/2|request-access/);
});

test('iSearch=false asks this registry alone', async () => {
  const before = network.line('a', 'b').questions().length;
  const { body } = await ask('/SearchScientistByGene?symbol=BRCA1&taxonId=9606&iSearch=false');
  expect(body.ScientistMatches).toHaveLength(1);
  expect(network.line('a', 'b').questions()).toHaveLength(before);
});

test('yeast goes by the number of its species there, and by that of its strain here', async () => {
  const { body } = await ask('/SearchScientistByGene?symbol=CDC28&taxonId=4932&iSearch=true');
  expect(body.ScientistMatches).toEqual([]);
  const question = network.line('a', 'b').questions().at(-1);
  expect(question?.params.get('taxonId')).toBe(String(YEAST_STRAIN));
});

test.each([
  ['/SearchScientistByGene', 400],
  ['/SearchScientistByGene?symbol=BRCA1', 400],
  ['/SearchScientistByGene?symbol=&taxonId=9606', 400],
  ['/SearchScientistByGene?symbol=BRCA1&taxonId=human', 400],
])('%s is refused with a message that the portal may read', async (path, status) => {
  const { response, body } = await ask(path);
  expect([response.status, Object.keys(body)]).toEqual([status, ['message']]);
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
});

test('another method is refused, and without the setting there is no such address', async () => {
  expect((await network.at('a').get(ASKED, { method: 'POST' })).status).toBe(405);
  expect((await network.at('b').get(ASKED)).status).toBe(404);
});
