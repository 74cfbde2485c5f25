/** Complete is said of what registries answered: where nobody was asked, no route and no form of an answer says it. */

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userRecord } from '../../src/demo/mock-people.ts';
import { type Behaviour, dependingOn, json, status, version } from '../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { sampledCount } from '../support/machine/sample.ts';
import { type Network, startNetwork, versionsLearned } from '../support/network/start-network.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer by what it reads of it
type Json = any;

const GENE = 'symbol=BRCA1&taxonId=9606';
/** Every address that asks many registries, in each of its forms. */
const FEDERATED = [
  `/api/federated/genes/search?${GENE}`,
  `/api/federated/genes/search?${GENE}&tiers=TIER3`,
  '/api/federated/users/search?nameLike=&prefix=false',
  '/api/federated/genes?size=1',
  '/api/federated/users?size=1',
  '/api/federated/stats?',
  '/api/federated/ontologies/hp/terms?ontologyTermIds=HP:0001250',
  `/api/federated/genes/coverage?${GENE}`,
  '/api/federated/genes/coverage?symbol=NOBODYS&taxonId=9606',
];
const EXPORTS = ['csv', 'tsv', 'json'].flatMap((format) => [
  `/export?format=${format}&${GENE}`,
  `/export?format=${format}&${GENE}&tier=TIER3`,
  `/export?format=${format}&nameLike=a`,
]);
const PAGES = [`/search?${GENE}&render=server`, '/search?nameLike=a&prefix=false&render=server', `/coverage?${GENE}`];
const NOT_SEARCHED = 'The one registry chosen did not answer; Registry B does not search genes of tier 3';
const KEYS = ['local', 'b', 'old'];
/** How a list of nothing can be written. */
const NOTHINGS = ['origins=', 'origins=,', 'origins=%20', 'origins=%20,%20', 'origins=&origins='];

let network: Network;
let here: TestRegistry;
const resources = new AsyncDisposableStack();
beforeAll(async () => {
  const old = resources.use(await startScriptedPartner({ '/api': version('1.3.4'), '*': json([]) }));
  const genes = [{ geneId: 672, tier: 'TIER1' as const, privacyLevel: null }];
  const people = (count: number) =>
    smallSnapshot({ users: Array.from({ length: count }, (_, index) => aUser(index + 1, { genes })) });
  network = resources.use(
    await startNetwork([
      { key: 'a', snapshot: people(1), partners: [{ key: 'old', name: 'Old', url: old.url }] },
      { key: 'b', snapshot: people(3) },
    ]),
  );
  here = network.at('a');
  await versionsLearned(here);
});
afterAll(() => resources.disposeAsync());

describe.each([...FEDERATED, ...EXPORTS, ...PAGES])('%s', (path) => {
  test.each(NOTHINGS)('with %s is refused, and names who could be asked', async (origins) => {
    const response = await here.get(`${path}&${origins}`);
    const text = (await response.text()).replaceAll('&#39;', "'");
    expect(response.status).toBe(400);
    expect(text).toMatch(/There is no registry '[ ,]*' here\. Allowed: local, b, old\./);
  });

  test('with a comma too many asks those that are named', async () => {
    expect((await here.get(`${path}&origins=,local,`)).status).toBe(200);
  });
});

describe.each(FEDERATED)('whoever is asked, %s', (path) => {
  test('with an empty name beside another is refused, as a repeated value stands for itself', async () => {
    const response = await here.get(`${path}&origins=&origins=local`);
    expect([response.status, (await response.json()).detail]).toEqual([
      400,
      "There is no registry '' here. Allowed: local, b, old.",
    ]);
  });

  test('says that it is complete only where somebody has answered in full', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(KEYS, { minLength: 1 }), async (keys) => {
        const address = `${path}&${keys.map((key) => `origins=${key}`).join('&')}`;
        for (const answer of [await here.json(address), await lastLineOf(address)]) expectHonest(answer);
      }),
      { numRuns: sampledCount(4, 12) },
    );
  });
});

