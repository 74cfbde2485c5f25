/** Search engines and everything else that reads the whole web: the start page, and nobody who can be found here. */

import { expect } from 'vitest';
import type { TestRegistry } from '../support/registry/start-registry.ts';
import { test } from '../support/worlds.ts';

let registry: TestRegistry;
test.beforeAll(({ anonymisingAlpha }) => {
  registry = anonymisingAlpha;
});

test('robots.txt lets search engines read the start page, and keeps them out of searches, profiles and the API', async () => {
  const answer = await registry.get('/robots.txt');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain;charset=utf-8']);
  const lines = (await answer.text()).split('\n');
  expect(lines.slice(0, 2)).toEqual(['User-agent: *', 'Allow: /']);
  const refused = lines.flatMap((line) => /^Disallow: (.+)$/.exec(line)?.[1] ?? []);
  expect(refused.toSorted()).toEqual([
    '/api',
    '/coverage',
    '/diseases',
    '/export',
    '/feeds',
    '/phenotypes',
    '/search',
    '/subscribe',
    '/subscriptions',
    '/userView',
  ]);
});

test('search engines may keep the start page', async () => {
  const answer = await registry.get('/');
  expect(answer.headers.get('x-robots-tag')).toBeNull();
  expect(await answer.text()).not.toContain('noindex');
});

test.each([
  '/search?symbol=BRCA1&taxonId=9606&render=server',
  '/coverage?symbol=BRCA1&taxonId=9606',
  '/userView/19',
  '/userView/4711',
  '/export?symbol=BRCA1&taxonId=9606&format=csv',
  '/export',
  '/api',
  '/api/users',
  '/api/users/19',
  '/api/users/4711',
  '/api/federated/genes/search?symbol=BRCA1&taxonId=9606',
  '/api/federated/nothing',
  '/api/admin/overview',
  '/stats',
])('search engines may keep nothing of %s', async (path) => {
  const answer = await registry.get(path, { headers: { Accept: path.startsWith('/api') ? '*/*' : 'text/html' } });
  expect(answer.headers.get('x-robots-tag')).toBe('noindex');
});
