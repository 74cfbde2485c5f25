/** One search more than may be under way: refused at once, as each surface does, and answered afterwards. */

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { json, version } from '../../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import type { UseCases } from '../../../src/federation/use-cases.ts';
import { boundedSearches } from '../../../src/server/limits/limits.ts';
import { searchSlots } from '../../../src/server/limits/search-slots.ts';
import { PATIENT } from '../../support/machine/patience.ts';
import { startAlpha } from '../../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../../support/registry/start-registry.ts';

const MOST = 2;
const QUESTION = 'symbol=BRCA1&taxonId=9606';
const OTHERS = ['TP53', 'KCNQ2'];
/** Far more than everything here takes. */
const LEFT_OUT_AFTER_MS = '20000';

const resources = new AsyncDisposableStack();
/** The partner answers from then on. */
const answering = Promise.withResolvers<void>();
let registry: TestRegistry;
beforeAll(async () => {
  const partner = resources.use(
    await startScriptedPartner({
      '/api': version('1.5.10'),
      '*': (call) => answering.promise.then(() => json([])(call)),
    }),
  );
  registry = resources.use(
    await startAlpha({
      LIMITS_SEARCHES: String(MOST),
      APP_SETTINGS_ISEARCH_APIS: partner.url,
      APP_SETTINGS_ISEARCH_PARTNER_TIMEOUT: LEFT_OUT_AFTER_MS,
      APP_SETTINGS_ISEARCH_READ_TIMEOUT: LEFT_OUT_AFTER_MS,
      APP_SETTINGS_ISEARCH_SEARCH_TIMEOUT: LEFT_OUT_AFTER_MS,
    }),
  );
  // What pages are made of is put together with the first.
  for (const path of ['/search', `/coverage?${QUESTION}&origins=local`]) await (await registry.get(path)).text();
});
afterAll(() => resources.disposeAsync());

test('it is refused within a moment in the form of its address, and the registry stays alive and ready', async () => {
  const waiting = OTHERS.map((symbol) =>
    registry.get(`/api/federated/genes/search?symbol=${symbol}&taxonId=9606`).then((answer) => answer.text()),
  );
  await vi.waitFor(() => expect(registry.context.limits.status().searchesUnderWay).toBe(MOST), PATIENT);
  const problem = 'application/problem+json';
  const html = 'text/html;charset=utf-8';
  const surfaces: [string, string, string, string][] = [
    [`/api/federated/genes/search?${QUESTION}`, '*/*', problem, 'Too many searches are under way here.'],
    [`/api/federated/genes/search?${QUESTION}`, 'application/x-ndjson', problem, 'Too many searches'],
    ['/api/federated/stats', '*/*', problem, 'Too many searches'],
    [`/export?${QUESTION}&format=csv`, '*/*', problem, 'Too many searches'],
    [`/coverage?${QUESTION}`, 'text/html', html, 'Trop de recherches sont en cours ici.'],
    [`/search?${QUESTION}&render=server`, 'text/html', html, 'Trop de recherches sont en cours ici.'],
  ];
  for (const [path, accept, type, words] of surfaces) {
    const answer = await registry.get(path, { headers: { Accept: accept, 'Accept-Language': 'fr' } });
    expect([path, answer.status, answer.headers.get('Content-Type')]).toEqual([path, 503, type]);
    expect(answer.headers.get('Retry-After')).toBe('2');
    // To pack it would cost more than all else of a refusal.
    expect(answer.headers.get('Content-Encoding')).toBeNull();
    expect(await answer.text()).toContain(words);
  }
  for (const path of ['/livez', '/readyz', '/', '/api/genes/search?symbol=BRCA1&taxonId=9606']) {
    expect([path, (await registry.get(path)).status]).toEqual([path, 200]);
  }
  expect(registry.context.limits.status().refused.searches).toBe(surfaces.length);
  answering.resolve();
  for (const text of await Promise.all(waiting)) expect(text).toContain('"origins"');
  expect((await registry.get(`/api/federated/genes/search?${QUESTION}`)).status).toBe(200);
  expect(registry.context.limits.status().searchesUnderWay).toBe(0);
});

/** The use cases, of which each has this plan, within slots; `counted` has the records that are counted for the caller. */
function boundedBy(
  slots: ReturnType<typeof searchSlots>,
  collect: (onPart?: (part: object) => Promise<void>) => unknown,
) {
  const known = { plans: 0, counted: [] as [rows: number, bytes: number][] };
  const plan = { collect: async (onPart?: (part: object) => Promise<void>) => collect(onPart) };
  const make = () => {
    known.plans++;
    return plan;
  };
  const names = { federatedSearch: make, wholeSearch: make, federatedListing: make, federatedStatistics: make };
  const network = { ...names, federatedTerms: make, federatedCoverage: async () => make() };
  const reserve = (rows: number, bytes: number) => void known.counted.push([rows, bytes]);
  const bounded = boundedSearches(network as unknown as UseCases, { searches: slots, reserve });
  return { known, bounded: bounded as unknown as Record<keyof typeof network, () => Promise<typeof plan>> };
}

test.each([
  ...(['federatedSearch', 'wholeSearch', 'federatedListing'] as const),
  ...(['federatedStatistics', 'federatedTerms', 'federatedCoverage'] as const),
])('%s needs a slot: without one nothing is planned, and one that fails leaves its own', async (name) => {
  const slots = searchSlots(1, () => {});
  const { known, bounded } = boundedBy(slots, () => {
    expect(slots.counts().underWay).toBe(1);
    throw new Error('It failed.');
  });
  const ask = async () => (await bounded[name]()).collect();
  await expect(ask()).rejects.toThrow('It failed.');
  expect([known.plans, slots.counts().underWay]).toEqual([1, 0]);
  using _ = slots.enter();
  await expect(ask()).rejects.toEqual(expect.objectContaining({ code: 'too-many-searches' }));
  expect(known.plans).toBe(1);
});

test('what other registries gave is counted for the caller, and what this one gave is not counted again', async () => {
  const parts = [
    { origin: { key: 'local' }, records: [1, 2] },
    { origin: { key: 'partner' }, records: [3, 4, 5] },
  ];
  const { known, bounded } = boundedBy(
    searchSlots(1, () => {}),
    () => ({ parts }),
  );
  expect(await (await bounded.wholeSearch()).collect()).toEqual({ parts });
  expect(known.counted).toEqual([[3, 0]]);
});

test('a reader who takes a part slowly keeps no place meanwhile', async () => {
  const places = searchSlots(1, () => {});
  const { bounded } = boundedBy(places, async (onPart) => void (await onPart?.({ part: 1 })));
  const taken = Promise.withResolvers<void>();
  const given: object[] = [];
  const collecting = (await bounded.wholeSearch()).collect((part) => {
    given.push(part);
    return taken.promise;
  });
  await vi.waitFor(() => expect(places.counts().underWay).toBe(0), PATIENT);
  expect(places.check).not.toThrow();
  taken.resolve();
  await collecting;
  expect([places.counts().underWay, given]).toEqual([0, [{ part: 1 }]]);
});
