/** Which websites' scripts may read the API: those of the main website, with GET; everybody else is served all the same. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAlpha, TOKENS } from '../support/alpha-registry.ts';
import { type Answer, askRaw } from '../support/raw-http.ts';
import type { TestRegistry } from '../support/start-registry.ts';

const MAIN = 'http://main.example.org';
const PATH = '/api/taxa/9606';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startAlpha({ APP_SITE_MAINSITE: `${MAIN}/some/page` });
});
afterAll(() => registry[Symbol.asyncDispose]());

function ask(path: string, headers: Record<string, string>, method = 'GET'): Promise<Answer> {
  return askRaw(registry.url, path, { method, headers });
}

function preflight(path: string, headers: Record<string, string>): Promise<Answer> {
  return ask(path, { 'Access-Control-Request-Method': 'GET', ...headers }, 'OPTIONS');
}

function corsHeaders({ headers }: Answer): string[] {
  return Object.keys(headers).filter((name) => name.startsWith('access-control-'));
}

describe('the main website', () => {
  test('may read, without credentials of the browser', async () => {
    const answer = await ask(PATH, { Origin: MAIN });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe(MAIN);
    expect(corsHeaders(answer)).toEqual(['access-control-allow-origin']);
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

  test.each([
    [400, '/api/users/abc'],
    [400, '/api/genes/search'],
    [401, '/api/users/11'],
    [404, '/api/taxa/1'],
    [404, '/api/nothing-here'],
    [404, '/api/nothing/down/here'],
  ])('can read why it was refused: %s at %s', async (status, path) => {
    const answer = await ask(path, { Origin: MAIN });
    expect(answer.status).toBe(status);
    expect(answer.headers['access-control-allow-origin']).toBe(MAIN);
  });

  test('a refused token and a closed gate are answered before origins are looked at', async () => {
    const refused = await ask(PATH, { Origin: MAIN, Authorization: 'Bearer wrong' });
    expect([refused.status, corsHeaders(refused)]).toEqual([401, []]);
    const closed = await ask('/api/users/by-anonymous-id/1-1-1-1-1', { Origin: MAIN });
    expect([closed.status, corsHeaders(closed)]).toEqual([503, []]);
  });

  test.each(['HEAD', 'POST'])('is allowed nothing but GET: %s is answered as to anybody', async (method) => {
    const answer = await ask(PATH, { Origin: MAIN }, method);
    expect(answer.status).toBe(method === 'HEAD' ? 200 : 405);
    expect(corsHeaders(answer)).toEqual([]);
    expect(corsHeaders(await preflight(PATH, { Origin: MAIN, 'Access-Control-Request-Method': method }))).toEqual([]);
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
  ])("'%s' is served what everybody is, without leave for its scripts to read it", async (origin) => {
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
    'a cache is told that the answer depends on it, also when it is %o',
    async (headers) => {
      expect((await ask(PATH, headers)).headers.vary?.split(', ')).toContain('Origin');
    },
  );
});

describe('without a main website', () => {
  test('nobody is given leave, and everybody is served', async () => {
    await using alone = await startAlpha();
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
