/** Checks of how partners are asked: a registry, partners that do what is said of them, and one question. */

import { expect } from 'vitest';
import { geneRecord } from '../../../../src/demo/mock-people.ts';
import {
  afterMs,
  dependingOn,
  json,
  type Script,
  type ScriptedRequest,
  status,
  version,
} from '../../../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../../../src/demo/scripted-partner.ts';
import { stopwatch } from '../../../support/machine/stopwatch.ts';
import { genes } from '../../../support/partners/behaviours.ts';
import { ACCESS_FORM } from '../../../support/registry/access-form.ts';
import { startAlpha, TOKENS } from '../../../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../../../support/registry/start-registry.ts';
import type { Check, Json } from './ask.ts';

const SEARCH = '/api/federated/genes/search?symbol=BRCA1&taxonId=9606';
const OUR_TOKEN = 'token-that-partners-made';

type AskedPartners = {
  registry: TestRegistry;
  requests: ScriptedRequest[][];
  /** Asks, and answers what is said of the partners, in their order. */
  origins(path?: string, token?: string): Promise<Json[]>;
};

/** Starts a registry with these partners, waits until it knows their versions, and lets a check ask it. */
async function withPartners(scripts: Script[], check: (request: AskedPartners) => Promise<void>): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const partners = [];
  for (const script of scripts) partners.push(resources.use(await startScriptedPartner(script)));
  const addresses = partners.map(({ url }) => `${url}?auth=${OUR_TOKEN}`);
  const registry = resources.use(await startAlpha({ APP_SETTINGS_ISEARCH_APIS: addresses.join() }));
  await expect.poll(() => versionsKnownTo(registry)).not.toContain(null);
  await check({
    registry,
    requests: partners.map(({ requests }) => requests),
    origins: async (path = SEARCH, token) => (await registry.json(path, token)).origins.slice(1),
  });
}

async function versionsKnownTo(registry: TestRegistry): Promise<(string | null)[]> {
  const { partners } = await registry.json('/api/federated/partners');
  return partners.map((partner: Json) => partner.version);
}

function searchesIn(requests: readonly ScriptedRequest[] = []): ScriptedRequest[] {
  return requests.filter(({ path }) => path.startsWith('/api/genes/search'));
}

