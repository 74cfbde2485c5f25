/** `/client.js` on the wire. */

import { expect } from 'vitest';
import type { TestRegistry } from '../support/registry/start-registry.ts';
import { type Answer, askRaw } from '../support/server/raw-http.ts';
import { test } from '../support/worlds.ts';

let registry: TestRegistry;
test.beforeAll(({ alpha }) => {
  registry = alpha;
});

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return askRaw(registry.url, path, { method, headers: { Origin: 'https://www.example.org', ...headers } });
}

test('the client is one module, can be read by any website, and may be cached until it changes', async () => {
  const { status, headers, text } = await ask('/client.js');
  expect([status, headers['content-type']]).toEqual([200, 'text/javascript;charset=utf-8']);
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=0, must-revalidate',
    etag: expect.stringMatching(/^W\/"/),
  });
  expect(text).not.toMatch(/\bimport\b/);
  const exported = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`);
  expect(Object.keys(exported).toSorted()).toEqual(['ClientError', 'createClient']);
  const again = await ask('/client.js', { 'If-None-Match': headers.etag ?? '' });
  expect([again.status, again.headers['access-control-allow-origin']]).toEqual([304, '*']);
});

test('the modules of the page itself are for no other website', async () => {
  const { status, headers } = await ask('/assets/pages/browser/search.js');
  expect([status, headers['access-control-allow-origin']]).toEqual([200, undefined]);
});

test('the client is only read', async () => {
  expect((await ask('/client.js', {}, 'POST')).status).toBe(405);
  expect((await ask('/client.js', {}, 'HEAD')).text).toBe('');
});
