/** `/client.js` on the wire: readable by any website with all that it imports, and kept until it changes. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, askRaw } from '../../support/http/raw-http.ts';
import { smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ snapshot: smallSnapshot() });
});
afterAll(() => registry[Symbol.asyncDispose]());

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return askRaw(registry.url, path, { method, headers: { Origin: 'https://www.example.org', ...headers } });
}

/** Where a module of the client leads, from its own address. */
function importsOf(path: string, text: string): string[] {
  const specifiers = [...text.matchAll(/(?:from|import)\s*'(\.[^']+)'/g)].map(([, specifier = '']) => specifier);
  return specifiers.map((specifier) => new URL(specifier, registry.url + path).pathname);
}

test('the client and every module that it imports can be read by any website, and kept', async () => {
  const paths = new Set(['/client.js']);
  for (const path of paths) {
    const { status, headers, text } = await ask(path);
    expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/javascript;charset=utf-8']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=0, must-revalidate',
      etag: expect.stringMatching(/^W\/"/),
    });
    const again = await ask(path, { 'If-None-Match': headers.etag ?? '' });
    expect([path, again.status, again.headers['access-control-allow-origin']]).toEqual([path, 304, '*']);
    for (const imported of importsOf(path, text)) paths.add(imported);
  }
  expect(paths.size).toBeGreaterThan(5);
});

test('the client names all its modules at once, so that browsers fetch them together', async () => {
  const { text } = await ask('/client.js');
  const named = importsOf('/client.js', text);
  for (const path of named) {
    const deeper = importsOf(path, (await ask(path)).text);
    expect(deeper.filter((one) => !named.includes(one))).toEqual([]);
  }
});

test('the modules of the page itself are for no other website', async () => {
  const { status, headers } = await ask('/assets/web/browser/search.js');
  expect([status, headers['access-control-allow-origin']]).toEqual([200, undefined]);
});

test('the client is only read', async () => {
  expect((await ask('/client.js', {}, 'POST')).status).toBe(405);
  expect((await ask('/client.js', {}, 'HEAD')).text).toBe('');
});