test.each(['genes', 'users'])(
  'a cursor of %s, asked of those alone who have no more, is not complete',
  async (path) => {
    const first = await here.json(`/api/federated/${path}?size=2&origins=local&origins=b`);
    expect([first.complete, typeof first.cursor]).toEqual([true, 'string']);
    const address = `/api/federated/${path}?cursor=${first.cursor}&origins=local`;
    for (const answer of [await here.json(address), await lastLineOf(address)]) {
      expect(answer).toMatchObject({
        complete: false,
        summary: 'No registry was asked; a-net has no more records; Registry B and Old were not asked.',
      });
      // The walk of those who are asked has ended; the others, left out of this page, keep their places.
      expect([answer.cursor, answer.retryCursor]).toEqual([null, expect.any(String)]);
    }
    const rest = await here.json(`/api/federated/${path}?cursor=${first.cursor}`);
    expect(rest.summary).toMatch(/a-net has no more records/);
  },
);

test('a registry too old for listings is named as that on every page, and no page is complete', async () => {
  const first = await here.json('/api/federated/users?size=2');
  const second = await here.json(`/api/federated/users?cursor=${first.cursor}`);
  for (const { complete, summary, origins } of [first, second]) {
    expect([complete, origins.find(({ key }: Json) => key === 'old').state]).toEqual([false, 'unsupported']);
    expect(summary).toContain('Old is too old to be asked this');
  }
  expect(second.cursor).toBeNull();
});

test('a registry that has no listings any more is named as that on every later page, and loses no place', async () => {
  const partner = resources.use(await startScriptedPartner({ '/api/users': pageOf(4) }));
  await using registry = await startTestRegistry({
    snapshot: smallSnapshot({ users: Array.from({ length: 9 }, (_, index) => aUser(index + 1)) }),
    settings: { CACHE_ANSWERS_FRESH_SECONDS: '0', CACHE_ANSWERS_STALE_HOURS: '0' },
    partners: [{ key: 'p', name: 'P', url: partner.url }],
  });
  await versionsLearned(registry);
  const pages: Json[] = [await registry.json('/api/federated/users?size=2')];
  const turn = async () => pages.push(await registry.json(`/api/federated/users?cursor=${pages.at(-1).cursor}`));
  partner.play({ '/api/users': status(404, { status: 404, error: 'Not Found' }) });
  for (let page = 2; page <= 4; page++) await turn();
  expect(pages.map(({ complete, summary }) => [complete, summary])).toEqual([
    [true, 'Both registries answered.'],
    ...Array(3).fill([false, '1 of 2 registries answered; P cannot be asked this.']),
  ]);
  partner.play({ '/api/users': pageOf(4) });
  await turn();
  const ids = pages.flatMap(({ content }) => content).filter(({ origin }: Json) => origin === 'P');
  expect([ids.map(({ id }: Json) => id), pages.at(-1).complete]).toEqual([[1, 2, 3, 4], true]);
});

test('a file of a question that no registry answers does not call itself complete', async () => {
  const path = `/export?${GENE}&tier=TIER3&origins=b`;
  const file = await here.json(`${path}&format=json`);
  expect(file).toMatchObject({ complete: false, summary: expect.stringContaining(NOT_SEARCHED) });
  for (const format of ['csv', 'tsv']) {
    const { headers } = await here.get(`${path}&format=${format}`);
    expect(headers.get('isearch-proxy-summary')).toContain(NOT_SEARCHED);
    expect(headers.get('isearch-proxy-complete')).toBe('?0');
  }
});

test('the page of a question that no registry answers does not say that certainly nobody was found', async () => {
  const page = await (await here.get(`/search?${GENE}&tiers=TIER3&origins=b&render=server`)).text();
  expect(page).toContain(NOT_SEARCHED);
  expect(page).toContain('<p id="nobody">Nobody was found so far. Not every registry answered in full.</p>');
});

async function lastLineOf(address: string): Promise<Json> {
  const text = await (await here.get(address, { headers: { Accept: 'application/x-ndjson' } })).text();
  return JSON.parse(text.trimEnd().split('\n').at(-1) ?? '');
}

/** A page of a listing of so many people. */
function pageOf(total: number): Behaviour {
  return dependingOn(({ params }) => {
    const from = Number(params.get('page')) * Number(params.get('size'));
    const ids = Array.from({ length: total }, (_, index) => index + 1).slice(from, from + Number(params.get('size')));
    return json({ content: ids.map((id) => userRecord(id)), totalElements: total });
  });
}

function expectHonest({ complete, summary, origins }: Json): void {
  const asked = origins.filter(({ state }: Json) => state !== 'not-asked');
  const isWhole = asked.every(({ state }: Json) => state === 'answered' || state === 'empty');
  expect(complete).toBe(isWhole && asked.length > 0);
  if (summary.startsWith('No registry was asked')) expect(complete).toBe(false);
}