export const askingPartners: Record<string, Check> = {
  'partners-that-fail-are-reported': async () => {
    const broken = { '/api/genes/search': status(500) };
    await withPartners([broken, { '/api/genes/search': genes(2) }], async ({ registry }) => {
      const { complete, summary, origins } = await registry.json(SEARCH);
      expect([complete, summary]).toEqual([false, '2 of 3 registries answered; 127.0.0.1 answered with an error.']);
      expect(origins.map(({ state }: Json) => state)).toEqual(['answered', 'failed', 'answered']);
    });
  },
  'all-partners-are-asked-at-once': async () => {
    const slow = { '/api/genes/search': afterMs(300, genes(1)) };
    await withPartners([slow, slow, slow], async ({ origins }) => {
      const tookMs = stopwatch();
      expect((await origins()).map(({ state }) => state)).toEqual(['answered', 'answered', 'answered']);
      expect(tookMs()).toBeLessThan(800);
    });
  },
  'versions-are-read-leniently': async () => {
    const odd = ['1.5.10-SNAPSHOT', 'v1.5.0', '2024.1.0', 'none'];
    const scripts = odd.map((number) => ({ '/api': version(number), '/api/genes/search': genes(1) }));
    await withPartners(scripts, async ({ origins, requests }) => {
      expect((await origins()).map(({ state }) => state)).toEqual(odd.map(() => 'answered'));
      expect(requests.map((some) => searchesIn(some).length)).toEqual([1, 1, 1, 2]);
    });
  },
  'a-bad-record-is-one-record': async () => {
    const records = [geneRecord(1), null, geneRecord(2, { remoteUser: null }), geneRecord(3)];
    await withPartners([{ '/api/genes/search': json(records) }], async ({ origins }) => {
      expect(await origins()).toMatchObject([{ state: 'limited', count: 2, dropped: 2 }]);
    });
  },
  'a-refused-token-is-not-the-end': async () => {
    const refusing = dependingOn(({ headers }) =>
      headers.authorization ? status(401, 'No user associated to the provided API token.') : genes(2),
    );
    await withPartners([{ '/api/genes/search': refusing }], async ({ origins }) => {
      const [origin] = await origins(SEARCH, TOKENS.admin);
      expect(origin).toMatchObject({
        state: 'limited',
        count: 2,
        problem: { title: expect.stringContaining('token') },
      });
    });
  },
  'records-carry-the-configured-origin': async () => {
    await withPartners([{ '/api/genes/search': genes(1) }], async ({ registry, origins }) => {
      const [{ key, originUrl }] = await origins();
      const { content } = await registry.json(`${SEARCH}&origins=${key}`);
      expect(content[0].remoteUser).toMatchObject({ origin: '127.0.0.1', originUrl });
      expect(originUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    });
  },
  'versions-are-asked-without-token': async () => {
    await withPartners([{}], async ({ requests: [requests = []] }) => {
      expect(requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([['/api', undefined]]);
    });
  },
  'tokens-travel-in-headers': async () => {
    const scripts = ['1.5.10', '1.4.11', '1.3.4'].map((number) => ({
      '/api': number === '1.3.4' ? json({ message: 'x', version: number }) : version(number),
      '/api/genes/search': genes(1),
    }));
    await withPartners(scripts, async ({ origins, requests }) => {
      await origins(SEARCH, TOKENS.admin);
      const carried = requests.map((some) => searchesIn(some)[0]);
      expect(carried.map((request) => request?.headers.authorization)).toEqual([
        `Bearer ${OUR_TOKEN}`,
        `Bearer ${OUR_TOKEN}`,
        undefined,
      ]);
      expect(carried.map((request) => request?.params.get('auth'))).toEqual([null, null, OUR_TOKEN]);
    });
  },
  'filters-are-sent-as-they-are-read': async () => {
    await withPartners([{ '/api/genes/search': genes(1) }], async ({ origins, requests: [requests] }) => {
      const [origin] = await origins(
        `${SEARCH}&researcherCategories=IN_VIVO&researcherPositions=PRINCIPAL_INVESTIGATOR`,
      );
      const sent = searchesIn(requests)[0]?.params;
      expect([sent?.get('researcherCategories'), sent?.get('researcherPositions')]).toEqual([
        'IN_VIVO',
        'PRINCIPAL_INVESTIGATOR',
      ]);
      // This one ignores them, as RDP does with its own spelling: nobody there is a principal investigator.
      expect(origin).toMatchObject({ state: 'empty', filters: [{ applied: 're-applied-here' }, {}] });
    });
  },
  'what-rdp-fails-on-is-asked-in-pieces': async () => {
    const failing = dependingOn(({ params }) => (params.get('orthologTaxonId') === '9606' ? genes(1) : status(500)));
    const stats = json({ users: 1, researchersByTaxonId: { 9606: 1, 10090: 1 } });
    await withPartners([{ '/api/genes/search': failing, '/api/stats': stats }], async ({ origins }) => {
      const title = 'cannot answer for mouse';
      expect(await origins()).toMatchObject([{ state: 'limited', count: 1, problem: { title } }]);
    });
  },
  'access-is-asked-for-by-post': async ({ anonymising }) => {
    expect((await anonymising.json('/api')).info).toMatchObject({
      'x-access-requests': '/api/federated/access-requests',
    });
    const { content } = await anonymising.json('/api/genes?size=2000');
    const { anonymousId } = content.find((record: object) => 'anonymousId' in record);
    const body = JSON.stringify({ ...ACCESS_FORM, anonymousId });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await anonymising.get('/api/federated/access-requests', { method: 'POST', body, headers });
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { reference: expect.any(String), confirmBy: null },
    ]);
  },
  'federated-routes-are-beside': async ({ plain }) => {
    const answer = await plain.get('/api/federated/partners?auth=wrong');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([401, 'application/problem+json']);
    expect(await plain.json('/api/federated/partners')).toEqual({ partners: [] });
  },
};
