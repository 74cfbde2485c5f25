/** Instances of one registry behind a balancer, with one Valkey: a partner is asked once, and nobody waits for the cache. */

import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { afterMs, type Script, status } from '../../src/demo/partner-behaviours.ts';
import { type ScriptedPartner, startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { PUBLIC_VIEWER } from '../../src/domain/record/model.ts';
import { learned } from '../support/network/network-of-partners.ts';
import { inTurn, users } from '../support/partners/behaviours.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';
import { counted } from '../support/server/read-metrics.ts';
import { type Redis, startRedis } from '../support/services/redis.ts';
import { KEY, PATIENT_MS, until } from '../support/services/shared-caches.ts';

const SEARCHED = '/api/users/search';
const PARTNER_MS = 1000;
const BETWEEN_MS = 6;

let redis: Redis;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis[Symbol.asyncDispose]());
// Whatever the test before has left of it.
beforeEach(async () => {
  await redis.kill();
  await redis.restart();
});

type Fleet = AsyncDisposable & { instances: readonly [TestRegistry, TestRegistry]; partner: ScriptedPartner };

/** Two instances of one registry, and the partner of both. */
async function startFleet(
  script: Script,
  { settings = {}, mostMs = PATIENT_MS }: { settings?: Record<string, string>; mostMs?: number } = {},
): Promise<Fleet> {
  await using opened = new AsyncDisposableStack();
  const partner = opened.use(await startScriptedPartner(script));
  const start = async () => {
    const instance = opened.use(
      await startTestRegistry({
        snapshot: smallSnapshot(),
        settings: { APP_SITE_SHORTNAME: 'HomeNet', CACHE_URL: redis.url, CACHE_KEY: KEY, ...settings },
        partners: [{ key: 'far', name: 'FarNet', url: partner.url }],
        sharedCacheMostMs: mostMs,
      }),
    );
    await learned(instance, 'far', '1.5.10');
    await until(() => instance.context.sharedCacheStatus?.().isShared === true);
    return instance;
  };
  const instances = [await start(), await start()] as const;
  const resources = opened.move();
  return { instances, partner, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** `cache` is null where the partner was not asked. */
type Outcome = { count: number; state: string; cache: string | null; elapsedMs: number };

/** One that no test has put yet. It is about a description: a name is asked for by parts, which several names share. */
function newQuestion(): string {
  put += 1;
  return `/api/federated/users/search?descriptionLike=topic%20${put}&origins=far`;
}
let put = 0;

/** Its administrator sees exactly how an answer came. */
const ADMIN_TOKEN = 'small-admin-token';

/** Asks again a moment later where a busy instance takes no more searches. */
async function ask(instance: TestRegistry, path: string): Promise<Outcome> {
  const beganMs = performance.now();
  const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
  let reply = await instance.get(path, { headers });
  while (reply.status === 503) {
    await pause(200);
    reply = await instance.get(path, { headers });
  }
  const { origins } = await reply.json();
  const { count, state, cache } = origins.find(({ key }: { key: string }) => key === 'far');
  return { count, state, cache: cache?.status ?? null, elapsedMs: performance.now() - beganMs };
}

/** One after the other in a short while. */
function askMany(instance: TestRegistry, path: string, count: number): Promise<readonly Outcome[]> {
  const one = async (_: unknown, index: number) => {
    await pause(index * BETWEEN_MS);
    return await ask(instance, path);
  };
  return Promise.all(Array.from({ length: count }, one));
}

/** Long enough for a server that is well on a machine that is busy, and short enough to wait for. */
const SLOW_MS = 1000;
const SLOW_PARTNER = { [SEARCHED]: afterMs(PARTNER_MS, users(3)) };

describe('two instances with one Valkey', () => {
  test('ask a partner that takes a second once for a hundred equal questions to each', async () => {
    await using fleet = await startFleet(SLOW_PARTNER);
    const question = newQuestion();
    const outcomes = await Promise.all(fleet.instances.map((instance) => askMany(instance, question, 100)));
    expect(fleet.partner.requestsTo(SEARCHED)).toHaveLength(1);
    const all = outcomes.flat();
    expect(all.map(({ state, count }) => [state, count])).toEqual(Array(200).fill(['answered', 3]));
    expect(all.filter(({ cache }) => cache === 'miss')).toHaveLength(1);
  });

  test('give later what the other has cached, and an instance that has just started does, too', async () => {
    await using fleet = await startFleet({ [SEARCHED]: users(3) }, { settings: { SERVER_METRICS_PORT: '0' } });
    const [one, other] = fleet.instances;
    const question = newQuestion();
    expect(await ask(one, question)).toMatchObject({ cache: 'miss', count: 3 });
    await until(() => one.context.sharedCacheStatus?.().stored === 1);
    expect(await ask(other, question)).toMatchObject({ cache: 'hit', count: 3 });
    expect(fleet.partner.requestsTo(SEARCHED)).toHaveLength(1);
    const [asked, given] = await Promise.all(
      [one, other].map(({ metricsUrl }) => counted(metricsUrl, 'isearch_shared_cache_texts_total')),
    );
    expect(asked).toMatchObject({ missed: expect.any(Number), kept: 1 });
    expect(given).toMatchObject({ found: 1 });
    expect(await counted(one.metricsUrl, 'isearch_shared_cache_in_use')).toEqual({ '': 1 });
    expect(Object.values(await counted(one.metricsUrl, 'isearch_shared_cache_requests_total'))[0]).toBeGreaterThan(1);
  });

  test('both get one failure', async () => {
    await using fleet = await startFleet({ [SEARCHED]: afterMs(500, status(500, 'Broken.')) });
    const question = newQuestion();
    const alone = fleet.partner.requestsTo(SEARCHED).length;
    const outcomes = await Promise.all(fleet.instances.map((instance) => askMany(instance, question, 10)));
    expect(new Set(outcomes.flat().map(({ state }) => state))).toEqual(new Set(['failed']));
    // One instance alone asks so often, as it tries again in pieces or once more.
    const asAFleet = fleet.partner.requestsTo(SEARCHED).length - alone;
    await ask(fleet.instances[0], newQuestion());
    expect(fleet.partner.requestsTo(SEARCHED).length - asAFleet).toBe(asAFleet);
  });

  test('share nothing that was asked with the search token', async () => {
    await using fleet = await startFleet({ [SEARCHED]: users(3) });
    const [one] = fleet.instances;
    await one.json(newQuestion(), 'small-admin-token');
    await pause(50);
    expect(one.context.sharedCacheStatus?.()).toMatchObject({ found: 0 });
  });
});

describe('a Valkey that is lost', () => {
  test('in the middle of the questions: all are answered, and then shared again when it is back', async () => {
    await using fleet = await startFleet(SLOW_PARTNER);
    const question = newQuestion();
    const answers = Promise.all(fleet.instances.map((instance) => askMany(instance, question, 100)));
    await pause(PARTNER_MS / 2);
    await redis.kill();
    const outcomes = (await answers).flat();
    expect(outcomes.map(({ state, count }) => [state, count])).toEqual(Array(200).fill(['answered', 3]));
    // The one that waited asked by itself when nobody shared any more.
    expect(fleet.partner.requestsTo(SEARCHED).length).toBeLessThanOrEqual(2);
    for (const { context } of fleet.instances) {
      expect(context.sharedCacheStatus?.()).toMatchObject({ isShared: false, outages: 1 });
    }
    expect(await ask(fleet.instances[0], newQuestion())).toMatchObject({ state: 'answered', cache: 'miss' });
    await redis.restart();
    for (const { context } of fleet.instances) await until(() => context.sharedCacheStatus?.().isShared === true);
    await expectShared(fleet);
  });

  test('and does not answer costs one question the time it is given, and the next ones nothing', async () => {
    await using fleet = await startFleet({ [SEARCHED]: users(3) }, { mostMs: SLOW_MS });
    const [one] = fleet.instances;
    await ask(one, newQuestion());
    // What is written behind an answer is there, and its claim is released.
    await until(() => one.context.sharedCacheStatus?.().stored === 1);
    await pause(100);
    redis.pause();
    try {
      const first = await ask(one, newQuestion());
      expect(first).toMatchObject({ state: 'answered', cache: 'miss', count: 3 });
      expect(first.elapsedMs).toBeGreaterThan(0.9 * SLOW_MS);
      const left = one.context.sharedCacheStatus?.();
      expect(left).toMatchObject({ isShared: false, outages: 1 });
      for (let time = 0; time < 20; time++) {
        expect(await ask(one, newQuestion())).toMatchObject({ state: 'answered', cache: 'miss' });
      }
      expect(one.context.sharedCacheStatus?.()).toEqual(left);
    } finally {
      redis.resume();
    }
    for (const { context } of fleet.instances) await until(() => context.sharedCacheStatus?.().isShared === true);
    await expectShared(fleet);
  });

  async function expectShared({ instances: [one, other], partner }: Fleet): Promise<void> {
    const question = newQuestion();
    const before = partner.requestsTo(SEARCHED).length;
    await Promise.all([ask(one, question), ask(other, question)]);
    expect(partner.requestsTo(SEARCHED).length - before).toBe(1);
  }
});

describe('a partner that one instance lets rest', () => {
  test('is not asked by the other either', async () => {
    await using fleet = await startFleet({
      [SEARCHED]: inTurn(status(429, 'Too many.', { 'Retry-After': '60' }), users(3)),
    });
    const [one, other] = fleet.instances;
    await ask(one, newQuestion());
    expect((await ask(one, newQuestion())).state).toBe('resting');
    await expect.poll(() => stateAt(other)).toBe('resting');
    expect((await ask(other, newQuestion())).state).toBe('resting');
    expect(fleet.partner.requestsTo(SEARCHED)).toHaveLength(1);
  });

  test('is asked by both once the probe of one is answered', async () => {
    await using fleet = await startFleet({
      [SEARCHED]: inTurn(users(1), status(429, 'Too many.', { 'Retry-After': '2' }), users(3)),
    });
    const [one, other] = fleet.instances;
    await ask(other, newQuestion());
    await ask(one, newQuestion());
    await expect.poll(() => stateAt(other)).toBe('resting');
    await expect.poll(() => stateAt(one)).toBe('failing');
    expect(await ask(one, newQuestion())).toMatchObject({ state: 'answered', count: 3 });
    await expect.poll(() => stateAt(other)).toBe('well');
    expect(await ask(other, newQuestion())).toMatchObject({ state: 'answered', count: 3 });
  });

  function stateAt({ context }: TestRegistry): string | undefined {
    return context.federation.partnerStates(PUBLIC_VIEWER)[0]?.state;
  }
});
