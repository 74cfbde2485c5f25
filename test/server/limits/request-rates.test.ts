/** How often a caller may ask: by address or token of a partner, stated beforehand, refused as each surface does. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAlpha } from '../../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../../support/registry/start-registry.ts';

const MOST = 5;
const MOST_OF_PARTNERS = 8;
const TOKEN = 'example-token-of-b';
const SEARCH = 'symbol=BRCA1&taxonId=9606';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startAlpha({
    SERVER_TRUSTED_PROXIES: 'loopback',
    LIMITS_REQUESTS_PER_MINUTE: String(MOST),
    LIMITS_PARTNER_REQUESTS_PER_MINUTE: String(MOST_OF_PARTNERS),
    APP_SETTINGS_ISEARCH_AUTH_TOKENS: TOKEN,
  });
});
afterAll(() => registry[Symbol.asyncDispose]());

let addresses = 0;
/** An address that has not asked yet. */
function newAddress(): string {
  addresses += 1;
  return `198.51.100.${addresses}`;
}

async function ask(path: string, from: string | undefined, headers: Record<string, string> = {}): Promise<Response> {
  const named: Record<string, string> = from === undefined ? {} : { 'X-Forwarded-For': from };
  const answer = await registry.get(path, { headers: { ...named, ...headers } });
  return new Response(await answer.arrayBuffer(), answer);
}

async function statuses(times: number, ask: (at: number) => Promise<Response>): Promise<number[]> {
  const reported: number[] = [];
  for (let at = 0; at < times; at++) reported.push((await ask(at)).status);
  return reported;
}

const refusedAfter = (most: number) => [...Array<number>(most).fill(200), 429];

test('the answer after as many as may within a minute is 429, for that address alone, and counted as such', async () => {
  const { status } = registry.context.limits;
  const refused = { address: 0, partner: 0, work: 0, searches: 0, unread: 0, cutOff: 0 };
  const nothing = { searchesUnderWay: 0, searchesAllowed: 128, listsUnderWay: 0, exportsUnderWay: 0, answerBytes: 0 };
  expect(status()).toEqual({ ...nothing, waitingBytes: 0, refused });
  const [one, other] = [newAddress(), newAddress()];
  expect(await statuses(MOST + 1, () => ask('/api/stats', one))).toEqual(refusedAfter(MOST));
  expect((await ask('/api/stats', other)).status).toBe(200);
  expect(status().refused).toEqual({ ...refused, address: 1 });
});

test.each(['/api/stats', '/api/nothing-here'])(
  'every answer says how many are left, and the refused one when to come back: %s',
  async (path) => {
    const from = newAddress();
    const first = await ask(path, from);
    expect(first.headers.get('RateLimit-Policy')).toMatch(
      new RegExp(`^"address"; q=${MOST}; w=60; pk=:.+:, "address-work"; `),
    );
    expect(first.headers.get('RateLimit')).toMatch(new RegExp(`^"address"; r=${MOST - 1}; t=60, "address-work"; `));
    expect(first.headers.get('Retry-After')).toBeNull();
    await statuses(MOST - 1, () => ask(path, from));
    const refused = await ask(path, from);
    expect(refused.headers.get('RateLimit')).toMatch(/^"address"; r=0; t=\d+$/);
    expect(refused.headers.get('Retry-After')).toMatch(/^(?:60|[1-5]?\d)$/);
    expect(refused.headers.get('Cache-Control')).toBe('no-store');
  },
);

test.each([
  ['2001:db8:1:1ff::7', '2001:db8:1:100::9', 429],
  ['2001:db8:2:1ff::7', '2001:db8:2:200::7', 200],
  ['203.0.113.7:4001', '203.0.113.7:4002', 429],
  ['203.0.113.8', '::ffff:203.0.113.8', 429],
])('after too many from %s, one from %s is answered %d', async (one, other, status) => {
  await statuses(MOST, () => ask('/api/stats', one));
  expect((await ask('/api/stats', other)).status).toBe(status);
});

test('a program on the machine itself is never refused, nor one that is nobody behind a web server there', async () => {
  expect(new Set(await statuses(3 * MOST, () => ask('/api/stats', undefined)))).toEqual(new Set([200]));
  expect((await ask('/api/stats', undefined)).headers.get('RateLimit')).toBeNull();
});

