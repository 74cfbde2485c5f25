/** What an operator has switched off is off: for everybody, whatever else is wrong, and nothing beside it. */

import { afterAll, beforeAll, describe, expect } from 'vitest';
import { ANONYMISING, startAlpha, TOKENS } from '../../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../../support/registry/start-registry.ts';
import { type Answer, askRaw } from '../../support/server/raw-http.ts';
import { test } from '../../support/worlds.ts';

const GENE_SEARCH = '/api/genes/search?symbol=BRCA1&taxonId=9606';
const USER_SEARCH = '/api/users/search?nameLike=a&prefix=false';
const AN_ID = '00000000-0000-4000-8000-000000000000';
const ANONYMOUS_IDS = [`/api/users/by-anonymous-id/${AN_ID}`, `/api/genes/by-anonymous-id/${AN_ID}`];

const GATES = [
  {
    name: 'the API',
    settings: { ...ANONYMISING, APP_SETTINGS_ISEARCH_ENABLED: 'false' },
    sentence: 'Public API is not available for this registry.',
    closed: ['/api', '/api/stats', '/api/users', GENE_SEARCH, USER_SEARCH, ...ANONYMOUS_IDS, '/api/x', '/api/x/y/z'],
    open: ['/stats', '/livez', '/readyz', '/docs/'],
  },
  {
    name: 'the search by gene',
    settings: { ...ANONYMISING, APP_SETTINGS_SEARCH_ENABLED_SEARCH_MODES: 'BY_RESEARCHER' },
    sentence: 'Searching by gene is switched off in this registry.',
    closed: [GENE_SEARCH, '/api/genes/search', '/api/genes/search/?symbol=BRCA1&taxonId=9606'],
    open: [USER_SEARCH, '/api/genes', '/api/users', '/api/stats'],
  },
  {
    name: 'the search for researchers',
    settings: { ...ANONYMISING, APP_SETTINGS_SEARCH_ENABLED_SEARCH_MODES: 'BY_GENE' },
    sentence: 'Searching for researchers is switched off in this registry.',
    closed: [USER_SEARCH, '/api/users/search', '/api/users/search/?nameLike=a&prefix=false'],
    open: [GENE_SEARCH, '/api/genes', '/api/users', '/api/users/19'],
  },
  {
    name: 'the issue of anonymous ids',
    settings: {},
    sentence: 'This registry issues no anonymous IDs: anonymized search results are switched off.',
    closed: [...ANONYMOUS_IDS, `${ANONYMOUS_IDS[0]}/`, '/api/users/by-anonymous-id/no-uuid'],
    open: [GENE_SEARCH, USER_SEARCH, '/api/genes', '/api/users'],
  },
];

describe.each(GATES)('$name switched off', ({ settings, sentence, closed, open }) => {
  let registry: TestRegistry;
  beforeAll(async () => {
    registry = await startAlpha(settings);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  function expectClosed({ status, headers, text }: Answer, path: string): void {
    expect(status).toBe(503);
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    const { timestamp, ...rest } = JSON.parse(text);
    expect(rest).toEqual({ status: 503, error: 'Service Unavailable', path: path.split('?')[0], message: sentence });
    expect(Math.abs(Date.parse(timestamp) - Date.now())).toBeLessThan(60_000);
  }

  test.each(closed)('%s says so', async (path) => {
    expectClosed(await askRaw(registry.url, path), path);
  });

  test.each(closed)('%s says so to an administrator, and before it refuses a token', async (path) => {
    for (const token of [TOKENS.admin, TOKENS.partner, 'wrong']) {
      const answer = await askRaw(registry.url, path, { headers: { Authorization: `Bearer ${token}` } });
      expectClosed(answer, path);
    }
    expectClosed(await askRaw(registry.url, `${path}${path.includes('?') ? '&' : '?'}auth=wrong`), path);
  });

  test.each(closed)('%s says so before it looks at method or Accept', async (path) => {
    expectClosed(await askRaw(registry.url, path, { method: 'POST' }), path);
    expect(await askRaw(registry.url, path, { method: 'OPTIONS' })).toMatchObject({ status: 503 });
    expect(await askRaw(registry.url, path, { method: 'HEAD' })).toMatchObject({ status: 503, text: '' });
    expect(await askRaw(registry.url, path, { headers: { Accept: 'image/png' } })).toMatchObject({
      status: 503,
      text: '',
    });
  });

  test.each(closed)('%s says so on a page to a browser', async (path) => {
    const { status, headers, text } = await askRaw(registry.url, path, { headers: { Accept: 'text/html' } });
    expect([status, headers['content-type']]).toEqual([503, 'text/html;charset=utf-8']);
    expect(text).toContain(sentence);
  });

  test.each(open)('%s is answered as ever', async (path) => {
    expect((await askRaw(registry.url, path)).status).toBe(200);
  });

  test.each(closed)('%s does not open to another way of writing it', async (path) => {
    const [address = '', query = ''] = path.split('?');
    const writings = ['#', '#x', ';a=b', '/.', '//', '/%2e', '%00', '%3b', '?#'];
    const others = writings.map((writing) => `${address}${writing}?${query}`);
    for (const other of [...others, address.replace('/api/', '//api/'), address.replace('/api', '/api/../api')]) {
      const { status, text } = await askRaw(registry.url, other);
      expect([400, 404, 503], `${other} ${text}`).toContain(status);
    }
    const proxied = await askRaw(registry.url, `http://elsewhere.example.org${path}`);
    expectClosed(proxied, path);
  });
});

test('with everything switched on, every gate is open', async ({ anonymisingAlpha: registry }) => {
  for (const path of [GENE_SEARCH, USER_SEARCH]) expect((await registry.get(path)).status).toBe(200);
  for (const path of ANONYMOUS_IDS) {
    const answer = await registry.get(path);
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining(`anonymous ID: ${AN_ID}.`)]);
  }
});
