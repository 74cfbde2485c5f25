/** Which websites' scripts may read the API: those of the main websites, refusals too; everybody else is served all the same. */

import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startAlpha, TOKENS } from '../../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../../support/registry/start-registry.ts';
import { type Answer, askRaw } from '../../support/server/raw-http.ts';
import { test } from '../../support/worlds.ts';

const MAIN = 'http://main.example.org';
const SECOND = 'https://second.example.org:8443';
const PATH = '/api/taxa/9606';
const FEDERATED = '/api/federated/genes/search?symbol=BRCA1&taxonId=9606';
const EXPOSED = 'Link,Deprecation,ETag,WWW-Authenticate,Retry-After,RateLimit,RateLimit-Policy';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startAlpha({ APP_SITE_MAINSITE: `${MAIN}/some/page, ${SECOND}` });
});
afterAll(() => registry[Symbol.asyncDispose]());

function ask(path: string, headers: Record<string, string>, method = 'GET'): Promise<Answer> {
  return askRaw(registry.url, path, { method, headers });
}

function preflight(path: string, headers: Record<string, string>): Promise<Answer> {
  return ask(path, { 'Access-Control-Request-Method': 'GET', ...headers }, 'OPTIONS');
}

/** An error document has the time at which it was made. */
function withoutTime({ text }: Answer): string {
  return text.replace(/"timestamp":"[^"]*"/, '');
}

function corsHeaders({ headers }: Answer): string[] {
  return Object.keys(headers).filter((name) => name.startsWith('access-control-'));
}

describe('a main website', () => {
  test.each([MAIN, SECOND])('may read, without credentials of the browser: %s', async (origin) => {
    const answer = await ask(PATH, { Origin: origin });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
    expect(answer.headers['access-control-expose-headers']).toBe(EXPOSED);
    expect(corsHeaders(answer)).toEqual(['access-control-allow-origin', 'access-control-expose-headers']);
  });

  test('may end its name with a slash', async () => {
    const answer = await ask(PATH, { Origin: `${MAIN}/` });
    expect(answer.headers['access-control-allow-origin']).toBe(MAIN);
  });

  test('may ask with any header, and remember that for half an hour', async () => {
    const answer = await preflight(PATH, { Origin: MAIN, 'Access-Control-Request-Headers': 'authorization,x-other' });
    expect(answer).toMatchObject({ status: 200, text: '' });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': MAIN,
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': 'authorization,x-other',
      'access-control-max-age': '1800',
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test('comes with a token as anybody does', async () => {
    const answer = await ask('/api/users/11', { Origin: MAIN, Authorization: `Bearer ${TOKENS.admin}` });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe(MAIN);
  });

  test.each<[status: number, why: string, path: string, headers: Record<string, string>, method?: string]>([
    [400, 'no id', '/api/users/abc', {}],
    [400, 'a parameter is missing', '/api/genes/search', {}],
    [400, 'a broken escape', '/api/users?x=%zz', {}],
    [400, 'a forbidden path', '/api/users//1', {}],
    [400, 'a path that is not UTF-8', '/api/taxa/%ff', {}],
    [400, 'a federated parameter', '/api/federated/stats?origins=', {}],
    [401, 'not for everybody', '/api/users/11', {}],
    [401, 'a wrong token', PATH, { Authorization: 'Bearer wrong' }],
    [401, 'an expired token', PATH, { Authorization: `Bearer ${TOKENS.expired}` }],
    [401, 'a wrong token in the address', `${PATH}?auth=wrong`, {}],
    [401, 'a wrong token for all registries', '/api/federated/stats', { Authorization: 'Bearer wrong' }],
    [401, 'a wrong token at a federated search', `${FEDERATED}`, { Authorization: 'Bearer wrong' }],
    [401, 'no token of an administrator', '/api/admin/overview', {}],
    [401, 'a wrong token at no address', '/api/nothing/down/here', { Authorization: 'Bearer wrong' }],
    [404, 'no such taxon', '/api/taxa/1', {}],
    [404, 'no such endpoint', '/api/nothing-here', {}],
    [404, 'no such page', '/api/nothing/down/here', {}],
    [405, 'a method', PATH, {}, 'POST'],
    [405, 'a method, of all registries', '/api/federated/stats', {}, 'POST'],
    [406, 'a type', PATH, { Accept: 'image/png' }],
    [406, 'a type, of all registries', '/api/federated/stats', { Accept: 'image/png' }],
    [414, 'a long address', `${PATH}?x=${'y'.repeat(17_000)}`, {}],
    [503, 'anonymised results are off', '/api/users/by-anonymous-id/1-1-1-1-1', {}],
  ])('can read why it was refused: %s because of %s', async (status, _, path, headers, method) => {
    const everybody = await ask(path, headers, method);
    const answer = await ask(path, { Origin: SECOND, ...headers }, method);
    expect([answer.status, everybody.status]).toEqual([status, status]);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': SECOND,
      'access-control-expose-headers': EXPOSED,
    });
    expect(answer.headers['www-authenticate']).toBe(everybody.headers['www-authenticate']);
    expect(withoutTime(answer)).toBe(withoutTime(everybody));
    for (const one of [answer, everybody]) expect(one.headers.vary?.split(', ')).toContain('Origin');
    expect(corsHeaders(everybody)).toEqual([]);
    expect(corsHeaders(await ask(path, { Origin: 'http://other.example.org', ...headers }, method))).toEqual([]);
  });

  test('can read that something went wrong here', async () => {
    await using broken = await startAlpha({ APP_SITE_MAINSITE: MAIN });
    await broken.context[Symbol.asyncDispose]();
    const answer = await askRaw(broken.url, PATH, { headers: { Origin: MAIN } });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([500, MAIN]);
  });

  test('is allowed nothing but GET: HEAD and a preflight for other methods get no CORS headers', async () => {
    const answer = await ask(PATH, { Origin: MAIN }, 'HEAD');
    expect([answer.status, corsHeaders(answer)]).toEqual([200, []]);
    for (const method of ['HEAD', 'POST', 'PUT', 'DELETE']) {
      const asked = await preflight(PATH, { Origin: MAIN, 'Access-Control-Request-Method': method });
      expect([asked.status, corsHeaders(asked)]).toEqual([200, []]);
    }
  });

  test.each([
    ['/api/federated/genes/search-batch', 'POST'],
    ['/api/federated/resolve', 'GET,POST'],
    ['/api/federated/access-requests', 'POST'],
  ])('may send a body to %s, and no other website may', async (path, methods) => {
    const asked = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' };
    const answer = await preflight(path, { Origin: MAIN, ...asked });
    expect(answer).toMatchObject({ status: 200, text: '' });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': MAIN,
      'access-control-allow-methods': methods,
      'access-control-allow-headers': 'content-type',
    });
    expect(corsHeaders(await preflight(path, { Origin: 'http://other.example.org', ...asked }))).toEqual([]);
    const sent = await askRaw(registry.url, path, {
      ...{ method: 'POST', body: '{"text":"BRCA1"}' },
      headers: { Origin: MAIN, 'Content-Type': 'application/json' },
    });
    expect(sent.headers['access-control-allow-origin']).toBe(MAIN);
  });
});

