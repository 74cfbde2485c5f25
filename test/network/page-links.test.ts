/** Links to the next page and the first one, which programs follow that know nothing of cursors. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Network, startNetwork } from '../support/network/start-network.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { askRaw } from '../support/server/raw-http.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer by what it reads of it
type Json = any;

const HOST = 'https://registry.example.org';
const SEARCH = '/api/federated/genes/search?symbol=BRCA1&taxonId=9606';
const PEOPLE = 700;
const TOKEN = 'small-admin-token';

function peopled(count: number) {
  const genes = [{ geneId: 672, tier: 'TIER1' as const, privacyLevel: null }];
  const users = Array.from({ length: count - 1 }, (_, index) => aUser(index + 2, { genes }));
  const accessTokens = [{ token: TOKEN, expiresAt: '2099-01-01T00:00:00Z' }];
  return smallSnapshot({ users: [...users, aUser(1, { genes, roles: ['ROLE_ADMIN'], accessTokens })] });
}

let network: Network;
beforeAll(async () => {
  network = await startNetwork([
    { key: 'a', snapshot: peopled(PEOPLE), settings: { APP_SITE_HOST: HOST } },
    { key: 'b', asks: [], snapshot: peopled(PEOPLE) },
  ]);
});
afterAll(() => network[Symbol.asyncDispose]());

/** The links of an answer by their relation. */
function linksOf(response: Response): Record<string, string> {
  const links = (response.headers.get('Link') ?? '').matchAll(/<([^>]*)>; rel="(first|next)"/g);
  return Object.fromEntries(Array.from(links, ([, address, rel]) => [rel, address]));
}

/** Follows `next` as a program does that knows no cursor. */
async function walked(path: string): Promise<{ records: Json[]; last: Json; pages: number }> {
  const records: Json[] = [];
  let address = new URL(path, network.at('a').url);
  for (let pages = 1; ; pages++) {
    const response = await fetch(address);
    const page = await response.json();
    expect([address.href, response.status]).toEqual([address.href, 200]);
    records.push(...page.content);
    const { next } = linksOf(response);
    if (next === undefined) return { records, last: page, pages };
    address = new URL(next, address);
  }
}

const keyOf = ({ originKey, id, remoteUser }: Json) => `${originKey} ${id ?? remoteUser.id}`;

test.each([
  ['a search', `${SEARCH}&size=300&fields=row`, 5],
  ['a search for researchers', '/api/federated/users/search?nameLike=&prefix=false&size=500', 3],
  ['a listing', '/api/federated/users?size=400', 2],
])('%s is walked by its links, each record once', async (_name, path, pages) => {
  const { records, last, ...walk } = await walked(path);
  expect(new Set(records.map(keyOf)).size).toBe(2 * PEOPLE);
  expect([records.length, last.totalElements, last.complete, walk.pages]).toEqual([
    2 * PEOPLE,
    2 * PEOPLE,
    true,
    pages,
  ]);
});

test('the first page is linked from every page, and the links hold no token', async () => {
  const a = network.at('a');
  const first = await a.get(`${SEARCH}&size=2&auth=${TOKEN}`);
  const { cursor } = await first.json();
  expect(linksOf(first)).toEqual({
    first: '?symbol=BRCA1&taxonId=9606&size=2',
    next: `?symbol=BRCA1&taxonId=9606&cursor=${cursor}`,
  });
  const second = await a.get(`${SEARCH}&cursor=${cursor}&auth=${TOKEN}`);
  expect(linksOf(second).first).toBe('?symbol=BRCA1&taxonId=9606&size=2');
  const again = await a.get(`${SEARCH}&size=2&auth=${TOKEN}`);
  expect(linksOf(again)).toEqual(linksOf(first));
});

test('links are absolute for whoever uses the address of the registry', async () => {
  const headers = { Host: 'registry.example.org' };
  const answer = await askRaw(network.at('a').url, `${SEARCH}&size=2`, { headers });
  expect(answer.headers.link).toContain(`<${HOST}/api/federated/genes/search?symbol=BRCA1`);
});

test('where a cursor makes a header too long, the next page has a number', async () => {
  const long = `${SEARCH}${'&tiers=TIER1'.repeat(113)}`;
  const response = await network.at('a').get(`${long}&size=5`);
  expect((await response.json()).cursor).not.toBeNull();
  const { next = '', first } = linksOf(response);
  expect(next.replaceAll('&tiers=TIER1', '')).toBe('?symbol=BRCA1&taxonId=9606&page=1&size=5');
  expect(first).not.toBeUndefined();
});

test('where two links make a header too long, the next page is linked alone', async () => {
  const long = `${SEARCH}${'&tiers=TIER1'.repeat(200)}`;
  const { next = '', first } = linksOf(await network.at('a').get(`${long}&size=5`));
  expect(next.replaceAll('&tiers=TIER1', '')).toMatch(/^\?symbol=BRCA1&taxonId=9606&cursor=/);
  expect(first).toBeUndefined();
});

test('what has no pages has no links', async () => {
  for (const path of [`${SEARCH}&granularity=count`, '/api/federated/stats']) {
    expect((await network.at('a').get(path)).headers.get('Link')).toBeNull();
  }
});
