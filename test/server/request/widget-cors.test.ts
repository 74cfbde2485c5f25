/** What the widget on any website may read: searches of the public, and nothing that a token opens. */

import { afterAll, describe, expect } from 'vitest';
import { startAlpha, TOKENS } from '../../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../../support/registry/start-registry.ts';
import { type Answer, askRaw } from '../../support/server/raw-http.ts';
import { test } from '../../support/worlds.ts';

const MAIN = 'http://main.example.org';
const OTHER = 'https://other.example.org';
const SEARCH = '/api/federated/genes/search?symbol=BRCA1&taxonId=9606';
const OF_WIDGETS = [
  SEARCH,
  '/api/federated/users/search?nameLike=a&prefix=false',
  '/api/federated/genes/coverage?symbol=BRCA1&taxonId=9606',
];

let registry: TestRegistry;
let alone: TestRegistry;
test.beforeAll(async ({ alpha }) => {
  registry = await startAlpha({ APP_SITE_MAINSITE: MAIN });
  alone = alpha;
});
afterAll(() => registry[Symbol.asyncDispose]());

async function leave(path: string, headers: Record<string, string>, method = 'GET'): Promise<string | undefined> {
  return allowedBy(await askRaw(registry.url, path, { method, headers: { Origin: OTHER, ...headers } }));
}
function allowedBy({ headers }: Answer): string | undefined {
  return headers['access-control-allow-origin'];
}

describe('any website', () => {
  test.each(OF_WIDGETS)('may read %s', async (path) => {
    expect(await leave(path, {})).toBe('*');
    expect(await leave(path, { Accept: 'application/x-ndjson' })).toBe('*');
    expect(allowedBy(await askRaw(alone.url, path, { headers: { Origin: OTHER } }))).toBe('*');
  });

  test.each<[status: number, path: string, headers: Record<string, string>]>([
    [400, '/api/federated/genes/search?symbol=BRCA1', {}],
    [400, `${SEARCH}&x=%zz`, {}],
    [406, SEARCH, { Accept: 'image/png' }],
    [414, `${SEARCH}&x=${'y'.repeat(17_000)}`, {}],
  ])('may read why a search was refused: %s', async (status, path, headers) => {
    const answer = await askRaw(registry.url, path, { headers: { Origin: OTHER, ...headers } });
    expect([answer.status, allowedBy(answer)]).toEqual([status, '*']);
  });

  test('may read that searches are switched off', async () => {
    await using closed = await startAlpha({ APP_SETTINGS_ISEARCH_ENABLED: 'false' });
    const answer = await askRaw(closed.url, SEARCH, { headers: { Origin: OTHER } });
    expect([answer.status, allowedBy(answer)]).toEqual([503, '*']);
  });

  test('may read when to come back, and no cache mixes up answers with and without CORS headers', async () => {
    for (const headers of [{ Origin: OTHER }, {}]) {
      for (const path of [SEARCH, `${SEARCH}&taxonId=x`, '/api/federated/genes/search?symbol=BRCA1']) {
        const answer = await askRaw(alone.url, path, { headers });
        expect(answer.headers.vary?.split(', ')).toContain('Origin');
        expect(answer.headers['access-control-expose-headers']).toBe(
          'Origin' in headers
            ? 'Link,Deprecation,ETag,WWW-Authenticate,Retry-After,RateLimit,RateLimit-Policy'
            : undefined,
        );
      }
    }
  });

  test('may read the documents that the list of APIs names, without a token', async () => {
    const { linkset } = await registry.json('/.well-known/api-catalog');
    const named = JSON.stringify(linkset).matchAll(/"href":"https?:\/\/[^/"]+([^"]*)","type":"(?!text\/html)/g);
    const paths = [...new Set([...named].map(([, path = '']) => path))];
    expect(paths).toEqual(['/api', '/service-info', '/readyz', '/api/federated']);
    for (const path of paths) expect([path, await leave(path, {})]).toEqual([path, '*']);
    expect(await leave('/api/federated', { Authorization: `Bearer ${TOKENS.admin}` })).toBeUndefined();
  });

  test.each([
    ['a token', SEARCH, { Authorization: `Bearer ${TOKENS.admin}` }],
    ['a refused token', SEARCH, { Authorization: 'Bearer wrong' }],
    ['other credentials', SEARCH, { Authorization: 'Basic YTpi' }],
    ['a token in the address', `${SEARCH}&auth=${TOKENS.admin}`, {}],
  ])('may read nothing with %s', async (_, path, headers) => {
    expect(await leave(path, headers as Record<string, string>)).toBeUndefined();
  });

  test.each([
    '/api/federated/users',
    '/api/federated/partners',
    '/api/federated/users/19?origin=local',
    '/api/genes/search?symbol=BRCA1&taxonId=9606',
    '/api/admin/overview',
  ])('may not read %s', async (path) => {
    expect(await leave(path, {})).toBeUndefined();
  });

  test('is not allowed to send a token', async () => {
    const asked = { 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'authorization' };
    expect(await leave(SEARCH, asked, 'OPTIONS')).toBeUndefined();
  });
});

test('the main website may read with a token too', async () => {
  expect(await leave(SEARCH, { Origin: MAIN, Authorization: `Bearer ${TOKENS.admin}` })).toBe(MAIN);
});
