/** What operators can count on: exact numbers of what readers got, of each registry, on a port of its own. */

import { once } from 'node:events';
import { existsSync, mkdtempDisposableSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { CannotStart, startRegistry } from '../../src/app/main.ts';
import { loadConfig } from '../../src/config/config.ts';
import type { Behaviour } from '../../src/demo/partner-behaviours.ts';
import * as does from '../../src/demo/partner-behaviours.ts';
import { API_VERSION, PRODUCT_VERSION } from '../../src/lib/product.ts';
import { GENE_SEARCH, GENES, learned, startOdd } from '../support/network/network-of-partners.ts';
import { refusal } from '../support/registry/load-config.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';
import { mountedRoutes } from '../support/server/mounted-routes.ts';
import { counted, samplesOf } from '../support/server/read-metrics.ts';
import { neighboursForAll, test } from '../support/worlds.ts';

const ON = { SERVER_METRICS_PORT: '0' };
const REQUESTS = 'isearch_http_requests_total';
const ANSWERS = 'isearch_origin_answers_total';
const SEARCHES = 'isearch_searches_total';
const DURATIONS = 'isearch_origin_answer_duration_seconds_count';

describe('unless a port is given', () => {
  test('nothing is counted, and nothing listens but the registry', async ({ alpha }) => {
    expect(alpha.metricsUrl).toBeUndefined();
    expect(alpha.context.metrics).toBeUndefined();
    expect((await alpha.get('/metrics')).status).toBe(404);
  });
});

describe('the port', () => {
  test('is not the one for everybody', async () => {
    await using registry = await startTestRegistry({ snapshot: smallSnapshot(), settings: ON });
    expect(registry.metricsUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    expect((await registry.get('/metrics')).status).toBe(404);
    expect((await fetch(new URL('/api/users/2', registry.metricsUrl))).status).toBe(404);
  });

  test('is closed with the registry', async () => {
    const registry = await startTestRegistry({ snapshot: smallSnapshot(), settings: ON });
    const url = registry.metricsUrl ?? '';
    expect((await fetch(url)).status).toBe(200);
    await registry[Symbol.asyncDispose]();
    await expect(fetch(url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  test('that is in use is one sentence; no database is made, and the other port is free again', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'metrics-'));
    const other = createServer().listen(0, '127.0.0.1');
    const free = createServer().listen(0, '127.0.0.1');
    await Promise.all([other, free].map((server) => once(server, 'listening')));
    const [taken, port] = [other, free].map((server) => String((server.address() as AddressInfo).port));
    free.close();
    const file = join(folder.path, 'registry.sqlite');
    const env = { SERVER_PORT: port, SERVER_METRICS_PORT: taken, DATABASE_FILE: file, LOG_LEVEL: 'silent' };
    const start = () => startRegistry({ config: loadConfig({ files: [], env }) });
    const sentence = `Another program uses port ${taken} on 127.0.0.1. Stop it, or set server.metrics-port to a free port.`;
    await expect(start()).rejects.toThrow(new CannotStart(sentence));
    expect(existsSync(file)).toBe(false);
    other.close();
    await using registry = await start();
    expect(registry.url).toBe(`http://127.0.0.1:${port}`);
  });

  test('cannot be that of the registry', () => {
    expect(refusal({ env: { SERVER_PORT: '9090', SERVER_METRICS_PORT: '9090' } })).toEqual([
      'SERVER_METRICS_PORT: server.metrics-port is the number 9090, but must be another port than server.port.',
    ]);
  });
});

describe('in the counts of requests', () => {
  let registry: TestRegistry;
  beforeAll(async () => {
    registry = await startTestRegistry({ snapshot: smallSnapshot(), settings: ON });
    for (const [method, path] of [
      ['GET', '/livez'],
      ['GET', '/livez'],
      ['HEAD', '/livez'],
      ['POST', '/livez'],
      ['GET', '/api/users/2'],
      ['GET', '/api/users/4711'],
      ['PROPFIND', '/api/users/2'],
      ['GET', '/api/users/2?auth=nobodys-token'],
      ['GET', '/api/nothing-of-ours'],
      ['GET', '/nothing/of/ours?symbol=BRCA1'],
      ['GET', '/docs/swagger-ui.css'],
    ] as const) {
      await (await registry.get(path, { method })).bytes();
    }
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  test('each is counted once, by the pattern of its route, its method and the class of its status', async () => {
    await expect
      .poll(() => counted(registry.metricsUrl, REQUESTS))
      .toEqual({
        '/livez GET 2xx': 2,
        '/livez HEAD 2xx': 1,
        '(none) POST 4xx': 1,
        '/api/users/:userId GET 2xx': 1,
        '/api/users/:userId GET 4xx': 2,
        '/api/users/:userId other 4xx': 1,
        '/api/:segment GET 4xx': 1,
        '(none) GET 4xx': 1,
        '(none) GET 2xx': 1,
      });
  });

  test('the time of each is in one bucket at least', async () => {
    expect(await counted(registry.metricsUrl, 'isearch_http_request_duration_seconds_count')).toEqual({
      '/livez': 3,
      '(none)': 3,
      '/api/users/:userId': 4,
      '/api/:segment': 1,
    });
    const sums = await counted(registry.metricsUrl, 'isearch_http_request_duration_seconds_sum');
    expect(Object.values(sums).every((seconds) => seconds > 0 && seconds < 5)).toBe(true);
  });

  test('every route that is counted is one that is mounted', async () => {
    const samples = samplesOf(await (await fetch(registry.metricsUrl ?? '')).text());
    const mounted = (await mountedRoutes(registry)).flatMap(({ path }) => path);
    const routes = new Set(samples.flatMap(({ labels }) => labels.route ?? []));
    expect(routes.size).toBe(4);
    expect([...routes].filter((route) => route !== '(none)' && !mounted.includes(route))).toEqual([]);
  });
});

test('requests of partners are counted by the name of their token, from the start', async () => {
  const settings = {
    ...ON,
    APP_SETTINGS_ISEARCH_AUTH_TOKENS: 'token-of-the-north,token-of-the-south',
    APP_SETTINGS_ISEARCH_USER_ID: '2',
  };
  await using registry = await startTestRegistry({ snapshot: smallSnapshot(), settings });
  await registry.get('/api/stats', { headers: { Authorization: 'Bearer token-of-the-north' } });
  await registry.get('/api/stats');
  const text = await (await fetch(registry.metricsUrl ?? '')).text();
  expect(text.match(/^isearch_search_token_requests_total\{.*$/gm)).toEqual([
    'isearch_search_token_requests_total{token="token-1"} 1',
    'isearch_search_token_requests_total{token="token-2"} 0',
  ]);
});

test('the versions and the process itself are there in the form of Prometheus', async () => {
  await using registry = await startTestRegistry({ snapshot: smallSnapshot(), settings: ON });
  const answer = await fetch(registry.metricsUrl ?? '');
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const samples = samplesOf(await answer.text());
  expect(samples.find(({ name }) => name === 'isearch_build_info')).toEqual({
    name: 'isearch_build_info',
    labels: { version: PRODUCT_VERSION, api_version: API_VERSION },
    value: 1,
  });
  const names = new Set(samples.map(({ name }) => name));
  expect(names).toContain('nodejs_eventloop_lag_p99_seconds');
  expect(names).toContain('nodejs_heap_size_used_bytes');
  expect(names).toContain('process_resident_memory_bytes');
});

test('two registries of one process say the same of it: it is measured once', async () => {
  const looks = async ({ metricsUrl = '' }: TestRegistry) => {
    const samples = samplesOf(await (await fetch(metricsUrl)).text());
    return samples.find(({ name }) => name === 'nodejs_eventloop_utilization_histogram_count')?.value ?? 0;
  };
  await using first = await startTestRegistry({ snapshot: smallSnapshot(), settings: ON });
  await expect.poll(() => looks(first)).toBeGreaterThan(5);
  await using second = await startTestRegistry({ snapshot: smallSnapshot(), settings: ON });
  expect(await looks(second)).toBeGreaterThan(5);
});

describe('in the counts of registries', () => {
  const neighbours = neighboursForAll();

  async function startBesideOdd(behaviour: Behaviour, settings = {}) {
    const resources = new AsyncDisposableStack();
    const odd = resources.use(await startOdd({ [GENES.partnerPath]: behaviour, '/api/users/7': behaviour }));
    const registry = resources.use(await neighbours.open({ url: odd.url }, { settings: { ...ON, ...settings } }));
    await learned(registry, 'odd', '1.5.10');
    return { odd, registry, [Symbol.asyncDispose]: () => resources.disposeAsync() };
  }

  const SEARCH = ['TIER1', 'TIER2', 'TIER1&tiers=TIER2', 'TIER2&researcherCategories=IN_VIVO'].map(
    (tiers) => `${GENE_SEARCH}&tiers=${tiers}`,
  );

  test('one that fails is counted as it fails, and its circuit breaker opens; the others are counted as what they are', async () => {
    await using network = await startBesideOdd(does.status(500));
    const { registry } = network;
    expect(await counted(registry.metricsUrl, 'isearch_partner_resting')).toEqual({});
    // The first one is asked of all again at the end, where it is kept of the others.
    for (const path of [...SEARCH, ...SEARCH.slice(0, 1)]) await registry.json(path);

    expect(await counted(registry.metricsUrl, ANSWERS)).toEqual({
      ...{ 'local answered': 2, 'local empty': 3 },
      ...{ 'north answered': 3, 'north empty': 2, 'south answered': 3, 'south empty': 2 },
      ...{ 'odd failed': 3, 'odd resting': 2 },
    });
    expect(await counted(registry.metricsUrl, 'isearch_partner_resting')).toEqual({ odd: 1 });
    expect(await counted(registry.metricsUrl, 'isearch_partner_failures_in_a_row')).toEqual({ odd: 3 });
    expect(await counted(registry.metricsUrl, 'isearch_partner_rests_total')).toEqual({ odd: 1 });
    expect(await counted(registry.metricsUrl, SEARCHES)).toEqual({ false: 5 });
    expect(await counted(registry.metricsUrl, 'isearch_origin_cache_total')).toEqual({
      ...{ 'north miss': 4, 'north hit': 1, 'south miss': 4, 'south hit': 1 },
      'odd miss': 3,
    });
    // Nobody was waited for if the answer was cached, or the circuit breaker open.
    expect(await counted(registry.metricsUrl, DURATIONS)).toEqual({ local: 5, north: 4, south: 4, odd: 3 });
  });

  test('a search that all answered in full is a complete one, however it is read', async () => {
    await using registry = await neighbours.open(undefined, { settings: ON });
    const headers = { Accept: 'application/x-ndjson' };
    await (await registry.get(GENE_SEARCH, { headers })).text();
    await registry.json('/api/federated/users/search?nameLike=a&prefix=false');
    await registry.json('/api/federated/stats');
    expect(await counted(registry.metricsUrl, SEARCHES)).toEqual({ true: 2 });
  });

  test('one record asked for is one question to one registry', async () => {
    await using registry = await neighbours.open(undefined, { settings: ON });
    await registry.json('/api/federated/users/101?origin=north');
    await registry.json('/api/federated/users/2?origin=local');
    expect(await counted(registry.metricsUrl, ANSWERS)).toEqual({ 'local answered': 1, 'north empty': 1 });
    expect((await readSearches(registry)).every((value) => value === 0)).toBe(true);
  });

  test('one that was given up with the whole search has timed out, and is not a reader who left', async () => {
    await using network = await startBesideOdd(does.hang(), { APP_SETTINGS_ISEARCH_SEARCH_TIMEOUT: '300' });
    const { registry } = network;
    await registry.json(GENE_SEARCH);
    expect(await counted(registry.metricsUrl, ANSWERS)).toMatchObject({ 'odd timed-out': 1 });
    expect(await counted(registry.metricsUrl, SEARCHES)).toEqual({ false: 1 });
  });

  test('a reader who leaves makes no search incomplete; their request is counted as left', async () => {
    await using network = await startBesideOdd(does.hang());
    const { odd, registry } = network;
    const leaving = new AbortController();
    const left = [GENE_SEARCH, '/api/federated/users/7?origin=odd'].map((path) =>
      registry.get(path, { signal: leaving.signal }),
    );
    for (const path of [GENES.partnerPath, '/api/users/7']) {
      await expect.poll(() => odd.requestsTo(path).length).toBeGreaterThan(0);
    }
    leaving.abort();
    for (const { status } of await Promise.allSettled(left)) expect(status).toBe('rejected');
    await expect
      .poll(() => counted(registry.metricsUrl, REQUESTS))
      .toMatchObject({ '/api/federated/genes/search GET left': 1, '/api/federated/users/:userId GET left': 1 });
    expect((await readSearches(registry)).every((value) => value === 0)).toBe(true);
    expect(Object.keys(await counted(registry.metricsUrl, ANSWERS)).filter((key) => key.startsWith('odd'))).toEqual([]);
  });

  test('each begins with 0 in every state, so that its first failure is seen as a rise', async () => {
    await using registry = await neighbours.open(undefined, { settings: ON });
    const samples = samplesOf(await (await fetch(registry.metricsUrl ?? '')).text());
    const failed = samples.filter(({ name, labels }) => name === ANSWERS && labels.state === 'failed');
    expect(failed.map(({ labels, value }) => [labels.origin, value])).toEqual([
      ['local', 0],
      ['north', 0],
      ['south', 0],
    ]);
  });
});

async function readSearches({ metricsUrl }: TestRegistry): Promise<number[]> {
  const samples = samplesOf(await (await fetch(metricsUrl ?? '')).text());
  return samples.filter(({ name }) => name === SEARCHES).map(({ value }) => value);
}
