/** The same answer twice: streamed part by part as registries answer, and plain in one piece. */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { passOn } from '../../src/demo/front.ts';
import { geneRecord, userRecord } from '../../src/demo/mock-people.ts';
import { json, status } from '../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { sampleOf } from '../support/machine/sample.ts';
import { originOf, withoutAnonymousIds } from '../support/network/federated-records.ts';
import { ADMINISTRATOR, bearer, CALLER_SETTINGS, callersSnapshot } from '../support/network/network-callers.ts';
import { type Network, startNetwork } from '../support/network/start-network.ts';
import { genes, users } from '../support/partners/behaviours.ts';
import { aUser } from '../support/registry/small-snapshot.ts';
import type { TestRegistry } from '../support/registry/start-registry.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer by what it reads of it
type Json = any;

const NDJSON = 'application/x-ndjson';
const SEARCHES = [
  'genes/search?symbol=BRCA1&taxonId=9606',
  'genes/search?symbol=TP53&taxonId=9606&researcherCategories=IN_VIVO',
  'genes/search?symbol=NONE9&taxonId=9606',
  'genes/search?symbol=BRCA1&taxonId=9606&orthologTaxonId=10090&origins=b&origins=local',
  'users/search?nameLike=a&prefix=false',
  'users/search?descriptionLike=brain&origins=broken',
];
const LISTINGS = ['genes?size=3', 'users?size=2&page=1', 'users?origins=c'];
const OVERVIEWS = [
  'stats',
  'stats?origins=b',
  'ontologies/hp/terms?ontologyTermIds=HP:0001250&ontologyTermIds=HP:9',
  'genes/coverage?symbol=BRCA1&taxonId=9606',
];
/** In the order of the configuration, which is that of the origins in every answer. */
const KEYS = ['local', 'b', 'c', 'broken', 'fork'];

let resources: AsyncDisposableStack;
let network: Network;
let a: TestRegistry;
beforeAll(async () => {
  resources = new AsyncDisposableStack();
  const broken = resources.use(await startScriptedPartner({ '*': status(502, 'It broke.') }));
  const fork = resources.use(
    await startScriptedPartner({
      '/api/genes/search': genes(3),
      '/api/users/search': users(3),
      '/api/genes': json({ content: [geneRecord(1)], totalElements: 1 }),
      '/api/users': json({ content: [userRecord(1)], totalElements: 1 }),
    }),
  );
  const people = (count: number) =>
    callersSnapshot(
      Array.from({ length: count }, (_, index) =>
        aUser(index + 10, {
          privacyLevel: index % 3 === 0 ? 0 : 2,
          shared: true,
          genes: [672, 12189, 7157].map((geneId) => ({ geneId, tier: 'TIER1', privacyLevel: null })),
        }),
      ),
    );
  const settings = {
    ...CALLER_SETTINGS,
    APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true',
    CACHE_ANSWERS_FRESH_SECONDS: '0',
  };
  network = resources.use(
    await startNetwork([
      {
        key: 'a',
        snapshot: people(7),
        settings,
        tokens: { b: CALLER_SETTINGS.APP_SETTINGS_ISEARCH_AUTH_TOKENS },
        partners: [
          { key: 'broken', name: 'Broken', url: broken.url },
          { key: 'fork', name: 'Fork', url: fork.url },
        ],
      },
      { key: 'b', asks: [], snapshot: people(6), settings },
      { key: 'c', asks: [], snapshot: people(4), settings },
    ]),
  );
  a = network.at('a');
  // After that it rests, so that every answer says the same of it.
  for (let failures = 0; failures < 3; failures++) await a.json(`/api/federated/${LISTINGS[0]}`);
});
afterAll(() => resources.disposeAsync());
beforeEach(() => {
  for (const key of ['b', 'c']) network.line('a', key).behave();
});

async function streamed(path: string, token?: string): Promise<Json[]> {
  const response = await a.get(`/api/federated/${path}`, { headers: { ...bearer(token), Accept: NDJSON } });
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, NDJSON]);
  const text = await response.text();
  expect(text.endsWith('\n')).toBe(true);
  return linesOf(text).map((line) => JSON.parse(line));
}

