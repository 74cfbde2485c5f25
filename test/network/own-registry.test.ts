/** This registry among its own partners under another address: it is asked once, and said to be itself. */

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Front, openFront, passOn } from '../../src/demo/front.ts';
import { geneRecord } from '../../src/demo/mock-people.ts';
import * as does from '../../src/demo/partner-behaviours.ts';
import { type ScriptedPartner, startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { PATIENT } from '../support/machine/patience.ts';
import { askStreamed } from '../support/network/federated-reader.ts';
import { ADMINISTRATOR, callersSnapshot } from '../support/network/network-callers.ts';
import { ADMIN } from '../support/partners/fake-partner.ts';
import { aUser } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';

const SEARCH = '/api/federated/genes/search?symbol=BRCA1&taxonId=9606';
const ITSELF = 'is this registry itself, under another address';
const OURS = [aUser(9, { genes: [{ geneId: 672, tier: 'TIER1', privacyLevel: null }] })];
const QUESTIONS = [
  SEARCH,
  '/api/federated/users/search?nameLike=a&prefix=false',
  '/api/federated/genes?page=0',
  '/api/federated/users?page=0',
  '/api/federated/genes/coverage?symbol=BRCA1&taxonId=9606',
  '/api/federated/stats',
];

/** What stands between the registry and itself, such as another name of the same machine, or a web server. */
let front: Front;
let other: ScriptedPartner;
let registry: TestRegistry;
const asked: string[] = [];
beforeAll(async () => {
  front = await openFront({ host: '127.0.0.1', port: 0 });
  other = await startScriptedPartner({
    '/api': does.version('1.5.10'),
    '/api/genes/search': does.json([geneRecord(1)]),
  });
  registry = await startTestRegistry({
    snapshot: callersSnapshot(OURS),
    settings: { APP_SITE_SHORTNAME: 'HomeNet' },
    partners: [
      { key: 'mirror', name: 'MirrorNet', url: front.url },
      { key: 'other', name: 'OtherNet', url: other.url },
    ],
  });
  front.setListener((request, response) => {
    asked.push(request.url ?? '');
    passOn(registry.url, request, response);
  });
  await vi.waitUntil(() => state()?.details?.isThisRegistry, PATIENT);
});
afterAll(async () => {
  await registry[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
  await front[Symbol.asyncDispose]();
});

const state = () => registry.context.federation.partnerStates(ADMIN).find(({ key }) => key === 'mirror');

test.each(QUESTIONS)('it is named as itself, not asked, and counted once: %s', async (path) => {
  const { origins, summary } = await registry.json(path);
  expect(origins.find(({ key }: { key: string }) => key === 'mirror')).toMatchObject({
    state: 'not-asked',
    count: 0,
    problem: { title: ITSELF },
  });
  expect(summary).toMatch(/^(Both|1 of 2) registries answered; /);
  expect(summary).toContain(`MirrorNet ${ITSELF}`);
  expect(asked.filter((url) => url !== '/api')).toEqual([]);
});

test('nobody is in an answer twice, streamed or not, and it is complete', async () => {
  const { content, complete, summary } = await registry.json(SEARCH);
  expect(content.map(({ remoteUser }: { remoteUser: { origin: string } }) => remoteUser.origin).toSorted()).toEqual([
    'HomeNet',
    'OtherNet',
  ]);
  expect([complete, summary]).toEqual([true, `Both registries answered; MirrorNet ${ITSELF}.`]);
  expect((await askStreamed(registry, SEARCH)).summary).toBe(summary);
});

test('who names it alone is answered that nobody was asked', async () => {
  const { complete, summary, content } = await registry.json(`${SEARCH}&origins=mirror`);
  expect([complete, content]).toEqual([false, []]);
  expect(summary).toContain(`MirrorNet ${ITSELF}`);
});

describe('the list of partners', () => {
  test('says so to administrators', async () => {
    const { partners } = await registry.json('/api/federated/partners', ADMINISTRATOR);
    expect(partners.map(({ details }: { details: object }) => details)).toMatchObject([
      { isThisRegistry: true, lastProblem: ITSELF, problem: { title: ITSELF, code: 'this-registry-itself' } },
      { isThisRegistry: false, lastProblem: null, problem: null },
    ]);
  });
});

test('a mark that a stranger makes up changes nothing', async () => {
  const headers = { 'Isearch-Proxy-Mark': crypto.randomUUID() };
  for (const path of ['/api', '/', '/api/genes']) await registry.get(path, { headers });
  const { partners } = await registry.json('/api/federated/partners', ADMINISTRATOR);
  expect(partners[1].details.isThisRegistry).toBe(false);
});

test('another registry gets a mark of its own with each question for its version, and with nothing else', async () => {
  await registry.json(SEARCH);
  const marked = other.requests.filter(({ headers }) => headers['isearch-proxy-mark'] !== undefined);
  expect(marked.map(({ path }) => path)).toEqual(['/api']);
  expect(marked[0]?.headers['isearch-proxy-mark']).toMatch(/^[0-9a-f-]{36}$/);
});
