/** Traces as an operator reads them at a collector, and as nobody else notices them. */

import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as does from '../../src/demo/partner-behaviours.ts';
import { readImports } from '../support/docs/read-imports.ts';
import { stopwatch } from '../support/machine/stopwatch.ts';
import { GENE_SEARCH, GENES, learned, startOdd } from '../support/network/network-of-partners.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry } from '../support/registry/start-registry.ts';
import { neighboursForAll } from '../support/worlds.ts';
import { startCollector } from './collector.ts';

const OFTEN = { interval: 50 };
const [SERVER, CLIENT, INTERNAL] = [2, 3, 1];
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

const on = (url: string, percent = 100) => ({ TRACING_URL: url, TRACING_PERCENT: String(percent) });

// Side by side, as what is traced is sent once in a second.
describe.concurrent('a search of three registries', () => {
  const neighbours = neighboursForAll();

  test('is one span with one for each registry that was asked below it, and holds nothing of the question', async ({
    expect,
  }) => {
    await using collector = await startCollector();
    await using odd = await startOdd({ [GENES.partnerPath]: does.status(500) });
    await using registry = await neighbours.open({ url: odd.url }, { settings: on(collector.url) });
    await learned(registry, 'odd', '1.5.10');
    await (await registry.get(GENE_SEARCH)).text();
    await expect.poll(() => collector.spans().length, OFTEN).toBe(5);
    const spans = collector.spans();
    const request = spans.find(({ kind }) => kind === SERVER);
    expect(request).toMatchObject({
      name: 'GET /api/federated/genes/search',
      isError: false,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/api/federated/genes/search',
        'http.response.status_code': 200,
      },
    });
    expect(Object.keys(request?.attributes ?? {})).toHaveLength(3);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    const below = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(below.map(({ kind, attributes, isError }) => ({ kind, attributes, isError }))).toEqual(
      expect.arrayContaining([
        { kind: INTERNAL, isError: false, attributes: attributesOf('local', 'answered') },
        { kind: CLIENT, isError: false, attributes: attributesOf('north', 'answered') },
        { kind: CLIENT, isError: false, attributes: attributesOf('south', 'answered') },
        {
          kind: CLIENT,
          isError: true,
          attributes: { ...attributesOf('odd', 'failed'), 'http.response.status_code': 500 },
        },
      ]),
    );
    expect(below).toHaveLength(4);
    expect(collector.bodies.filter((body) => /BRCA1|\b9606\b|127\.0\.0\.1|user_agent|user-agent/i.test(body))).toEqual(
      [],
    );
  });

  test('asked again says that its answers were cached', async ({ expect }) => {
    await using collector = await startCollector();
    await using registry = await neighbours.open(undefined, { settings: on(collector.url) });
    await (await registry.get(GENE_SEARCH)).text();
    await (await registry.get(`${GENE_SEARCH}&size=5`)).text();
    await expect
      .poll(() => collector.spans().filter(({ attributes }) => attributes['isearch.cache'] === 'hit').length, OFTEN)
      .toBe(2);
  });

  test('goes on with the trace of its caller, of which no partner learns', async ({ expect }) => {
    await using collector = await startCollector();
    await using registry = await neighbours.open(undefined, { settings: on(collector.url) });
    const headers = { traceparent: `00-${TRACE}-${CALLER}-01`, tracestate: 'vendor=secret' };
    const before = neighbours.north.requests.length;
    await (await registry.get(GENE_SEARCH, { headers })).text();
    await expect.poll(() => collector.spans().length, OFTEN).toBe(4);
    const spans = collector.spans();
    expect(spans.map(({ traceId }) => traceId)).toEqual(Array(4).fill(TRACE));
    expect(spans.find(({ kind }) => kind === SERVER)?.parentSpanId).toBe(CALLER);
    const received = neighbours.north.requests.slice(before);
    expect(received.length).toBeGreaterThan(0);
    expect(JSON.stringify(received.map(({ headers: sent }) => sent))).not.toMatch(/trace|baggage|4bf92f/i);
  });

  test('whose reader leaves says so', async ({ expect }) => {
    await using collector = await startCollector();
    await using odd = await startOdd({ [GENES.partnerPath]: does.hang() });
    await using registry = await neighbours.open({ url: odd.url }, { settings: on(collector.url) });
    const leaving = new AbortController();
    const left = expect(registry.get(GENE_SEARCH, { signal: leaving.signal })).rejects.toThrow();
    await expect.poll(() => odd.requestsTo(GENES.partnerPath).length).toBeGreaterThan(0);
    leaving.abort();
    await left;
    const attributesOf = (name: RegExp) => collector.spans().find((span) => name.test(span.name))?.attributes;
    await expect.poll(() => attributesOf(/^GET/), OFTEN).toMatchObject({ 'isearch.left': true });
    await expect.poll(() => attributesOf(/odd$/), OFTEN).toMatchObject({ 'isearch.state': 'given-up' });
  });
});