describe.each([
  ['the public', undefined],
  ['an administrator', ADMINISTRATOR],
])('to %s', (_, token) => {
  const plainly = (path: string) => a.json(`/api/federated/${path}`, token);

  test.each(sampleOf([...SEARCHES, ...LISTINGS, ...OVERVIEWS], 8))(
    '/%s says the same of every registry both ways',
    async (path) => {
      // A partner whose circuit breaker is open is tried once a second if it is asked on purpose.
      const pauseMs = path.includes('origins=broken') ? 1000 : 0;
      await sleep(pauseMs);
      const plain = await plainly(path);
      await sleep(pauseMs);
      const lines = await streamed(path, token);
      const [plan, parts, end] = [lines[0], lines.slice(1, -1), lines.at(-1)];
      expect([plan.type, ...parts.map(({ type }) => type), end.type]).toEqual([
        'plan',
        ...parts.map(() => 'part'),
        'end',
      ]);
      expect(end.origins.map(withoutTime)).toEqual(plain.origins.map(withoutTime));
      expect([end.complete, end.summary]).toEqual([plain.complete, plain.summary]);
      expect(end.origins.map(({ key }: Json) => key)).toEqual(KEYS);
      const queried = end.origins.filter(({ state }: Json) => state !== 'not-asked');
      expect(byKey(plan.origins)).toEqual(
        queried.map(({ key, origin, originUrl }: Json) => ({ key, origin, originUrl })),
      );
      expect(byKey(parts.map(({ origin }) => origin))).toEqual(byKey(queried));
    },
  );

  test.each(SEARCHES)(
    '/%s holds the same records both ways, those of each registry in the same order',
    async (path) => {
      const plain = await plainly(`${path}&size=2000`);
      const parts = (await streamed(path, token)).slice(1, -1);
      for (const { origin, content } of parts) {
        expect(content.map(withoutAnonymousIds)).toEqual(plain.content.filter(isOf(origin)).map(withoutAnonymousIds));
        expect(content).toHaveLength(origin.count);
      }
      expect(parts.reduce((sum, { content }) => sum + content.length, 0)).toBe(plain.content.length);
    },
  );

  test.each(LISTINGS)('/%s holds the same records both ways', async (path) => {
    const plain = await plainly(path);
    const lines = await streamed(path, token);
    const parts = byKey(lines.slice(1, -1), ({ origin }) => origin.key);
    expect(parts.flatMap(({ content }) => content.map(withoutAnonymousIds))).toEqual(
      plain.content.map(withoutAnonymousIds),
    );
    expect(typeof lines.at(-1).cursor).toBe(typeof plain.cursor);
  });

  test('statistics are the same both ways', async () => {
    const plain = await plainly('stats');
    const parts = (await streamed('stats', token)).slice(1, -1);
    const lines = byKey(parts, ({ origin }) => origin.key).flatMap(({ origin, content }) =>
      content.map((stats: Json) => ({ key: origin.key, ...stats })),
    );
    expect(lines).toEqual(plain.content);
  });

  test('a coverage is the same both ways: each registry streams its cells, row by row', async () => {
    const path = 'genes/coverage?symbol=BRCA1&taxonId=9606';
    const plain = await plainly(path);
    const parts = (await streamed(path, token)).slice(1, -1);
    expect(plain.rows.map(({ symbol }: Json) => symbol)).toEqual(['BRCA1', 'Brca1']);
    for (const [index, { cells }] of plain.rows.entries()) {
      const streamedCells = parts.map(({ origin, content }) => {
        const { state, count, anonymized, exact, retrievedAt } = content[index];
        return { key: origin.key, state, count, anonymized, exact, retrievedAt: retrievedAt && 'then' };
      });
      // The two were asked one after the other.
      expect(byKey(streamedCells)).toEqual(
        byKey(cells).map((cell) => ({ ...cell, retrievedAt: cell.retrievedAt && 'then' })),
      );
    }
  });
});

