/** Sealed anonymous ids: nobody can link, guess, forge or keep them, and nobody else's key opens them. */

import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnonymousRef, anonymousIds } from '../../../src/registry/record/anonymous-ids.ts';
import { sampledCount } from '../../support/machine/sample.ts';
import { sealedId, sealedTogether } from '../../support/registry/sealed-ids.ts';

const LARGEST_ID = 2_147_483_647;
const MINUTE = 60_000;
const START = Date.parse('2026-03-01T10:00:00Z');
const KEY = Buffer.alloc(32, 7);

const id = fc.oneof(fc.integer({ min: 0, max: LARGEST_ID }), fc.constantFrom(0, 1, LARGEST_ID));
const refs = fc.oneof(
  fc.record({ kind: fc.constant('user' as const), userId: id }),
  fc.record({ kind: fc.constantFrom('gene', 'owner'), userId: id, geneId: id }),
);

/** Ids under a clock that the test sets. */
function ids({ key = KEY as Uint8Array, lifetimeMinutes = 60, at = START } = {}) {
  const clock = { at };
  const made = anonymousIds({ key, lifetimeMinutes, now: () => new Date(clock.at) });
  return { clock, ...made, seal: (ref: AnonymousRef) => sealedId(made, ref) };
}

function bits(uuid: string): number[] {
  const number = BigInt(`0x${uuid.replaceAll('-', '')}`);
  return Array.from({ length: 128 }, (_, place) => Number((number >> BigInt(127 - place)) & 1n));
}

/** The bits of a UUID that say what kind of UUID it is. */
const FIXED = new Set([48, 49, 50, 51, 64, 65]);

