/** In which form an answer comes: what the caller's Accept and Accept-Encoding leave of what there is. */

import { gunzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import type { TestRegistry } from '../../support/registry/start-registry.ts';
import { type Answer, askRaw } from '../../support/server/raw-http.ts';
import { test } from '../../support/worlds.ts';

const AN_ID = '00000000-0000-4000-8000-000000000000';

let registry: TestRegistry;
test.beforeAll(({ anonymisingAlpha }) => {
  registry = anonymisingAlpha;
});

function ask(path: string, accept: string): Promise<Answer> {
  return askRaw(registry.url, path, { headers: { Accept: accept } });
}

async function anonymousIdOf(path: string): Promise<string> {
  const { content } = JSON.parse((await askRaw(registry.url, path)).text);
  return content.find((record: object) => 'anonymousId' in record).anonymousId;
}

describe('JSON', () => {
  test.each([
    '*/*',
    '',
    ' , ',
    'application/*',
    'application/json',
    'APPLICATION/JSON',
    'application/json;q=0.1',
    'application/json ; charset=iso-8859-1',
    'text/html, application/json;q=0.5',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
    'application/xml, , application/json',
    'application/json, text/html;q=nonsense',
  ])("is sent to whoever accepts '%s'", async (accept) => {
    const { status, headers, text } = await ask('/api/stats', accept);
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    expect(JSON.parse(text)).toHaveProperty('users');
  });

  test('carries the charset that is asked for, if it is the one it has', async () => {
    const { headers } = await ask('/api/stats', 'application/json;charset=UTF-8');
    expect(headers['content-type']).toBe('application/json;charset=UTF-8');
  });

  test.each(['text/plain', 'image/png', 'application/xml', 'application/json;q=0', 'application/json;q=0, */*', 'x'])(
    "is not forced on whoever accepts '%s' only",
    async (accept) => {
      const paths = ['/api', '/api/users', '/api/genes/search?symbol=BRCA1&taxonId=9606', '/api/ontologies/nope/terms'];
      for (const path of paths) expect([path, (await ask(path, accept)).status]).toEqual([path, 406]);
    },
  );

  test('is found among the first hundred ranges that a caller names, and no further on', async () => {
    const behind = (others: number) => `${'image/png,'.repeat(others)}application/json`;
    expect((await ask('/api/stats', behind(99))).status).toBe(200);
    expect((await ask('/api/stats', behind(100))).status).toBe(406);
  });

  test('is refused before it is known whether there is anything to answer', async () => {
    for (const path of ['/api/users/abc', '/api/users/4711', '/api/users/11', '/api/genes/search']) {
      expect([path, (await ask(path, 'image/png')).status]).toEqual([path, 406]);
    }
  });

  test('has the same texts in whatever language a caller would like them', async () => {
    for (const path of ['/api/ontologies', '/api/users/4711', '/api/taxa/1']) {
      const inFrench = await askRaw(registry.url, path, { headers: { 'Accept-Language': 'fr, ar;q=0.5' } });
      expect(inFrench.text).toBe((await askRaw(registry.url, path)).text);
    }
  });

  test('says that caches must look at Accept', async () => {
    expect((await ask('/api/stats', '*/*')).headers.vary).toMatch(/^Accept, Accept-Encoding, Authorization/);
  });
});

describe('a type of its own made of JSON', () => {
  test.each([
    ['application/hal+json', 'application/hal+json'],
    ['application/vnd.example.taxon+json;q=0.5', 'application/vnd.example.taxon+json'],
    ['application/hal+json, application/json;q=0.5', 'application/hal+json'],
    ['application/hal+json;q=0.5, application/json', 'application/json'],
    ['application/json, application/hal+json', 'application/json'],
    ['application/hal+json;q=0.1, */*', 'application/hal+json'],
    ['application/hal+json;q=0, */*', 'application/json'],
    ['application/*+json', 'application/json'],
  ])("who accepts '%s' gets a taxon as %s", async (accept, contentType) => {
    const { status, headers, text } = await ask('/api/taxa/9606', accept);
    expect([status, headers['content-type']]).toEqual([200, contentType]);
    expect(JSON.parse(text)).toMatchObject({ id: 9606 });
  });

  test('is also put on what an anonymous id stands for', async () => {
    for (const kind of ['users', 'genes']) {
      const id = await anonymousIdOf(`/api/${kind}?size=2000`);
      const { status, headers } = await ask(`/api/${kind}/by-anonymous-id/${id}`, 'application/hal+json');
      expect([kind, status, headers['content-type']]).toEqual([kind, 200, 'application/hal+json']);
    }
  });

  test('is put on nothing else', async () => {
    for (const path of ['/api/stats', '/api/users/19', '/api/ontologies']) {
      expect((await ask(path, 'application/hal+json')).status).toBe(406);
    }
  });
});

describe('an error', () => {
  test.each(['application/json', '*/*', '', 'application/*', 'application/json, text/html'])(
    "is a document to whoever accepts '%s'",
    async (accept) => {
      const { status, headers, text } = await ask('/api/users/abc', accept);
      expect([status, headers['content-type']]).toEqual([400, 'application/json']);
      expect(JSON.parse(text).message).toBe("'abc' is not a whole number of at most 32 bits.");
    },
  );

  test.each(['text/html', 'text/html, application/json', 'text/html,application/xhtml+xml,*/*;q=0.8', 'text/*'])(
    "is a page to whoever would rather have '%s'",
    async (accept) => {
      const { status, headers, text } = await ask('/nowhere', accept);
      expect([status, headers['content-type']]).toEqual([404, 'text/html;charset=utf-8']);
      expect(text).toContain('Page not found</h1>');
    },
  );

  test('is a page also when JSON would have been the answer', async () => {
    const { status, text } = await ask('/api/users', 'text/html');
    expect(status).toBe(406);
    expect(text).toContain('This address answers application/json, which the Accept header excludes.');
  });

  test('repeats nothing on its page that a browser would take for a part of it', async () => {
    const { text } = await ask('/api/users/<script>"&\'x', 'text/html,*/*');
    expect(text).toContain('<p>&#39;&#60;script&#62;&#34;&#38;&#39;x&#39; is not a whole number');
    expect(text).not.toContain('<script>');
  });

  test('is empty to whoever accepts neither', async () => {
    const { status, headers, text } = await ask('/nowhere', 'image/png');
    expect([status, text, headers['content-type'], headers['content-length']]).toEqual([404, '', undefined, '0']);
  });

  test.each([
    ['/api/taxa/1', 404, 'No taxon with ID 1.'],
    [`/api/users/by-anonymous-id/${AN_ID}`, 404, `Unknown user with anonymous ID: ${AN_ID}.`],
    [`/api/genes/by-anonymous-id/${AN_ID}`, 404, `Unknown gene with anonymous ID: ${AN_ID}.`],
    ['/api/nothing-here', 404, 'No endpoint found for your request URL.'],
    ['/api/stats?auth=wrong', 401, 'No user associated to the provided API token.'],
  ])('that is a sentence is sent whatever is accepted: %s', async (path, status, text) => {
    for (const accept of ['image/png', 'application/json', 'text/html']) {
      const answer = await ask(path, accept);
      expect(answer).toMatchObject({ status, text });
      expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    }
  });
});

describe('compression', () => {
  const LARGE = '/api/users/search?nameLike=&prefix=false';
  const inEncoding = (path: string, encoding: string) =>
    askRaw(registry.url, path, { headers: { 'Accept-Encoding': encoding } });

  test.each([
    'gzip',
    'GZIP',
    'x-gzip',
    'deflate, gzip',
    'br;q=1, gzip;q=0.5',
    'gzip;q=0.001',
    'gzip ; q=1.0',
    'br;q=0, gzip',
  ])("happens for '%s', and the same bytes come out", async (encoding) => {
    const plain = await askRaw(registry.url, LARGE);
    const packed = await inEncoding(LARGE, encoding);
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers['content-length']).toBe(String(packed.bytes.length));
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3);
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
  });

  test.each([
    '',
    'identity',
    'br',
    'deflate',
    'gzip;q=0',
    'gzip; q=0.0',
    'gzip;q=0.000, br',
    'identity, gzip;q=0',
    'x-gzip;q=0',
    'notgzip',
  ])("does not happen for '%s'", async (encoding) => {
    const { status, headers, bytes } = await inEncoding(LARGE, encoding);
    expect([status, headers['content-encoding']]).toEqual([200, undefined]);
    expect(headers['content-length']).toBe(String(bytes.length));
  });

  test('is spared to small answers and to errors', async () => {
    for (const path of ['/api/taxa/9606', '/api/stats', '/api/taxa/1', '/api/users/abc', '/livez']) {
      expect((await inEncoding(path, 'gzip')).headers).not.toHaveProperty('content-encoding');
    }
  });
});
