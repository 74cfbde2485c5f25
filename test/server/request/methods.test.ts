/** What may be done at an address: it is read with GET, tried with HEAD, asked about with OPTIONS, and nothing else. */

import { Agent, request } from 'node:http';
import { describe, expect } from 'vitest';
import { TOKENS } from '../../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../../support/registry/start-registry.ts';
import { mountedRoutes } from '../../support/server/mounted-routes.ts';
import { askRaw } from '../../support/server/raw-http.ts';
import { test } from '../../support/worlds.ts';

const PATHS = [
  '/api',
  '/api/stats',
  '/api/taxa/9606',
  '/api/ontologies',
  '/api/ontologies/mondo/terms',
  '/api/ontologies/mondo/terms/MONDO:0000001',
  '/api/users',
  '/api/users/19',
  '/api/users/search?nameLike=a&prefix=false',
  '/api/genes',
  '/api/genes/search?symbol=BRCA1&taxonId=9606',
];
const FAILING = [
  ['/api/users/search', 400],
  ['/api/genes/search?symbol=BRCA1&taxonId=9606&tier=TIER4', 400],
  ['/api/users/11', 401],
  ['/api/users/19?auth=wrong', 401],
  ['/api/taxa/1', 404],
  ['/api/nothing-here', 404],
  ['/api/nothing/down/here', 404],
  ['/nowhere', 404],
  ['/api/genes/by-anonymous-id/1-1-1-1-1', 503],
] as const;

let registry: TestRegistry;
test.beforeAll(({ alpha }) => {
  registry = alpha;
});

describe('another method than GET', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY'])('%s is refused', async (method) => {
    for (const path of [...PATHS, '/api/nothing-here']) {
      const { status, headers, text } = await askRaw(registry.url, path, { method });
      expect([path, status, headers.allow]).toEqual([path, 405, 'GET']);
      expect(JSON.parse(text)).toMatchObject({
        status: 405,
        error: 'Method Not Allowed',
        path: path.split('?')[0],
        message: `${method} is not possible here. Allowed: GET.`,
      });
    }
  });

  test.each([
    ['/api/federated/stats', 'POST', 'GET, HEAD, OPTIONS'],
    ['/api/federated/resolve', 'PUT', 'GET, HEAD, POST, OPTIONS'],
    ['/api/federated/genes/search-batch', 'GET', 'POST, OPTIONS'],
    ['/widget.js', 'PUT', 'GET, HEAD, OPTIONS'],
  ])('at %s, which RDP does not have, names every method', async (path, method, allowed) => {
    const { status, headers, text } = await askRaw(registry.url, path, { method });
    expect([status, headers.allow]).toEqual([405, allowed]);
    expect(text).toContain(`${method} is not possible here. Allowed: ${allowed}.`);
    const asked = await askRaw(registry.url, path, { method: 'OPTIONS' });
    expect([asked.status, asked.headers.allow]).toEqual([200, allowed]);
  });

  test('is refused at every page, with those that are possible there', async () => {
    const pages = new Map<string, object>();
    for (const { path, methods } of await mountedRoutes(registry)) {
      for (const one of [path].flat()) pages.set(one, { ...pages.get(one), ...methods });
    }
    const read = [...pages].filter(([, methods]) => 'get' in methods);
    expect(read.length).toBeGreaterThan(30);
    for (const [path, methods] of read) {
      const allowed = `GET, HEAD, ${'post' in methods ? 'POST, ' : ''}OPTIONS`;
      for (const method of ['post' in methods ? 'DELETE' : 'POST', 'PUT']) {
        const { status, headers, text } = await askRaw(registry.url, path.replaceAll(':', ''), { method });
        expect([path, status, headers.allow]).toEqual([path, 405, allowed]);
        expect(text).toContain(`${method} is not possible here. Allowed: ${allowed}.`);
      }
    }
  });

  test('is not made of GET by a header, nor GET of it', async () => {
    const overriding = { 'X-HTTP-Method-Override': 'DELETE', 'X-HTTP-Method': 'DELETE' };
    expect((await askRaw(registry.url, '/api/stats?_method=DELETE', { headers: overriding })).status).toBe(200);
    const asGet = { 'X-HTTP-Method-Override': 'GET' };
    expect((await askRaw(registry.url, '/api/stats?_method=GET', { method: 'POST', headers: asGet })).status).toBe(405);
  });

  test('leaves the connection usable, though nobody reads what was sent', async () => {
    using agent = Object.assign(new Agent({ keepAlive: true, maxSockets: 1 }), {
      [Symbol.dispose]: () => agent.destroy(),
    });
    const statuses: (number | undefined)[] = [];
    for (const method of ['POST', 'GET', 'PUT', 'GET']) {
      const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
      const outgoing = request(`${registry.url}/api/stats`, { method, agent }, (incoming) => {
        incoming.resume().once('end', () => resolve(incoming.statusCode));
      });
      outgoing.once('error', reject);
      outgoing.end(method === 'GET' ? undefined : 'x'.repeat(300_000));
      statuses.push(await promise);
    }
    expect(statuses).toEqual([405, 200, 405, 200]);
  });

  test('needs a token as good as any', async () => {
    const headers = { Authorization: 'Bearer wrong' };
    expect((await askRaw(registry.url, '/api/stats', { method: 'POST', headers })).status).toBe(401);
  });
});

