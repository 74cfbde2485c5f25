/** Instances that share a cache learn as one what a partner calls what the public may see. */

import { expect, test } from 'vitest';
import { publicViews } from '../../src/federation/partner/public-views.ts';
import { oneClock } from '../support/partners/one-clock.ts';
import { startRedis } from '../support/services/redis.ts';
import { joinCache, until } from '../support/services/shared-caches.ts';

const START = Date.parse('2026-03-01T10:00:00Z');

test('several instances ask a partner for the name once in five seconds, and all know it', async () => {
  await using redis = await startRedis();
  const clock = { at: START };
  const now = () => clock.at;
  let name = 'one';
  let requests = 0;
  const call = async () => {
    requests++;
    return {
      reply: {
        ...{
          status: 200,
          contentType: 'application/json',
          body: '{}',
          bytes: 2,
          isCut: false,
          retryAfterSeconds: undefined,
        },
        publicView: { name, minutes: 15 },
      },
    };
  };
  await using one = await joinCache(redis, { now });
  await using other = await joinCache(redis, { now });
  await using third = await joinCache(redis, { now });
  const instances = [one, other, third].map(({ state }) =>
    publicViews({ call, isOpen: () => false, state, key: 'view first', clock: oneClock(now) }),
  );
  const kept = { publicView: { name: 'one', askedAtMs: START, minutes: 15 } };
  clock.at += 11_000;
  await Promise.all(instances.map(({ learnFor }) => learnFor(kept)));
  await until(() => instances.every(({ holds }) => holds(kept)));
  expect(requests).toBe(1);
  name = 'two';
  clock.at += 6_000;
  for (const { holds } of instances) holds(kept);
  await until(() => instances.every(({ holds }) => !holds(kept)));
  expect(requests).toBe(2);
});