describe.each([
  ['the API', { APP_SETTINGS_ISEARCH_ENABLED: 'false' }, PATH],
  ['the API', { APP_SETTINGS_ISEARCH_ENABLED: 'false' }, '/api/federated/stats'],
  ['the API', { APP_SETTINGS_ISEARCH_ENABLED: 'false' }, '/api/nothing/here'],
  ['the search by gene', { APP_SETTINGS_SEARCH_ENABLED_SEARCH_MODES: 'BY_RESEARCHER' }, FEDERATED],
])('where %s is switched off', (_, settings, path) => {
  test(`a main website may ask, and reads that it is, before its token is looked at: ${path}`, async () => {
    await using closed = await startAlpha({ APP_SITE_MAINSITE: MAIN, ...settings });
    const asked = await askRaw(closed.url, path, {
      method: 'OPTIONS',
      headers: {
        Origin: MAIN,
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'authorization',
      },
    });
    expect([asked.status, asked.headers['access-control-allow-headers']]).toEqual([200, 'authorization']);
    for (const headers of [{}, { Authorization: 'Bearer wrong' }]) {
      const answer = await askRaw(closed.url, path, { headers: { Origin: MAIN, ...headers } });
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([
        503,
        path === FEDERATED && !('Authorization' in headers) ? '*' : MAIN,
      ]);
    }
    const other = { Origin: 'http://other.example.org', 'Access-Control-Request-Method': 'GET' };
    const refused = await askRaw(closed.url, path, { method: 'OPTIONS', headers: other });
    expect([refused.status, corsHeaders(refused)]).toEqual([503, []]);
  });
});

describe('another origin', () => {
  test.each([
    'http://other.example.org',
    'https://main.example.org',
    'http://main.example.org:80',
    'http://main.example.org:8080',
    'http://www.main.example.org',
    'http://main.example.org.evil.example',
    'http://MAIN.example.org',
    'http://main.example.org//',
    'http://main.example.org/some/page',
    'null',
    '',
    '*',
  ])("'%s' is served what everybody is, without CORS headers", async (origin) => {
    const { text: everybody } = await ask(PATH, {});
    const answer = await ask(PATH, { Origin: origin });
    expect(answer).toMatchObject({ status: 200, text: everybody });
    expect(corsHeaders(answer)).toEqual([]);
  });

  test.each(['http://other.example.org', 'null'])('%s asks for leave in vain', async (origin) => {
    const answer = await preflight(PATH, { Origin: origin });
    expect(answer).toMatchObject({ status: 200, text: '', headers: { allow: 'GET,HEAD,OPTIONS' } });
    expect(corsHeaders(answer)).toEqual([]);
  });

  test.each([{}, { Origin: MAIN }, { Origin: 'null' }])(
    'the answer says to caches that it depends on it, also when it is %o',
    async (headers) => {
      expect((await ask(PATH, headers)).headers.vary?.split(', ')).toContain('Origin');
    },
  );
});

test('pages and files are for readers, and no other website reads them', async () => {
  for (const path of ['/', '/search', '/suggest/genes?q=brca', '/docs/', '/apix', '/nothing']) {
    expect([path, corsHeaders(await ask(path, { Origin: MAIN }))]).toEqual([path, []]);
  }
});

describe('without a main website', () => {
  test('nobody gets CORS headers, and everybody is served', async ({ alpha: alone }) => {
    for (const origin of [MAIN, 'null']) {
      const answer = await askRaw(alone.url, PATH, { headers: { Origin: origin } });
      expect([answer.status, corsHeaders(answer)]).toEqual([200, []]);
      expect(answer.headers.vary).not.toContain('Origin');
      const asked = await askRaw(alone.url, PATH, {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'GET' },
      });
      expect(corsHeaders(asked)).toEqual([]);
    }
  });
});

test('the former statistics may be read by every website', async () => {
  const answer = await ask('/stats', { Origin: 'http://other.example.org' });
  expect(answer.headers['access-control-allow-origin']).toBe('*');
});
