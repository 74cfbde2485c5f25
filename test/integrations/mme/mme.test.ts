/** Another node of the Matchmaker Exchange asks who works on a patient's candidate genes. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GeneIdentity } from '../../../src/domain/record/snapshot.ts';
import { MOST_GENES } from '../../../src/integrations/mme/match-request.ts';
import type { MatchResult } from '../../../src/integrations/mme/match-results.ts';
import { type Network, startNetwork } from '../../support/network/start-network.ts';
import { aGene, aUser, MOUSE, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry } from '../../support/registry/start-registry.ts';

const TOKEN = 'token-of-another-node';
const TYPE = 'application/vnd.ga4gh.matchmaker.v1.1+json';
const SETTINGS = {
  APP_SETTINGS_INTEGRATIONS_MME_TOKENS: TOKEN,
  APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true',
};
const SECRET = 'a boy of four who cannot sleep';

const gene = (geneId: number, tier: 'TIER1' | 'TIER2' = 'TIER1') => ({ geneId, tier, privacyLevel: null });
const genes = [
  aGene(672, 'BRCA1', { identity: identity('ENSG00000012048') }),
  aGene(7157, 'TP53'),
  { ...aGene(12189, 'Brca1'), taxonId: MOUSE },
  { ...aGene(4735, 'SEPTIN2'), aliases: 'SEPT2|DIFF6' },
  { ...aGene(23157, 'SEPTIN6'), aliases: 'SEPT2|SEP2' },
  { ...aGene(18000, 'Septin2'), taxonId: MOUSE, aliases: 'Diff6' },
];

function identity(ensemblId: string): GeneIdentity {
  return {
    ...{ hgncId: null, ensemblIds: [ensemblId], omimIds: [], nomenclatureStatus: 'official', kind: 'protein-coding' },
    ...{ otherDesignations: [], authoritySymbol: null, chromosome: null, mapLocation: null },
  };
}

let network: Network;
beforeAll(async () => {
  network = await startNetwork([
    {
      key: 'a',
      settings: SETTINGS,
      snapshot: smallSnapshot({
        genes,
        users: [
          aUser(1, { privacyLevel: 2, genes: [gene(672), gene(7157, 'TIER2')] }),
          aUser(2, { privacyLevel: 0, genes: [gene(672)] }),
          aUser(3, { privacyLevel: 0, genes: [gene(672)] }),
        ],
      }),
    },
    {
      key: 'b',
      snapshot: smallSnapshot({ genes, users: [aUser(9, { privacyLevel: 2, genes: [gene(12189, 'TIER2')] })] }),
    },
  ]);
});
afterAll(() => network[Symbol.asyncDispose]());

function patient(geneIds: readonly string[], more: object = {}) {
  return {
    ...{ id: SECRET, contact: { name: SECRET, href: 'mailto:clinic@example.org' }, label: SECRET, species: SECRET },
    features: [{ id: 'HP:0001250', label: SECRET }],
    disorders: [{ id: SECRET }],
    genomicFeatures: geneIds.map((id) => ({ gene: { id }, variant: { assembly: SECRET } })),
    ...more,
  };
}

async function ask(path: string, { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {}) {
  const init =
    body === undefined ? {} : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) };
  const response = await network.at('a').get(path, {
    ...init,
    headers: { 'X-Auth-Token': TOKEN, 'Content-Type': TYPE, Accept: TYPE, ...headers },
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer by what it reads of it
  return { response, status: response.status, text, json: JSON.parse(text) as any };
}

async function match(geneIds: readonly string[], more: object = {}) {
  const answer = await ask('/mme/match', { body: { patient: patient(geneIds, more) } });
  const results = answer.json.results as MatchResult[];
  return { ...answer, results, people: results.map((result) => result.patient) };
}

describe('a name that several genes have had', () => {
  test('is not known, as each of them may be meant, and no gene is searched for in its place', async () => {
    for (const name of ['SEPT2', 'sept2']) {
      const { json, people } = await match([name, 'BRCA1']);
      expect(people.length).toBeGreaterThan(0);
      expect(json._completeness).toMatchObject({ complete: false, genes: [{ symbol: 'BRCA1' }], genesNotKnown: 1 });
    }
  });

  test('does not keep a symbol from its gene, nor an alias of one gene in each organism', async () => {
    for (const name of ['SEPTIN2', 'DIFF6', 'SEP2']) {
      const { json } = await match([name]);
      expect([name, json._completeness]).toMatchObject([name, { complete: true, genesNotKnown: 0 }]);
    }
  });

  test('is answered by a search with the genes that may be meant', async () => {
    const { origins } = await network.at('a').json('/api/federated/genes/search?symbol=SEPT2&taxonId=9606');
    expect(origins[0]).toMatchObject({
      state: 'unknown-term',
      problem: { code: 'several-genes', title: 'knows several genes called SEPT2: SEPTIN2 and SEPTIN6' },
    });
    const body = JSON.stringify({ genes: [{ symbol: 'SEPT2', taxonId: 9606 }] });
    const init = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } };
    const list = await (await network.at('a').get('/api/federated/genes/search-batch', init)).json();
    expect([list.complete, list.cells[0].problem.code]).toEqual([false, 'several-genes']);
    const headers = { Accept: 'text/html' };
    const page = await network.at('a').get('/search?symbol=SEPT2&taxonId=9606&render=server&lang=fr', { headers });
    expect(await page.text()).toContain('SEPTIN2 et SEPTIN6');
    const coverage = await network.at('a').json('/api/federated/genes/coverage?symbol=SEPT2&taxonId=9606');
    expect(coverage.complete).toBe(false);
  });
});

describe('a match', () => {
  test('answers people of all registries who work on the gene or its ortholog, the gene itself first', async () => {
    const { response, json } = await match(['BRCA1']);
    expect(response.headers.get('Content-Type')).toBe(TYPE);
    expect(json.results.map(({ score }: { score: object }) => score)).toEqual(
      [1, 1, 1, 0.6].map((patient) => ({ patient })),
    );
    expect(json.results[0].patient).toMatchObject({
      contact: { href: expect.stringMatching(/\/userView\/1$/) },
      label: 'works on BRCA1 of human',
      species: 'NCBITaxon:9606',
      genomicFeatures: [{ gene: { id: 'BRCA1' } }],
    });
    expect(json.results[3].patient).toMatchObject({
      contact: { href: expect.stringMatching(/\/userView\/9\?origin=b$/) },
      genomicFeatures: [{ gene: { id: 'Brca1' } }],
    });
    expect(json._completeness).toEqual({
      complete: true,
      genes: [{ symbol: 'BRCA1', taxonId: 9606, complete: true, summary: expect.stringContaining('answered') }],
      genesNotKnown: 0,
    });
  });

  test('names no withheld person: each withheld record is a result of its own with the way to ask for access', async () => {
    const { people, text } = await match(['BRCA1']);
    const withheld = people.filter(({ contact }) => contact.name.startsWith('Name withheld by'));
    expect(withheld).toHaveLength(2);
    for (const { contact } of withheld) {
      expect(Object.keys(contact)).toEqual(['name', 'href']);
      const { pathname } = new URL(contact.href);
      expect(pathname).toMatch(/^\/search\/gene\/by-anonymous-id\/[0-9a-f-]{36}\/request-access$/);
      expect((await network.at('a').get(pathname)).status).toBe(200);
    }
    expect(new Set(withheld.map(({ id }) => id)).size).toBe(2);
    expect(text).not.toMatch(/@/);
  });

  test('what a partner calls somebody is one line of text, whatever it sends', async () => {
    const [taxon, aliases] = [{ id: 9606, scientificName: 'Homo sapiens', commonName: 'human' }, ''];
    const remoteUser = { id: 8, name: 'Tom\r\nBcc: x@example.net', lastName: '\u202elive', organization: 'A\nB' };
    const record = { geneId: 7157, symbol: 'TP53', name: 'p53', aliases, tier: 'TIER1', taxon, remoteUser };
    network.line('a', 'b').behave((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify([record]));
    });
    await using registry = await startTestRegistry({
      snapshot: smallSnapshot({ genes, users: [] }),
      settings: SETTINGS,
      partners: [{ key: 'b', url: network.line('a', 'b').url }],
    });
    const headers = { 'X-Auth-Token': TOKEN, 'Content-Type': TYPE };
    const body = JSON.stringify({ patient: patient(['TP53']) });
    const { results } = await (await registry.get('/mme/match', { method: 'POST', headers, body })).json();
    network.line('a', 'b').behave();
    expect(results.map(({ patient: { contact } }: MatchResult) => [contact.name, contact.institution])).toEqual([
      ['Tom Bcc: x@example.net live', 'A B'],
    ]);
  });

  test('joins the genes of one named person', async () => {
    const { people } = await match(['BRCA1', '7157']);
    const first = people.filter(({ contact }) => contact.href.endsWith('/userView/1'));
    expect(first).toHaveLength(1);
    expect(first[0]?.genomicFeatures.map(({ gene }) => gene.id)).toEqual(['BRCA1', 'TP53']);
  });

  test.each(['brca1', 'ENSG00000012048', '672'])('understands %s', async (id) => {
    expect((await match([id])).json.results).toHaveLength(4);
  });

  test('says what it did not search for', async () => {
    const { json } = await match(['NOPE99', 'TP53']);
    expect(json._completeness).toMatchObject({ complete: false, genesNotKnown: 1 });
    expect(json.results).toHaveLength(1);
  });

  test('a patient without a candidate gene is no question to any registry, so that nobody found is not everybody', async () => {
    expect((await ask('/mme/match', { body: { patient: patient([]) } })).json).toMatchObject({
      results: [],
      _completeness: { complete: false, genes: [], genesNotKnown: 0 },
    });
  });

  test('an id that may be read as several genes is none of them, so that no patient costs more searches than genes', async () => {
    const before = network.line('a', 'b').questions().length;
    const ids = Array.from({ length: MOST_GENES }, (_, at) => `BRCA1 TP53, NOPE${at}`);
    const { json } = await match(ids);
    expect([json.results, json._completeness]).toEqual([[], { complete: false, genes: [], genesNotKnown: MOST_GENES }]);
    expect(network.line('a', 'b').questions()).toHaveLength(before);
  });

  test('sends partners nothing of the patient', async () => {
    const before = network.line('a', 'b').requests.length;
    const { text } = await match(['TP53', 'NOPE99']);
    expect(text).not.toContain(SECRET);
    const sent = JSON.stringify(
      network
        .line('a', 'b')
        .requests.slice(before)
        .map(({ path, params, headers }) => [path, [...params], headers]),
    );
    for (const word of [SECRET, 'HP:', 'NOPE99', 'clinic']) expect(sent).not.toContain(word);
  });

  test('counts requests and results, but for tests', async () => {
    const counted = async () => (await ask('/mme/metrics')).json.metrics;
    const before = await counted();
    await match(['BRCA1'], { test: true });
    expect(await counted()).toEqual(before);
    await match(['BRCA1']);
    expect((await counted()).numberOfRequestsReceived).toBe(before.numberOfRequestsReceived + 1);
    expect((await counted()).numberOfPotentialMatchesSent).toBe(before.numberOfPotentialMatchesSent + 4);
  });
});

test('nodes that ask before the integration is loaded are all answered by the one integration', async () => {
  await using registry = await startTestRegistry({ snapshot: smallSnapshot({ genes, users: [] }), settings: SETTINGS });
  const headers = { 'X-Auth-Token': TOKEN, 'Content-Type': TYPE };
  const body = JSON.stringify({ patient: patient(['BRCA1']) });
  const answers = Array.from({ length: 4 }, () => registry.get('/mme/match', { method: 'POST', headers, body }));
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { metrics } = await (await registry.get('/mme/metrics', { headers })).json();
  expect(metrics.numberOfRequestsReceived).toBe(4);
});

test('the heartbeat states the versions', async () => {
  const { status, json } = await ask('/mme/heartbeat');
  expect([status, json.heartbeat.version, json.heartbeat.production]).toEqual([200, '1.1', true]);
  expect(json.heartbeat.accept).toContain(TYPE);
});

describe('who is refused', () => {
  test.each(['', 'wrong-token-of-a-node', `${TOKEN}x`])('comes with the token %j', async (token) => {
    for (const path of ['/mme/heartbeat', '/mme/metrics', '/mme/match']) {
      const { status, json } = await ask(path, { headers: { 'X-Auth-Token': token } });
      expect([status, Object.keys(json)]).toEqual([401, ['message']]);
    }
  });

  test.each([
    ['Content-Type', 'application/vnd.ga4gh.matchmaker.v2.0+json'],
    ['Content-Type', 'text/plain'],
    ['Accept', 'application/vnd.ga4gh.matchmaker.v2.0+json'],
    ['Accept', 'text/html'],
  ])('says %s: %s', async (name, type) => {
    const { status, json } = await ask('/mme/match', {
      body: { patient: patient(['TP53']) },
      headers: { [name]: type },
    });
    expect(status).toBe(406);
    expect(json).toEqual({ message: expect.stringContaining(name), supportedVersions: expect.arrayContaining([TYPE]) });
  });

  test.each(['application/vnd.ga4gh.matchmaker.v1.0+json', `${TYPE}; charset=utf-8`, 'application/json'])(
    'does not say %s',
    async (type) => {
      const headers = { 'Content-Type': type, Accept: `text/html, ${type}` };
      expect((await ask('/mme/match', { body: { patient: patient(['TP53']) }, headers })).status).toBe(200);
    },
  );

  test.each<[string, number, unknown]>([
    ['is no JSON', 400, `{"patient": ${SECRET}`],
    ['has no patient', 400, {}],
    ['is null', 400, 'null'],
    ['has a patient without an id', 400, { patient: { ...patient(['TP53']), id: undefined } }],
    ['has no way to its clinician', 400, { patient: patient(['TP53'], { contact: { name: SECRET } }) }],
    ['has neither features nor genes', 400, { patient: patient([], { features: [] }) }],
    ['has genes that are no list', 400, { patient: patient([], { genomicFeatures: { gene: { id: 'TP53' } } }) }],
    ['has a gene without an id', 400, { patient: patient([], { genomicFeatures: [{ gene: {} }] }) }],
    ['has a gene of 400 letters', 400, { patient: patient(['A'.repeat(400)]) }],
    ['has too many genes', 422, { patient: patient(Array.from({ length: MOST_GENES + 1 }, (_, at) => `GENE${at}`)) }],
    ['is too large', 413, { patient: patient(['TP53'], { notes: 'x'.repeat(1_100_000) }) }],
  ])('sends a request that %s', async (_what, status, body) => {
    const answer = await ask('/mme/match', { body });
    expect([answer.status, Object.keys(answer.json)]).toEqual([status, ['message']]);
    expect(answer.text).not.toContain(SECRET);
    expect(answer.text.length).toBeLessThan(300);
  });

  test('takes another method', async () => {
    const { response, status } = await ask('/mme/match');
    expect([status, response.headers.get('Allow')]).toEqual([405, 'POST, OPTIONS']);
  });
});

test('a patient with ten thousand features is answered as one with one', async () => {
  const features = Array.from({ length: 10_000 }, (_, at) => ({ id: `HP:${at}`, observed: 'yes' }));
  expect((await match(['BRCA1'], { features })).json.results).toHaveLength(4);
});

test('without a token in the configuration there is no such address', async () => {
  const response = await network.at('b').get('/mme/heartbeat', { headers: { 'X-Auth-Token': TOKEN } });
  expect(response.status).toBe(404);
});
