/** How often one address, and all together, may do something within an hour, whichever process is asked. */

import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countedUses } from '../../../src/registry/state/counted-uses.ts';
import { sqliteState } from '../../../src/registry/state/sqlite-state.ts';
import type { SqliteStore } from '../../../src/registry/store/sqlite-store.ts';
import { networkOf, rateLimit, siteOf } from '../../../src/server/request/rate-limit.ts';
import { openTemporaryStore, type TemporaryStore } from '../../support/registry/temporary-store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let database: TemporaryStore;
beforeEach(() => {
  database = openTemporaryStore();
});
afterEach(() => database[Symbol.dispose]());

function limited(mostInAll = 100, callerOf = networkOf, name = 'one') {
  const clock = { at: Date.parse('2026-03-01T10:00:00Z') };
  const limitIn = (store: SqliteStore) => {
    const uses = { store: sqliteState(store).uses, key: new Uint8Array(32).fill(1), now: () => new Date(clock.at) };
    return rateLimit({ name, callerOf, mostOfCaller: 2, mostInAll }, countedUses(uses));
  };
  const { take } = limitIn(database.store);
  const isAllowed = async (address: string) => (await take(address)).isAllowed;
  /** One after the other. */
  const areAllowed = async (...addresses: string[]) => {
    const allowed: boolean[] = [];
    for (const address of addresses) allowed.push(await isAllowed(address));
    return allowed;
  };
  return { clock, isAllowed, areAllowed, take, limitIn };
}

test('an address may ask as often as is allowed, and again when its first time is an hour ago', async () => {
  const { clock, isAllowed, areAllowed, take } = limited();
  expect(await isAllowed('192.0.2.1')).toBe(true);
  clock.at += 10 * MINUTE_MS;
  expect(await areAllowed('192.0.2.1', '192.0.2.1', '192.0.2.2')).toEqual([true, false, true]);
  expect(await take('192.0.2.1')).toEqual({ isAllowed: false, retryAfterSeconds: 3000 });
  clock.at += 50 * MINUTE_MS;
  expect(await areAllowed('192.0.2.1', '192.0.2.1')).toEqual([true, false]);
});

test('all addresses together may ask as often as is allowed', async () => {
  const { areAllowed, take } = limited(3);
  expect(await areAllowed('192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4')).toEqual([true, true, true, false]);
  expect(await take('192.0.2.5')).toEqual({ isAllowed: false, retryAfterSeconds: 3600 });
});

test('four processes that are asked at once allow together what one allows, and so does one that is started again', async () => {
  const { clock, limitIn } = limited();
  const processes = Array.from({ length: 4 }, () => limitIn(database.openAgain()));
  const asked = processes.flatMap(({ take }) => Array.from({ length: 5 }, () => take('192.0.2.1')));
  const turns = await Promise.all(asked);
  expect(turns.filter(({ isAllowed }) => isAllowed)).toHaveLength(2);
  expect(await limitIn(database.openAgain()).take('192.0.2.1')).toMatchObject({ isAllowed: false });
  clock.at += HOUR_MS;
  expect(await limitIn(database.openAgain()).take('192.0.2.1')).toEqual({ isAllowed: true });
});

test('what one limit counts is not counted by another', async () => {
  expect(await limited().areAllowed('192.0.2.1', '192.0.2.1', '192.0.2.1')).toEqual([true, true, false]);
  expect(await limited(100, networkOf, 'other').areAllowed('192.0.2.1', '192.0.2.1')).toEqual([true, true]);
});

test('a clock that was a day ahead blocks nobody for a day', async () => {
  const { clock, areAllowed } = limited();
  clock.at += 24 * HOUR_MS;
  expect(await areAllowed('192.0.2.1', '192.0.2.1', '192.0.2.1')).toEqual([true, true, false]);
  clock.at -= 24 * HOUR_MS;
  expect(await areAllowed('192.0.2.1')).toEqual([true]);
});

test('an address is stored nowhere, and every trace of it is gone after an hour', async () => {
  const { clock, areAllowed } = limited();
  await areAllowed('192.0.2.1', '192.0.2.2');
  clock.at += HOUR_MS;
  await areAllowed('192.0.2.3');
  using file = new DatabaseSync(database.file, { readOnly: true });
  const rows = file.prepare('SELECT bound, hex(caller) AS caller FROM counted_use').all();
  expect(rows).toEqual([{ bound: 'one', caller: expect.stringMatching(/^[\dA-F]{32}$/) }]);
});

test.each([
  ['2001:db8::1', '2001:db8::2', '2001:DB8:0:0:ffff:1:2:3', false],
  ['2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db8:0:3::1', true],
  ['::ffff:192.0.2.1', '192.0.2.1', '::ffff:192.0.2.1', false],
  ['::ffff:c000:201', '192.0.2.1', '::FFFF:192.0.2.1', false],
  ['::ffff:c000:201', '::ffff:c000:202', '::ffff:c000:203', true],
  ['2001:db8::1', '2001:0db8::2', '2001:db8:0000::3', false],
  ['unknown', 'unknown', 'unknown', false],
  ['fe80::1%eth0', 'fe80::2', 'fe80::3%eth1', false],
  ['192.0.2.1:1024', '192.0.2.1:1025', '192.0.2.1', false],
  ['[2001:db8::1]:1024', '[2001:db8::2]:80', '2001:db8::3', false],
  ['192.0.2.1:1024', '192.0.2.2:1024', '192.0.2.3:1024', true],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.2', '::ffff:192.0.2.3', true],
])('of %s, %s and %s the third is let through: %s', async (first, second, third, expected) => {
  expect(await limited().areAllowed(first, second, third)).toEqual([true, true, expected]);
});

test('by site, the networks of one organisation count as one, and addresses of IPv4 one by one', async () => {
  const { areAllowed } = limited(100, siteOf);
  expect(await areAllowed('2001:db8:7:1::1', '2001:db8:7:2::1', '2001:db8:7:ffff::1')).toEqual([true, true, false]);
  const others = ['2001:db8:8:1::1', '192.0.2.1', '192.0.2.2', '192.0.2.3'];
  expect(await areAllowed(...others)).toEqual([true, true, true, true]);
});