describe('a caller', () => {
  test.each([
    ['that has it left out', `00-${TRACE}-${CALLER}-00`, 0],
    ['whose header is none', `00-${'0'.repeat(32)}-${CALLER}-01`, 1],
    ['whose header is of a version that cannot be', `ff-${TRACE}-${CALLER}-01`, 1],
    ['whose header is longer than its version allows', `00-${TRACE}-${CALLER}-01-more`, 1],
  ])('%s', async (_, traceparent, expected) => {
    await using collector = await startCollector();
    {
      await using registry = await startTestRegistry({ snapshot: smallSnapshot(), settings: on(collector.url) });
      await (await registry.get('/livez', { headers: { traceparent } })).text();
    }
    expect(collector.spans()).toHaveLength(expected);
    expect(collector.spans().filter(({ traceId }) => traceId === TRACE)).toEqual([]);
  });

  test('whose trace is not of the share is not traced', async () => {
    await using collector = await startCollector();
    {
      await using registry = await startTestRegistry({ snapshot: smallSnapshot(), settings: on(collector.url, 1) });
      const traceparent = `00-${TRACE}-${CALLER}-01`;
      for (let index = 0; index < 20; index++)
        await (await registry.get('/livez', { headers: { traceparent } })).text();
    }
    expect(collector.spans()).toEqual([]);
  });
});

describe('a collector', () => {
  test('is sent what there is when the registry stops', async () => {
    await using collector = await startCollector();
    const registry = await startTestRegistry({ snapshot: smallSnapshot(), settings: on(collector.url) });
    await (await registry.get('/api/users/2')).text();
    await registry[Symbol.asyncDispose]();
    expect(collector.spans().map(({ name }) => name)).toEqual(['GET /api/users/:userId']);
  });

  test('that never answers holds up neither answers nor, for more than a second, a stop', async () => {
    await using collector = await startCollector(() => {});
    const registry = await startTestRegistry({ snapshot: smallSnapshot(), settings: on(collector.url) });
    expect((await registry.get('/api/users/2')).status).toBe(200);
    const tookMs = stopwatch();
    await registry[Symbol.asyncDispose]();
    expect(tookMs()).toBeLessThan(2_500);
  });

  test('that takes nothing is reported once in the log, and changes no answer', async () => {
    await using collector = await startCollector((res) => void res.writeHead(400).end('no'));
    const settings = { ...on(collector.url), LOG_LEVEL: 'warn' };
    await using registry = await startTestRegistry({ snapshot: smallSnapshot(), settings });
    for (const sent of [1, 2]) {
      expect((await registry.get('/api/users/2')).status).toBe(200);
      await expect.poll(() => collector.bodies.length, OFTEN).toBe(sent);
    }
    expect(
      registry
        .logged()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      {
        level: 40,
        msg: 'traces',
        what: 'the collector of tracing.url accepts no traces, so they are dropped: it answers 400',
      },
    ]);
  });
});

test('nothing of OpenTelemetry is loaded where no traces are sent', () => {
  const files = globSync('src/**/*.{ts,js}').map((file) => ({
    file,
    imports: readImports(readFileSync(file, 'utf8')),
  }));
  const loads = (pattern: RegExp, kind: string) =>
    files
      .filter(({ imports }) => imports.some((one) => one.kind === kind && pattern.test(one.specifier ?? '')))
      .map(({ file }) => file)
      .sort();
  expect(loads(/^@opentelemetry\//, 'static')).toEqual(['src/operations/tracing.ts']);
  expect(loads(/\/tracing\.ts$/, 'static')).toEqual([]);
  expect(loads(/\/tracing\.ts$/, 'dynamic')).toEqual(['src/operations/telemetry.ts']);
});

function attributesOf(origin: string, state: string) {
  return {
    'isearch.origin': origin,
    'isearch.question': 'genes-search',
    'isearch.state': state,
    'isearch.cache': 'miss',
  };
}
