/** Where the cache is that instances have in common, and with which key: both or neither, and neither is ever shown. */

import { expect, test } from 'vitest';
import { load, refusal } from '../support/registry/load-config.ts';

const CACHE_KEY = '0123456789abcdef'.repeat(4);

test('there is none unless its address and its key are given', () => {
  expect(load({}).cache).toMatchObject({ url: undefined, key: undefined });
  expect(refusal({ env: { CACHE_URL: 'redis://cache.example.org' } })).toEqual([
    'CACHE_URL: cache.url is set, but must be set together with cache.key or not at all.',
  ]);
  expect(refusal({ env: { CACHE_KEY } })).toEqual([
    'CACHE_KEY: cache.key is set, but must be set together with cache.url or not at all.',
  ]);
});

test.each([
  'redis://cache.example.org',
  'redis://127.0.0.1:6380/2',
  'redis://[::1]:6380',
  'rediss://registry:p%40ss@cache.example.org:6379/0',
  'redis://:secret@cache.example.org',
  'redis+unix:///run/valkey/valkey.sock',
  'redis+unix://registry:p%40ss@localhost/run/valkey/valkey.sock?db=3',
])('its address may be %s', (url) => {
  expect(load({ env: { CACHE_URL: url, CACHE_KEY } }).cache.url).toBe(url);
});

test.each([
  'cache.example.org',
  'http://swordfish@cache.example.org',
  'redis://cache.example.org/swordfish',
  'redis://goose%fish:swordfish@cache.example.org',
  'redis+unix://swordfish',
])('its address may not be %s, and is not shown', (url) => {
  const [problem = '', ...others] = refusal({ env: { CACHE_URL: url, CACHE_KEY } });
  expect(others).toEqual([]);
  expect(problem).toMatch(/^CACHE_URL: cache\.url is a text \(not shown\), but must be an address in the form redis:/);
  expect(problem).not.toMatch(/swordfish|goosefish/);
});

test('its key is read from a file, and has at least 32 bytes', () => {
  const env = { CACHE_URL: 'redis://cache.example.org', CACHE_KEY_FILE: '<secret file>' };
  expect(load({ env, secretFile: `${CACHE_KEY}\n` }).cache.key).toBe(CACHE_KEY);
  for (const secretFile of [CACHE_KEY.slice(2), `${CACHE_KEY}a`, `${CACHE_KEY}gg`]) {
    const [problem = ''] = refusal({ env, secretFile });
    expect(problem).toMatch(
      /^CACHE_KEY_FILE: cache\.key is a text \(not shown\), but must be text .* of 64 to 256 hex/,
    );
  }
});