function withBitFlipped(uuid: string, place: number): string {
  const number = BigInt(`0x${uuid.replaceAll('-', '')}`) ^ (1n << BigInt(127 - place));
  const hex = number.toString(16).padStart(32, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

describe('an id', () => {
  test('is a lower-case UUID of version 4 and opens as what was sealed', () => {
    const { seal, open } = ids();
    fc.assert(
      fc.property(refs, (ref) => {
        const uuid = seal(ref);
        expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(open(uuid)).toEqual(ref);
      }),
      { numRuns: 500 },
    );
  });

  test('of one answer is as one that was made alone: each opens as its record, and no two are alike', () => {
    const made = anonymousIds({ key: KEY, lifetimeMinutes: 60, now: () => new Date(START) });
    fc.assert(
      fc.property(fc.array(refs, { maxLength: 50 }), (several) => {
        const uuids = sealedTogether(made, [...several, ...several]);
        expect(uuids.map(made.open)).toEqual([...several, ...several]);
        expect(new Set(uuids).size).toBe(uuids.length);
      }),
    );
  });

  test('is opened by every instance that holds the key, and by none that does not', () => {
    const { seal } = ids();
    const same = ids({ key: Buffer.from(KEY) });
    const almost = ids({ key: Buffer.from(KEY).fill(8, 31) });
    fc.assert(
      fc.property(refs, (ref) => {
        const uuid = seal(ref);
        expect(same.open(uuid)).toEqual(ref);
        expect(almost.open(uuid)).not.toEqual(ref);
      }),
    );
  });

  test('is unlike any other of the same record: about half of the bits differ, and each bit is as often 0 as 1', () => {
    const { seal } = ids();
    const ref: AnonymousRef = { kind: 'user', userId: 1 };
    const many = Array.from({ length: 2000 }, () => seal(ref));
    expect(new Set(many).size).toBe(many.length);
    // Nor do any two begin alike; that two of 2000 share their first 48 bits has a chance of one in 100 million.
    expect(new Set(many.map((uuid) => uuid.slice(0, 13))).size).toBe(many.length);
    const sums = many.map(bits).reduce((sum, uuid) => sum.map((count, place) => count + (uuid[place] ?? 0)));
    sums.forEach((count, place) => {
      // Six standard deviations of 2000 throws of a coin.
      if (!FIXED.has(place)) expect(Math.abs(count - 1000), `bit ${place}`).toBeLessThan(135);
    });
    const differing = many.slice(1).map((uuid, index) => distance(uuid, many[index] ?? ''));
    const mean = differing.reduce((sum, count) => sum + count, 0) / differing.length;
    expect(Math.abs(mean - 61)).toBeLessThan(1);
  });

  test('of neighbouring records is as unlike as any', () => {
    const { seal } = ids();
    const distances = Array.from({ length: 1000 }, (_, userId) =>
      distance(seal({ kind: 'user', userId }), seal({ kind: 'user', userId: userId + 1 })),
    );
    expect(Math.min(...distances)).toBeGreaterThan(20);
    expect(Math.max(...distances)).toBeLessThan(102);
  });
});

describe('an id of the earlier layout, which had no owners', () => {
  test.each<[AnonymousRef, string[]]>([
    [
      { kind: 'user', userId: 42 },
      [
        '7d3c009b-75b6-4e8c-8476-7cddd669f788',
        'c8940ab9-ad3e-4da0-9655-4ec17b4a3089',
        'c4f47b7a-4181-43a4-b5e4-60ed56e882a7',
      ],
    ],
    [
      { kind: 'user', userId: LARGEST_ID },
      ['b9c54c81-811e-49de-8f45-fbc1468bf42a', '3d078866-dab2-4526-85ad-f4f5d07ec70a'],
    ],
    [
      { kind: 'gene', userId: 42, geneId: 672 },
      ['a01fe54d-7907-4b13-8e95-cf65b914a5b9', '9278732b-b731-41f4-a7a2-071bd971694c'],
    ],
    [
      { kind: 'gene', userId: 0, geneId: 0 },
      ['e3dcc30e-f9ba-4ebc-ac1a-71dfd78bced2', '6a77f606-57ee-4145-856d-1b0a1ab64284'],
    ],
  ])('opens as the %o that it was given out for', (ref, uuids) => {
    expect(uuids.map(ids().open)).toEqual(uuids.map(() => ref));
  });
});

function distance(a: string, b: string): number {
  const other = bits(b);
  return bits(a).filter((bit, place) => bit !== other[place]).length;
}

describe('what was never issued', () => {
  test('a changed id never opens as its record, and almost never as anything', () => {
    const { seal, open } = ids();
    let opened = 0;
    fc.assert(
      fc.property(refs, (ref) => {
        const uuid = seal(ref);
        for (let place = 0; place < 128; place++) {
          const forged = open(withBitFlipped(uuid, place));
          expect(forged).not.toEqual(ref);
          if (forged !== undefined) opened += 1;
        }
      }),
      { numRuns: 100 },
    );
    // Of 12,800 attempts 0.01 hit a time within the hour; such a one names a record that all but surely is not there.
    expect(opened).toBeLessThanOrEqual(3);
  });

  test('a guessed id almost never opens, and never as a user that a registry has', () => {
    const { open } = ids();
    const tens = sampledCount(1, 5);
    const uuids = Array.from({ length: 10_000 * tens }, () => crypto.randomUUID());
    const guesses = uuids.map((id) => open(id)).filter((ref) => ref !== undefined);
    expect(guesses.length).toBeLessThanOrEqual(tens);
    expect(guesses.filter(({ kind, userId }) => kind === 'user' && userId < 1_000_000)).toEqual([]);
  });

  test.each([
    ['nothing', ''],
    ['no UUID', 'anonymous'],
    ['all zeros', '00000000-0000-0000-0000-000000000000'],
    ['another version', '8c1b6f0a-4c6f-1c52-8d3e-0a4b5c6d7e8f'],
    ['another variant', '8c1b6f0a-4c6f-4c52-cd3e-0a4b5c6d7e8f'],
    ['a UUID with more behind it', `${'8c1b6f0a-4c6f-4c52-8d3e-0a4b5c6d7e8f'}0`],
  ])('%s opens nothing', (_, text) => {
    expect(ids().open(text)).toBeUndefined();
  });
});

describe('the life of an id', () => {
  const ref: AnonymousRef = { kind: 'gene', userId: 5, geneId: 672 };

  test.each([1, 60, 1440])('of %i minutes is at least as long, and at most a minute longer', (lifetimeMinutes) => {
    for (const second of [0, 1, 30_000, 59_999]) {
      const { clock, seal, open } = ids({ lifetimeMinutes, at: START + second });
      const uuid = seal(ref);
      clock.at += lifetimeMinutes * MINUTE;
      expect(open(uuid)).toEqual(ref);
      clock.at += MINUTE;
      expect(open(uuid)).toBeUndefined();
      clock.at += 1000 * MINUTE;
      expect(open(uuid)).toBeUndefined();
    }
  });

  test('begins at once on an instance whose clock is a minute behind, but not further', () => {
    const uuid = ids().seal(ref);
    expect(ids({ at: START - MINUTE }).open(uuid)).toEqual(ref);
    expect(ids({ at: START - 1 }).open(uuid)).toEqual(ref);
    expect(ids({ at: START - 2 * MINUTE }).open(uuid)).toBeUndefined();
    expect(ids({ at: START - 1440 * MINUTE }).open(uuid)).toBeUndefined();
  });

  test('is the same in any year, even before there were such ids', () => {
    for (const year of ['1969', '1970', '2000', '2023', '2087', '2088', '2200', '9999']) {
      const { clock, seal, open } = ids({ at: Date.parse(`${year}-12-31T23:59:30Z`) });
      const uuid = seal(ref);
      expect(open(uuid), year).toEqual(ref);
      clock.at += 59 * MINUTE;
      expect(open(uuid), year).toEqual(ref);
      clock.at += 2 * MINUTE;
      expect(open(uuid), year).toBeUndefined();
    }
  });
});

test('the order of hidden records is the same on every run, another under another key, and not that of their ids', () => {
  const keys = (key: Uint8Array) => Array.from({ length: 200 }, (_, userId) => ids({ key }).orderKey(userId, 0));
  const order = (key: Uint8Array) =>
    keys(key)
      .map((value, userId) => ({ value, userId }))
      .sort((a, b) => a.value - b.value);
  expect(keys(KEY)).toEqual(keys(KEY));
  expect(new Set(keys(KEY)).size).toBe(200);
  expect(keys(KEY).every(Number.isSafeInteger)).toBe(true);
  const [first, second] = [KEY, randomBytes(32)].map((key) => order(key).map(({ userId }) => userId));
  expect(first).not.toEqual(second);
  expect(first).not.toEqual(first?.toSorted((a, b) => a - b));
});

test('nobody can see from the order of hidden genes which are of one person', () => {
  const { orderKey } = ids({ key: KEY });
  const genes = Array.from({ length: 4000 }, (_, place) => ({ userId: Math.floor(place / 20), geneId: place % 20 }));
  const ordered = genes.toSorted((a, b) => orderKey(a.userId, a.geneId) - orderKey(b.userId, b.geneId));
  const ofOnePerson = ordered.filter(({ userId }, place) => ordered[place + 1]?.userId === userId);
  // Of 3,999 neighbours 19 are of one person by chance; a person whose genes follow each other would make 3,800 of them.
  expect(ofOnePerson.length).toBeLessThan(40);
  expect(new Set(genes.map(({ userId, geneId }) => orderKey(userId, geneId))).size).toBe(4000);
});

describe('the end of an id', () => {
  test('is stated to the minute: it opens until then, and not from then on', () => {
    for (const secondsIn of [0, 1, 30, 59]) {
      const { clock, seal, open, expiresAt } = ids({ at: START + secondsIn * 1000 });
      const uuid = seal({ kind: 'gene', userId: 7, geneId: 672 });
      const end = expiresAt(uuid)?.getTime() ?? Number.NaN;
      expect(end).toBe(START + 61 * MINUTE);
      clock.at = end - 1;
      expect([open(uuid), expiresAt(uuid)?.getTime()]).toEqual([{ kind: 'gene', userId: 7, geneId: 672 }, end]);
      clock.at = end;
      expect([open(uuid), expiresAt(uuid)]).toEqual([undefined, undefined]);
    }
  });

  test('is the same when the clock of who issued it was a minute ahead', () => {
    const { clock, seal, expiresAt } = ids({ at: START + MINUTE });
    const uuid = seal({ kind: 'user', userId: 7 });
    clock.at = START;
    expect(expiresAt(uuid)).toEqual(new Date(START + 62 * MINUTE));
  });

  test('is not stated of what is no id', () => {
    const { expiresAt } = ids();
    expect([expiresAt('nope'), expiresAt('00000000-0000-4000-8000-000000000000')]).toEqual([undefined, undefined]);
  });
});
