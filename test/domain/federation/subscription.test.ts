/** Subscriptions by mail: when they are due, what each message says, and that nobody is in it twice or forgotten. */

import { expect, test } from 'vitest';
import type { FeedPerson } from '../../../src/domain/federation/feed.ts';
import {
  type Announced,
  announcedOf,
  dayTimeOf,
  hasLapsed,
  isQuiet,
  nextDueDay,
  secondOf,
  tidingsOf,
} from '../../../src/domain/federation/subscription.ts';
import { mailboxOf } from '../../../src/domain/mail-address.ts';

const HOUR = 3600;

function person(key: string): FeedPerson {
  return { originKey: 'local', registry: 'AlphaNet', key, named: undefined, genes: [] };
}

test('quiet hours are from one to five in UTC, and every question has its moment in them', () => {
  const at = (time: string) => isQuiet(dayTimeOf(new Date(`2026-03-01T${time}Z`)));
  expect(['00:59:59', '01:00:00', '04:59:59', '05:00:00'].map(at)).toEqual([false, true, true, false]);
  const seconds = Array.from({ length: 256 }, (_, byte) => secondOf(new Uint8Array([byte, 7, 7, 7])));
  expect(Math.min(...seconds)).toBeGreaterThanOrEqual(HOUR);
  expect(Math.max(...seconds)).toBeLessThan(5 * HOUR);
  // Spread over the hours: none of them has much more than its quarter.
  const byHour = Map.groupBy(seconds, (second) => Math.floor(second / HOUR));
  expect(Math.max(...[...byHour.values()].map(({ length }) => length))).toBeLessThan(100);
});

test('daily is due on the next day, weekly after seven', () => {
  expect([nextDueDay('daily', 100), nextDueDay('weekly', 100)]).toEqual([101, 107]);
});

test('what is not confirmed lapses after three days, what is confirmed never', () => {
  const lapsed = (days: number, isConfirmed = false) => hasLapsed({ requestedAt: 0, isConfirmed }, days * 24 * HOUR);
  expect([lapsed(2.9), lapsed(3), lapsed(300, true)]).toEqual([false, true, false]);
});

test.each([
  ['Ada@Example.org', 'ada@example.org'],
  ['ada+registry@example.org', 'ada@example.org'],
  ['+ada@example.org', '+ada@example.org'],
  ['ada@ｅxample.org', 'ada@example.org'],
  ['ada@EXÄMPLE.org', 'ada@xn--exmple-cua.org'],
])('mail to %s goes to the box %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});

test('a message names the first fifty of those who came, how many there are, and who gave no full answer', () => {
  const kept = Array.from({ length: 60 }, (_, at) => ({ digest: `${at}`, number: at + 1 }));
  const found = kept.map(({ digest }) => ({ person: person(digest), digest }));
  const announced = { upTo: 5, owed: [] };
  const tidings = tidingsOf(found, { stored: kept, announced, partly: ['Boreal'] });
  expect(tidings).toMatchObject({ cameInAll: 55, partly: ['Boreal'] });
  expect(tidings?.came).toHaveLength(50);
  expect(
    tidingsOf(found, {
      stored: kept,
      announced: announcedOf(kept, new Set(kept.map(({ digest }) => digest))),
      partly: [],
    }),
  ).toBeUndefined();
});

/** People come and go, registries are silent, and messages fail, at random with a fixed seed. */
test('over 300 random days everybody who is found is in exactly one message for each time that they came', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  const there = new Set<string>(['p0', 'p1']);
  let kept: { digest: string; number: number }[] = [];
  let number = 0;
  let announced: Announced | undefined;
  /** How often each stood in a message, and how often each came, since the confirmation. */
  const messages = new Map<string, number>();
  const arrivals = new Map<string, number>();
  const known = new Set(there);
  for (let day = 0; day < 300; day++) {
    if (day > 0) {
      const one = `p${random(40)}`;
      if (there.has(one) && random(3) === 0) there.delete(one);
      else there.add(one);
    }
    // Half of them are at a registry that is silent every third day.
    const isSilent = (digest: string) => day % 3 === 0 && Number(digest.slice(1)) % 2 === 1;
    const present = [...there].filter((digest) => !isSilent(digest));
    kept = kept.filter(({ digest }) => there.has(digest) || isSilent(digest));
    for (const digest of present) {
      if (kept.some((one) => one.digest === digest)) continue;
      kept.push({ digest, number: ++number });
      if (day > 0 || !known.has(digest)) arrivals.set(digest, (arrivals.get(digest) ?? 0) + 1);
    }
    const found = present.map((digest) => ({ person: person(digest), digest }));
    if (announced === undefined) {
      announced = announcedOf(kept, new Set(present));
      continue;
    }
    const tidings = tidingsOf(found, { stored: kept, announced, partly: [] });
    // The mail server fails now and then: nothing counts as sent.
    if (tidings === undefined || random(4) === 0) continue;
    for (const { key } of tidings.came) messages.set(key, (messages.get(key) ?? 0) + 1);
    announced = announcedOf(kept, new Set(present), announced);
  }
  expect(messages.size).toBeGreaterThan(20);
  for (const [digest, count] of messages) expect(count).toBeLessThanOrEqual(arrivals.get(digest) ?? 0);
  const [before] = [announced as Announced];
  const rest = tidingsOf(
    [...there].map((digest) => ({ person: person(digest), digest })),
    { stored: kept, announced: before, partly: [] },
  );
  // Whoever is there now was in a message, or is in the next one.
  const open = new Set(rest?.came.map(({ key }) => key));
  for (const digest of there) expect(messages.has(digest) || open.has(digest) || known.has(digest)).toBe(true);
});

test('a registry that was silent at the confirmation answers later: who is found there is in a message', () => {
  const kept = [
    { digest: 'boreal', number: 1 },
    { digest: 'ada', number: 2 },
  ];
  const announced = announcedOf(kept, new Set(['ada']));
  const found = ['ada', 'boreal'].map((digest) => ({ person: person(digest), digest }));
  const tidings = tidingsOf(found, { stored: kept, announced, partly: [] });
  expect(tidings?.came.map(({ key }) => key)).toEqual(['boreal']);
  const after = announcedOf(kept, new Set(['ada', 'boreal']), announced);
  expect([after, tidingsOf(found, { stored: kept, announced: after, partly: [] })]).toEqual([
    { upTo: 2, owed: [] },
    undefined,
  ]);
});