describe('whoever answers first', () => {
  const slow = (key: string) =>
    network.line('a', key).behave(async (request, response) => {
      await sleep(120);
      passOn(network.at(key).url, request, response);
    });

  test.each(SEARCHES.slice(0, 5))('the plain answer to /%s is in the same order', async (path) => {
    const orders = [];
    for (const late of [[], ['b'], ['c']]) {
      late.forEach(slow);
      orders.push((await a.json(`/api/federated/${path}&size=2000`)).content.map(withoutAnonymousIds));
      for (const key of late) network.line('a', key).behave();
    }
    expect(orders[1]).toEqual(orders[0]);
    expect(orders[2]).toEqual(orders[0]);
  });

  test('the part of the slowest is the last one', async () => {
    slow('b');
    const parts = (await streamed(SEARCHES[0] ?? '')).slice(1, -1);
    expect(parts.map(({ origin }) => origin.key).indexOf('b')).toBe(KEYS.length - 1);
  });

  test.each([
    ['gzip', 'gzip'],
    ['identity', null],
  ])('a part is with the reader before the next registry has answered, sent as %s', async (accepted, sent) => {
    const asked = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    network.line('a', 'c').behave(async (request, response) => {
      asked.resolve();
      await go.promise;
      passOn(network.at('c').url, request, response);
    });
    const { body, headers } = await a.get(`/api/federated/${SEARCHES[0]}`, {
      headers: { Accept: NDJSON, 'Accept-Encoding': accepted },
    });
    expect(headers.get('Content-Encoding')).toBe(sent);
    let read = '';
    for await (const piece of (body as ReadableStream<BufferSource>).pipeThrough(new TextDecoderStream())) {
      read += piece;
      const keys = [...read.matchAll(/"type":"part","origin":\{"key":"([^"]+)"/g)].map(([, key]) => key);
      if (keys.length < KEYS.length - 1) continue;
      expect(keys.includes('c')).toBe(keys.length === KEYS.length);
      await asked.promise;
      go.resolve();
    }
    expect(linesOf(read)).toHaveLength(KEYS.length + 2);
  });
});

test.each(['gzip', 'identity'])('a reader who leaves a stream sent as %s takes no harm to others', async (accepted) => {
  const asked = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  network.line('a', 'c').behave(async (request, response) => {
    asked.resolve();
    await go.promise;
    passOn(network.at('c').url, request, response);
  });
  const leaving = new AbortController();
  const headers = { Accept: NDJSON, 'Accept-Encoding': accepted };
  const { body } = await a.get(`/api/federated/${SEARCHES[1]}`, { headers, signal: leaving.signal });
  await body?.getReader().read();
  await asked.promise;
  leaving.abort();
  go.resolve();
  network.line('a', 'c').behave();
  expect((await streamed(SEARCHES[1] ?? '')).at(-1).type).toBe('end');
});

test('HEAD of a stream has the headers of GET, and nothing else', async () => {
  const headers = { Accept: NDJSON, 'Accept-Encoding': 'gzip' };
  const response = await a.get(`/api/federated/${SEARCHES[2]}`, { headers, method: 'HEAD' });
  expect(['Content-Type', 'Content-Encoding'].map((name) => response.headers.get(name))).toEqual([NDJSON, 'gzip']);
  expect(await response.text()).toBe('');
  // Partners are asked after the head is sent: later tests count their requests.
  expect((await streamed(SEARCHES[2] ?? '')).at(-1).type).toBe('end');
});

test.each(['genes/search?taxonId=9606', 'genes/search?symbol=BRCA1&taxonId=9606&origins=nobody', 'users/search'])(
  'what is wrong with /%s is answered the same both ways, before anybody is asked',
  async (path) => {
    const before = network.line('a', 'b').requests.length;
    const answers = await Promise.all(
      ['application/json', NDJSON].map((accept) => a.get(`/api/federated/${path}`, { headers: { Accept: accept } })),
    );
    const replies = await Promise.all(
      answers.map(async (one) => [one.status, one.headers.get('Content-Type'), await one.text()]),
    );
    expect(replies[0]?.slice(0, 2)).toEqual([400, 'application/problem+json']);
    expect(replies[1]).toEqual(replies[0]);
    expect(network.line('a', 'b').requests).toHaveLength(before);
  },
);

function linesOf(text: string): string[] {
  return text.trimEnd().split('\n');
}

function isOf(origin: Json): (record: Json) => boolean {
  return (record) => originOf(record) === origin.origin;
}

function withoutTime({ elapsedMs: _, retrievedAt: __, problem, ...origin }: Json): Json {
  return { ...origin, problem: problem && { ...problem, nextTryAt: problem.nextTryAt === null ? null : 'later' } };
}

function byKey(list: Json[], keyOf: (one: Json) => string = ({ key }) => key): Json[] {
  return list.toSorted((x, y) => KEYS.indexOf(keyOf(x)) - KEYS.indexOf(keyOf(y)));
}
