/** How often one address, and all together, may do something within a time. */

import { expect, test } from 'vitest';
import { networkOf, siteOf } from '../../../src/http/request/network-of.ts';
import { rateLimit } from '../../../src/http/request/rate-limit.ts';

function limited(mostInAll = 100, callerOf = networkOf) {
  const clock = { at: 1_000_000 };
  const { take } = rateLimit({ callerOf, mostPerCaller: 2, mostInAll, periodMs: 60_000, now: () => clock.at });
  return { clock, isAllowed: (address: string) => take(address).isAllowed, take };
}

test('an address may ask as often as is allowed, and again when its first time is long enough ago', () => {
  const { clock, isAllowed, take } = limited();
  expect(isAllowed('192.0.2.1')).toBe(true);
  clock.at += 10_000;
  expect([isAllowed('192.0.2.1'), isAllowed('192.0.2.1')]).toEqual([true, false]);
  expect(isAllowed('192.0.2.2')).toBe(true);
  expect(take('192.0.2.1')).toEqual({ isAllowed: false, retryAfterSeconds: 50 });
  clock.at += 50_000;
  expect([isAllowed('192.0.2.1'), isAllowed('192.0.2.1')]).toEqual([true, false]);
});

test('all addresses together may ask as often as is allowed', () => {
  const { isAllowed, take } = limited(3);
  expect(['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'].map(isAllowed)).toEqual([true, true, true, false]);
  expect(take('192.0.2.5')).toEqual({ isAllowed: false, retryAfterSeconds: 60 });
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
])('of %s, %s and %s the third is let through: %s', (first, second, third, expected) => {
  const { isAllowed } = limited();
  expect([isAllowed(first), isAllowed(second), isAllowed(third)]).toEqual([true, true, expected]);
});

test('by site, the networks of one organisation count as one, and addresses of IPv4 one by one', () => {
  const { isAllowed } = limited(100, siteOf);
  expect(['2001:db8:7:1::1', '2001:db8:7:2::1', '2001:db8:7:ffff::1'].map(isAllowed)).toEqual([true, true, false]);
  expect(['2001:db8:8:1::1', '192.0.2.1', '192.0.2.2', '192.0.2.3'].map(isAllowed)).toEqual([true, true, true, true]);
});
