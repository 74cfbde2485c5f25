/** What an instance does and reports to its operator when the shared cache is slow, gone, full or not for it. */

import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openSharedCache } from '../../src/operations/shared-cache.ts';
import { read } from '../support/docs/read-markdown.ts';
import { startRedis } from '../support/services/redis.ts';
import { joinCache, KEY, until } from '../support/services/shared-caches.ts';

const KEY_OF_ANSWER = 'answer none the question';
const GOES_ON = '; this instance uses its own answers';
const slower = (ms: number) => `it takes longer than ${ms} ms${GOES_ON}`;
/** Long enough for a server that is well on a machine that is busy, and short enough to wait for. */
const SLOW_MS = 1000;

test('a cache that stands still is left after a while, reported once, and used again when it goes on', async () => {
  await using redis = await startRedis();
  await using shared = await joinCache(redis, { mostMs: SLOW_MS });
  await shared.state.set(KEY_OF_ANSWER, 'kept', 60_000);
  const before = shared.status();
  redis.pause();
  const beganMs = performance.now();
  expect(await shared.state.get(KEY_OF_ANSWER)).toBeUndefined();
  expect(performance.now() - beganMs).toBeGreaterThan(0.9 * SLOW_MS);
  for (let time = 0; time < 100; time++) {
    expect(await shared.state.get(KEY_OF_ANSWER)).toBeUndefined();
    expect((await shared.state.claim(KEY_OF_ANSWER)).whose).toBe('mine');
    expect(await shared.state.add('192.0.2.7', 1, 1000)).toBeUndefined();
  }
  // Nobody but the first waited for it.
  expect(shared.status()).toMatchObject({ isShared: false, outages: 1, requests: before.requests + 1 });
  await pause(1000);
  expect(shared.reported).toEqual([undefined, slower(SLOW_MS)]);
  redis.resume();
  await until(() => shared.status().isShared);
  expect(await shared.state.get(KEY_OF_ANSWER)).toBe('kept');
  expect(shared.reported).toEqual([undefined, slower(SLOW_MS), undefined]);
});

test('a cache that stands still is left after 50 ms unless more is allowed', async () => {
  await using redis = await startRedis();
  const reported: (string | undefined)[] = [];
  await using shared = openSharedCache({
    ...{ url: redis.url, key: KEY, scope: 'test', now: Date.now },
    report: (trouble) => void reported.push(trouble),
  });
  await until(() => shared.status().isShared);
  redis.pause();
  expect(await shared.state.get(KEY_OF_ANSWER)).toBeUndefined();
  expect(shared.status().isShared).toBe(false);
  expect(reported.at(-1)).toBe(slower(50));
});

test('a cache that is killed is reported once, and used again when it is back', async () => {
  await using redis = await startRedis();
  await using shared = await joinCache(redis);
  await redis.kill();
  await until(() => !shared.status().isShared);
  expect(await shared.state.get(KEY_OF_ANSWER)).toBeUndefined();
  await pause(1000);
  expect(shared.reported).toEqual([
    undefined,
    expect.stringMatching(/^(?:it cannot be reached \(E[A-Z]+\)|its connection was lost); this instance/),
  ]);
  await redis.restart();
  await until(() => shared.status().isShared);
  await shared.state.set(KEY_OF_ANSWER, 'kept', 60_000);
  expect(await shared.state.get(KEY_OF_ANSWER)).toBe('kept');
  expect(shared.reported).toHaveLength(3);
});

test('a cache that was never there is reported a few seconds after the start, without its address', async () => {
  const reported: (string | undefined)[] = [];
  await using shared = openSharedCache({
    ...{ url: 'redis://registry:swordfish@127.0.0.1:1/0', key: KEY, scope: 'test', now: Date.now },
    report: (trouble) => void reported.push(trouble),
  });
  expect(await shared.state.get(KEY_OF_ANSWER)).toBeUndefined();
  expect(reported).toEqual([]);
  await until(() => reported.length > 0);
  await pause(1000);
  expect(reported).toEqual([`it cannot be reached (ECONNREFUSED)${GOES_ON}`]);
});

test.each([
  ['a wrong password', (url: string) => url.replace(/:[^:@]+@/, ':swordfish@'), 'it answers WRONGPASS'],
  ['no password', (url: string) => url.replace(/\/\/.*@localhost/, '//'), 'it answers NOAUTH'],
])('a cache that is given %s is reported as such, and asked nothing', async (_, wrong, trouble) => {
  await using redis = await startRedis();
  const reported: (string | undefined)[] = [];
  await using shared = openSharedCache({
    ...{ url: wrong(redis.url), key: KEY, scope: 'test', now: Date.now },
    report: (sentence) => void reported.push(sentence),
  });
  await until(() => reported.length > 0);
  expect(reported).toEqual([trouble + GOES_ON]);
  expect(shared.status().isShared).toBe(false);
});

test('a cache that is full is left until there is room', async () => {
  await using redis = await startRedis();
  await using shared = await joinCache(redis);
  await redis.command('CONFIG', 'SET', 'maxmemory', '1');
  await shared.state.set(KEY_OF_ANSWER, 'kept', 60_000);
  expect(shared.status()).toMatchObject({ isShared: false, stored: 0 });
  await pause(600);
  expect(shared.reported).toEqual([undefined, `it answers OOM${GOES_ON}`]);
  await redis.command('CONFIG', 'SET', 'maxmemory', '0');
  await until(() => shared.status().isShared);
});

test('an account with the rights that run.md names is enough', async () => {
  const [, rights = ''] = /`(~isearch:\* [^`]+)`/.exec(read('docs/run.md').replace(/\n/g, ' ')) ?? [];
  await using redis = await startRedis();
  await redis.command('ACL', 'SETUSER', 'registry', 'on', '>limited', ...rights.split(/\s+/));
  const url = redis.url.replace(/\/\/.*@/, '//registry:limited@');
  await using shared = await joinCache(redis, { url });
  await using other = await joinCache(redis, { url });
  const mine = await shared.state.claim(KEY_OF_ANSWER);
  const theirs = await other.state.claim(KEY_OF_ANSWER);
  if (mine.whose !== 'mine' || theirs.whose !== 'another') throw new Error('The first has the turn.');
  const ended = theirs.ended(new AbortController().signal);
  await pause(500);
  mine.end('it failed');
  expect(await ended).toBe('it failed');
  await shared.state.set(KEY_OF_ANSWER, 'kept', 60_000);
  expect(await other.state.get(KEY_OF_ANSWER)).toBe('kept');
  await other.state.publish(KEY_OF_ANSWER, 'published', 60_000);
  expect(await shared.state.get(KEY_OF_ANSWER)).toBe('published');
  expect((await shared.state.add('192.0.2.7', 1, 1000))?.total).toBe(1);
  expect([shared.reported, other.reported]).toEqual([[undefined], [undefined]]);
});
