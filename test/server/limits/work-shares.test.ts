/** How much work a caller may make in a minute: stated beforehand, used up by broad questions, never by ordinary ones. */

import type { Response as Reply } from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/server/limits/callers.ts';
import { workShares } from '../../../src/server/limits/request-rates.ts';
import { sampleOf } from '../../support/machine/sample.ts';
import { BATCH } from '../../support/network/gene-lists.ts';
import { madeUpSnapshot } from '../../support/registry/made-up-registry.ts';
import { manyPeopleSnapshot } from '../../support/registry/many-people.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';
import { type Answer, askRaw } from '../../support/server/raw-http.ts';

const MEBIBYTE = 1024 * 1024;

describe('a share', () => {
  const caller: Caller = { kind: 'other', key: 'a' };
  const other: Caller = { kind: 'other', key: 'b' };

  function sharesOf(megabytesPerMinute: number, sharedTotal?: number, partAtOnce?: number) {
    const clock = { nowMs: 1_000_000 };
    const reported: number[] = [];
    const shares = workShares({
      megabytesPerMinute,
      partnerMegabytesPerMinute: 2 * megabytesPerMinute,
      onRefused: () => {},
      now: () => clock.nowMs,
      sharedCounters:
        sharedTotal === undefined
          ? undefined
          : { increment: (_key, windowMs, by) => answer(windowMs, by), ...(partAtOnce && { partAtOnce }) },
    });
    async function answer(windowMs: number, by: number) {
      reported.push(by);
      return { total: sharedTotal ?? 0, resetsAtMs: clock.nowMs + windowMs };
    }
    const left = (one: Caller) => {
      const headers = new Map<string, string>();
      const reply = {
        getHeader: () => undefined,
        setHeader: (name: string, value: string) => headers.set(name, value),
      };
      shares.check(one, reply as unknown as Reply);
      return headers.get('RateLimit');
    };
    return { clock, shares, left, reported };
  }

  test('is used up by bytes, by each caller alone, and whole again after a minute', () => {
    const { clock, shares, left } = sharesOf(2);
    shares.spend(caller, 1, MEBIBYTE);
    expect(left(caller)).toBe(`"address-work"; r=${MEBIBYTE}; t=60`);
    clock.nowMs += 20_001;
    shares.spend(caller, 1, MEBIBYTE);
    expect(() => left(caller)).toThrow(expect.objectContaining({ code: 'too-much-work', retryAfterSeconds: 40 }));
    expect(left(other)).toBe(`"address-work"; r=${2 * MEBIBYTE}; t=60`);
    expect(left({ kind: 'partner', key: 'a-partner' })).toBe(`"token-work"; r=${4 * MEBIBYTE}; t=60`);
    clock.nowMs += 39_999;
    expect(left(caller)).toBe(`"address-work"; r=${2 * MEBIBYTE}; t=60`);
  });

  test('is used up by 4 KiB for each record at least', () => {
    const { shares, left } = sharesOf(2);
    shares.spend(caller, 256, 100);
    expect(left(caller)).toBe(`"address-work"; r=${MEBIBYTE}; t=60`);
  });

  test('of 0 is none', () => {
    const { shares, left } = sharesOf(0);
    shares.spend(caller, 1, 100 * MEBIBYTE);
    expect(left(caller)).toBeUndefined();
  });

  test('counts what other instances publish, and publishes in lumps', async () => {
    const { shares, left, reported } = sharesOf(4, 3 * 1024);
    for (let count = 0; count < 1023; count++) shares.spend(caller, 0, 1024);
    expect(reported).toEqual([]);
    shares.spend(caller, 0, 1024);
    await Promise.resolve();
    await Promise.resolve();
    expect(reported).toEqual([1024]);
    expect(left(caller)).toBe(`"address-work"; r=${MEBIBYTE}; t=60`);
  });

  test('is published once, and grows by nothing that others publish less of', async () => {
    const { shares, left, reported } = sharesOf(4, 512);
    for (const kibibytes of [1024.5, 1023, 0.5]) shares.spend(caller, 0, kibibytes * 1024);
    await Promise.resolve();
    await Promise.resolve();
    expect(reported).toEqual([1024, 1024]);
    expect(left(caller)).toBe(`"address-work"; r=${2 * MEBIBYTE}; t=60`);
  });

  test('of a registry of several processes is published in parts of it', () => {
    const { shares, reported } = sharesOf(4, 0, 1 / 32);
    for (const kibibytes of [127, 1]) shares.spend(caller, 0, kibibytes * 1024);
    expect(reported).toEqual([128]);
  });
});