describe('OPTIONS', () => {
  test.each([...PATHS, '/api/nothing-here'])('says what is possible at %s', async (path) => {
    const { status, headers, text } = await askRaw(registry.url, path, { method: 'OPTIONS' });
    expect({ status, text, allow: headers.allow, length: headers['content-length'] }).toEqual({
      status: 200,
      text: '',
      allow: 'GET,HEAD,OPTIONS',
      length: '0',
    });
  });

  test('says nothing of an address that does not exist', async () => {
    expect((await askRaw(registry.url, '/api/nothing/down/here', { method: 'OPTIONS' })).status).toBe(404);
  });
});

describe('HEAD', () => {
  const VARYING = ['date', 'connection', 'keep-alive'];

  async function expectSameHead(path: string, headers: Record<string, string>): Promise<number> {
    const got = await askRaw(registry.url, path, { headers });
    const head = await askRaw(registry.url, path, { method: 'HEAD', headers });
    expect(head.bytes).toHaveLength(0);
    expect(head.status).toBe(got.status);
    for (const name of VARYING) {
      delete got.headers[name];
      delete head.headers[name];
    }
    expect(head.headers).toEqual(got.headers);
    expect(head.headers['content-length']).toBe(String(got.bytes.length));
    return head.status;
  }

  test.each(PATHS)('of %s is the head of GET, with the length of what GET answers', async (path) => {
    expect(await expectSameHead(path, {})).toBe(200);
    expect(await expectSameHead(path, { 'Accept-Encoding': 'gzip' })).toBe(200);
    expect(await expectSameHead(path, { Authorization: `Bearer ${TOKENS.admin}` })).toBe(200);
  });

  test.each(FAILING)('of %s fails as GET does, with %s', async (path, status) => {
    const { bytes, headers } = await askRaw(registry.url, path);
    const head = await askRaw(registry.url, path, { method: 'HEAD' });
    expect(head.status).toBe(status);
    expect(head.bytes).toHaveLength(0);
    expect(head.headers['content-type']).toBe(headers['content-type']);
    expect(head.headers['content-length']).toBe(String(bytes.length));
  });
});

describe('ways to write an address', () => {
  test.each(PATHS)('%s may end in a slash', async (path) => {
    const plain = await askRaw(registry.url, path);
    const slashed = await askRaw(registry.url, path.replace(/(?=\?|$)/, '/'));
    expect([slashed.status, slashed.text]).toEqual([200, plain.text]);
  });

  test.each(FAILING)('%s fails with %s, with a slash at its end, too', async (path, status) => {
    expect((await askRaw(registry.url, path.replace(/(?=\?|$)/, '/'))).status).toBe(status);
  });

  test.each(['/API', '/Api/stats', '/api/Stats', '/api/USERS/19', '/api/genes/Search?symbol=BRCA1&taxonId=9606'])(
    '%s is another address: letter case counts',
    async (path) => {
      expect((await askRaw(registry.url, path)).status).toBe(404);
    },
  );

  test('a suffix is part of an address', async () => {
    expect(await askRaw(registry.url, '/api/stats.json')).toMatchObject({
      status: 404,
      text: 'No endpoint found for your request URL.',
    });
    for (const path of ['/api.yaml', '/stats.html']) expect((await askRaw(registry.url, path)).status).toBe(404);
  });

  test('a proxy may write the whole address', async () => {
    const { text: plain } = await askRaw(registry.url, '/api/taxa/9606');
    for (const authority of [registry.url, 'http://registry.example.org', 'HTTPS://registry.example.org:8443']) {
      expect(await askRaw(registry.url, `${authority}/api/taxa/9606`)).toMatchObject({ status: 200, text: plain });
    }
    const { status, text } = await askRaw(registry.url, 'http://registry.example.org/api/users/abc?x=1');
    expect([status, JSON.parse(text).path]).toEqual([400, '/api/users/abc']);
  });

  test.each([';', '%3b', '%2F', '%5c', '%00', '%25', '%0a', '%2e', '\\', '//', '/./x', '/../x', '#'])(
    "'%s' is part of none",
    async (piece) => {
      const { status, text } = await askRaw(registry.url, `/api/taxa/96${piece}06`);
      expect(status).toBe(400);
      expect(JSON.parse(text).message).toMatch(/^The path holds "[^ ]+", which no address here has\.$/);
    },
  );
});