test('a partner is counted by its token, wherever it asks from, and may ask more', async () => {
  const { refused } = registry.context.limits.status();
  const answers = await statuses(MOST_OF_PARTNERS + 1, async () => {
    const answer = await ask('/suggest/genes?q=BR&taxonId=9606', newAddress(), { Authorization: `Bearer ${TOKEN}` });
    expect(answer.headers.get('RateLimit-Policy') ?? '').toContain('"token"');
    return answer;
  });
  expect(answers.indexOf(429)).toBe(MOST_OF_PARTNERS);
  expect((await ask(`/api/stats?auth=${TOKEN}`, newAddress())).status).toBe(429);
  expect(registry.context.limits.status().refused).toEqual({ ...refused, partner: refused.partner + 2 });
});

test('a token that nobody accepts is counted by address, so trying tokens ends', async () => {
  const from = newAddress();
  const seen = await statuses(MOST + 1, (at) => ask('/api/stats', from, { Authorization: `Bearer wrong-token-${at}` }));
  expect(seen).toEqual([...Array<number>(MOST).fill(401), 429]);
});

test('a token that is accepted no more is counted by address, and the one in its place as a partner', async () => {
  const { searchTokens } = registry.context.registry;
  const before = searchTokens.current();
  const policy = async (token: string) => {
    const answer = await ask('/api/stats', newAddress(), { Authorization: `Bearer ${token}` });
    return `${answer.status} ${answer.headers.get('RateLimit-Policy')?.split(';')[0]}`;
  };
  expect(await policy('another-token-of-b')).toBe('401 "address"');
  searchTokens.replace([{ name: 'b', token: 'another-token-of-b' }]);
  expect([await policy(TOKEN), await policy('another-token-of-b')]).toEqual(['401 "address"', '200 "token"']);
  searchTokens.replace(before);
});

test.each([
  ['in the address, with blanks for its plus signs', '?auth=a+token+of+c', '', 'token'],
  ['in the address, before another in the head', '?auth=a%2Btoken%2Bof%2Bc', 'Bearer wrong-token', 'token'],
  ['in the head, while another is in the address', '?auth=wrong-token', 'Bearer a+token+of+c', 'address'],
  ['in the head, whatever the case of its kind', '?q=auth', 'bEARER a+token+of+c', 'token'],
  ['in the head, as one of another kind', '', 'Basic a+token+of+c', 'address'],
])('a token is read as the API reads it: %s', async (_, query, authorization, counted) => {
  const { searchTokens } = registry.context.registry;
  const before = searchTokens.current();
  searchTokens.replace([{ name: 'c', token: 'a+token+of+c' }]);
  const { headers } = await ask(`/api/stats${query}`, newAddress(), authorization === '' ? {} : { authorization });
  expect(headers.get('RateLimit-Policy')?.split('"')[1]).toBe(counted);
  searchTokens.replace(before);
});

test('what pages are made of, and whether the service is alive, are never counted', async () => {
  const from = newAddress();
  await statuses(MOST, () => ask('/api/stats', from));
  const page = await (await registry.get('/')).text();
  const [style = ''] = /assets\/[^"]+site\.css/.exec(page) ?? [];
  for (const path of ['/livez', '/readyz', '/robots.txt', '/client.js', '/docs/', `/${style}`]) {
    expect([path, (await ask(path, from)).status]).toEqual([path, 200]);
  }
});

describe('one too many is refused', () => {
  let from: string;
  beforeAll(async () => {
    from = newAddress();
    await statuses(MOST, () => ask('/api/stats', from));
  });
  const problem = 'application/problem+json';
  const html = 'text/html;charset=utf-8';

  test.each([
    ['/api/genes/search', '*/*', 'application/json'],
    ['/api/federated/genes/search', '*/*', problem],
    ['/api/federated/genes/search', 'application/x-ndjson', problem],
    ['/api/admin/requests', '*/*', problem],
    ['/suggest/genes', '*/*', problem],
    ['/export', '*/*', problem],
    ['/export', 'text/html', html],
    ['/search', 'text/html', html],
    ['/', 'text/html', html],
  ])('%s, asked for %s, as %s', async (path, accept, type) => {
    const answer = await ask(`${path}?${SEARCH}&format=csv`, from, { Accept: accept });
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([429, type]);
    expect(answer.headers.get('Retry-After')).toMatch(/^\d+$/);
    expect(await answer.text()).toContain('Too many questions came from your address or with your token.');
  });

  test('a page is refused in the language of its reader', async () => {
    const answer = await ask('/search', from, { Accept: 'text/html', 'Accept-Language': 'fr' });
    expect(await answer.text()).toContain('Trop de questions sont venues de votre adresse');
  });
});