function senderOf(registry: () => TestRegistry) {
  return (path: string, from: string, more: Parameters<typeof askRaw>[2] = {}): Promise<Answer> =>
    askRaw(registry().url, path, { ...more, headers: { 'X-Forwarded-For': from, ...more.headers } });
}

describe('a registry that gives an address 15 MiB a minute', () => {
  const EVERYBODY = 'descriptionLike=h';
  let registry: TestRegistry;
  beforeAll(async () => {
    registry = await startTestRegistry({
      // 6 MB for everybody.
      snapshot: madeUpSnapshot({ users: 600, descriptionCharacters: 10_000 }),
      settings: { SERVER_TRUSTED_PROXIES: 'loopback', LIMITS_MEGABYTES_PER_MINUTE: '15' },
    });
  });
  afterAll(() => registry[Symbol.asyncDispose]());
  const ask = senderOf(() => registry);

  const SIZES_LEARNED = 8;
  const FROM_EVERYBODY = [
    [1, 'lists', `/api/users/search?${EVERYBODY}`],
    [2, 'pages of several registries, however short', `/api/federated/users/search?${EVERYBODY}&size=1`],
    [3, 'files', `/export?${EVERYBODY}&format=json`],
  ] as const;

  test.each(sampleOf(FROM_EVERYBODY, 1))(
    'answers address %i that asks for everybody some %s, and then asks it to wait',
    async (number, _, path) => {
      const from = `198.51.100.${number}`;
      const statuses: number[] = [];
      const { work } = registry.context.limits.status().refused;
      // Work counts by how large records of answers before were, which may be those of other tests in this process.
      for (let other = 0; other < SIZES_LEARNED; other++) {
        await ask(`${path}${'&'.repeat(10 + other)}`, `203.0.113.${10 * number + other}`);
      }
      // Another address each time, or the second would have a copy of the first.
      for (let count = 0; count < 4; count++) statuses.push((await ask(`${path}${'&'.repeat(count)}`, from)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
      const refused = await ask('/api/users/search?descriptionLike=nothing-like-it', from);
      expect([refused.status, JSON.parse(refused.text).message]).toEqual([
        429,
        expect.stringContaining('asked for more records than may be within a minute'),
      ]);
      expect(refused.headers['retry-after']).toMatch(/^(?:60|[1-5]?\d)$/);
      expect(refused.headers.ratelimit).toMatch(/, "address-work"; r=0; t=\d+$/);
      expect(registry.context.limits.status().refused.work).toBe(work + 2);
      expect((await ask(path, '203.0.113.9')).status).toBe(200);
    },
  );

  test('states in every counted answer what is left', async () => {
    const { headers } = await ask('/api/stats', '198.51.100.99');
    expect(headers['ratelimit-policy']).toMatch(/, "address-work"; q=15728640; qu="content-bytes"; w=60$/);
    expect(headers.ratelimit).toMatch(/, "address-work"; r=15728640; t=60$/);
  });
});

describe('as it comes', () => {
  let registry: TestRegistry;
  beforeAll(async () => {
    registry = await startTestRegistry({
      snapshot: manyPeopleSnapshot(),
      settings: { SERVER_TRUSTED_PROXIES: 'loopback' },
    });
  });
  afterAll(() => registry[Symbol.asyncDispose]());
  const ask = senderOf(() => registry);
  const leftIn = ({ headers }: Answer) => Number(/-work"; r=(\d+)/.exec(String(headers.ratelimit))?.[1]);

  test('a list of 50 genes, a page of 500, a file of everybody and searches as one types take a tenth at most', async () => {
    const from = '198.51.100.7';
    const whole = leftIn(await ask('/api/stats', from));
    const genes = Array.from({ length: 50 }, () => ({ symbol: 'BRCA1', taxonId: 9606 }));
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': from };
    const questions: [string, Parameters<typeof askRaw>[2]][] = [
      [BATCH, { method: 'POST', headers, body: JSON.stringify({ genes }) }],
      ['/api/users?size=500', {}],
      ['/api/federated/genes/search?symbol=TP53&taxonId=9606&size=500', {}],
      ['/export?symbol=TP53&taxonId=9606&format=csv', {}],
      ...['a', 'al', 'ali', 'alb'].map((name): [string, object] => [
        `/api/users/search?nameLike=${name}&prefix=true`,
        {},
      ]),
    ];
    for (const [path, asked] of questions) expect([path, (await ask(path, from, asked)).status]).toEqual([path, 200]);
    expect(leftIn(await ask('/api/stats', from))).toBeGreaterThan(0.9 * whole);
  });
});
