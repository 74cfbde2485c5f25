/** The headers of an answer say that `tier`, `auth` or an address is deprecated, and what replaces it. */

import { describe, expect } from 'vitest';
import { TOKENS } from '../../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../../support/registry/start-registry.ts';
import { test } from '../../support/worlds.ts';

const SINCE = '@1622505600';
const BRCA1 = 'symbol=BRCA1&taxonId=9606';

let registry: TestRegistry;
test.beforeAll(({ alpha }) => {
  registry = alpha;
});

test.each([
  ['/api/genes/search', `${BRCA1}&tier=TIER1`, `${BRCA1}&tiers=TIER1`],
  ['/api/genes/search', `${BRCA1}&tier=ANY&tiers=TIER3`, `${BRCA1}&tiers=TIER1&tiers=TIER2`],
  ['/api/genes/search', `${BRCA1}&tier=TIER3`, `${BRCA1}&tiers=TIER3`],
  [
    '/api/federated/genes/search',
    `${BRCA1}&tier=TIERS1_2&origins=local`,
    `${BRCA1}&origins=local&tiers=TIER1&tiers=TIER2`,
  ],
  ['/api/genes/search', `${BRCA1}&auth=${TOKENS.member}`, BRCA1],
  ['/api/federated/users', `size=5&auth=${TOKENS.member}`, 'size=5'],
])('%s?%s is answered as deprecated, with its successor', async (path, query, successor) => {
  const answer = await registry.get(`${path}?${query}`);
  expect([answer.status, answer.headers.get('deprecation')]).toEqual([200, SINCE]);
  const links = linksOf(answer);
  expect(links.get('successor-version')).toBe(`${registry.url}${path}?${successor}`);
  expect(answer.headers.get('link')).not.toContain(TOKENS.member);
  const page = await fetch(links.get('deprecation') ?? '');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(
    (await registry.get(links.get('successor-version')?.slice(registry.url.length) ?? '')).headers.has('deprecation'),
  ).toBe(false);
});

test.each([
  ['/looking-glass', '/partner-status'],
  ['/looking-glass/?lang=fr', '/partner-status?lang=fr'],
])('the deprecated address %s leads to %s', async (before, now) => {
  const moved = await registry.get(before, { redirect: 'manual' });
  expect([moved.status, moved.headers.get('deprecation')]).toEqual([308, '@1795910400']);
  const links = linksOf(moved);
  expect(links.get('successor-version')).toBe(`${registry.url}/partner-status`);
  expect(await (await fetch(links.get('deprecation') ?? '')).text()).toContain('id="looking-glass"');
  const page = await registry.get(before);
  expect([page.status, page.url, await page.text()]).toEqual([
    200,
    registry.url + now,
    await (await registry.get(now)).text(),
  ]);
});

test('an address that is nothing without the token leads to itself', async () => {
  const answer = await registry.get(`/api/stats?auth=${TOKENS.member}`);
  expect(linksOf(answer).get('successor-version')).toBe(`${registry.url}/api/stats`);
});

test('the links to other pages of a listing are there beside it', async () => {
  const links = linksOf(await registry.get(`/api/users?size=1&auth=${TOKENS.member}`));
  expect([...links.keys()].toSorted()).toEqual(['deprecation', 'first', 'last', 'next', 'successor-version']);
});

test('a stream and the headers alone say so, too', async () => {
  const headers = { Accept: 'application/x-ndjson' };
  const stream = await registry.get(`/api/federated/genes/search?${BRCA1}&tier=TIER1`, { headers });
  expect(stream.headers.get('deprecation')).toBe(SINCE);
  expect(
    (await registry.get(`/api/genes/search?${BRCA1}&tier=TIER1`, { method: 'HEAD' })).headers.get('deprecation'),
  ).toBe(SINCE);
});

describe('an answer that refuses', () => {
  test.each([
    [401, '/api/users?auth=nobody', '/api/users'],
    [401, `/api/genes/search?${BRCA1}&auth=${TOKENS.expired}&tier=TIER1`, `/api/genes/search?${BRCA1}&tiers=TIER1`],
    [401, '/api/federated/users?auth=nobody', '/api/federated/users'],
    [400, `/api/genes/search?symbol=BRCA1&auth=${TOKENS.member}`, '/api/genes/search?symbol=BRCA1'],
    [400, '/api/genes/search?symbol=BRCA1&tier=ANY', '/api/genes/search?symbol=BRCA1&tiers=TIER1&tiers=TIER2'],
    [400, `/api/federated/genes/search?${BRCA1}&tier=ANY&x=1`, undefined],
    [
      404,
      `/api/genes/search?symbol=NONE&taxonId=9606&tier=TIER1`,
      '/api/genes/search?symbol=NONE&taxonId=9606&tiers=TIER1',
    ],
    [404, `/api/nothing?auth=${TOKENS.member}`, '/api/nothing'],
  ])('with %s to %s says so, too', async (status, address, successor) => {
    const answer = await registry.get(address);
    expect([answer.status, answer.headers.get('deprecation')]).toEqual([status, SINCE]);
    if (successor !== undefined) expect(linksOf(answer).get('successor-version')).toBe(`${registry.url}${successor}`);
    expect(answer.headers.get('link')).not.toMatch(/nobody|token/);
  });

  test('because the tier is none has no successor', async () => {
    const answer = await registry.get(`/api/genes/search?${BRCA1}&tier=TIER9`);
    expect([answer.status, answer.headers.get('deprecation')]).toEqual([400, SINCE]);
    expect([...linksOf(answer).keys()]).toEqual(['deprecation']);
  });

  test('without either says nothing of it', async () => {
    for (const address of ['/api/genes/search?symbol=BRCA1', '/api/nothing', '/nothing?auth=x'])
      expect([address, (await registry.get(address)).headers.get('deprecation')]).toEqual([address, null]);
  });
});

test.each([`/api/genes/search?${BRCA1}&tiers=TIER1`, '/api/users?tier=TIER1', '/api/stats'])(
  '%s is not deprecated',
  async (address) => {
    const answer = await registry.get(address);
    expect([answer.headers.get('deprecation'), linksOf(answer).has('successor-version')]).toEqual([null, false]);
  },
);

/** The links of an answer by what they are to it, as whole addresses. */
function linksOf({ url, headers }: Response): Map<string, string> {
  const links = [...(headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="([^"]+)"/g)];
  return new Map(links.map(([, target = '', rel = '']) => [rel, new URL(target, url).href]));
}
