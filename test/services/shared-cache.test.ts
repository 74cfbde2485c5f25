/** A Valkey that instances have in common: what is believed of what stands there, and who can read it. */

import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { answerCache, type Cached, freshness } from '../../src/federation/partner/answer-cache.ts';
import { ourFault } from '../../src/federation/partner/no-answer-reasons.ts';
import { answerWithout, type PartnerAnswer } from '../../src/federation/partner/partner-query.ts';
import { sharedAnswers } from '../../src/federation/stages/cache.ts';
import { answerCacheContract, MINUTE, START } from '../operations/answer-cache-contract.ts';
import { sharedStateContract } from '../operations/shared-state-contract.ts';
import { oneClock } from '../support/partners/one-clock.ts';
import { queryOf } from '../support/partners/partner-queries.ts';
import { type Redis, startRedis } from '../support/services/redis.ts';
import { joinCache, until } from '../support/services/shared-caches.ts';

const KEY_OF_ANSWER = 'answer none the question';
const SECRET = 'Ada Ångström has KCNQ2. '.repeat(400);

let redis: Redis;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis[Symbol.asyncDispose]());
beforeEach(() => redis.clear());

answerCacheContract('that another instance has kept', async (limits) => {
  const clock = { at: START };
  const now = () => clock.at;
  const rules = freshness({ now, ...limits });
  const [one, other] = [await joinCache(redis, { now }), await joinCache(redis, { now })];
  onTestFinished(async () => {
    await one[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });
  return { clock, ...askerAt(one, now, rules), ...readerAt(other, now, rules) };
});

sharedStateContract('in a Valkey or Redis', async () => {
  const join = async () => {
    const cache = await joinCache(redis);
    onTestFinished(async () => cache[Symbol.asyncDispose]());
    return { state: cache.state, end: async () => cache[Symbol.asyncDispose]() };
  };
  return [await join(), await join()];
});

type Joined = Awaited<ReturnType<typeof joinCache>>;
type Rules = ReturnType<typeof freshness>;

/** An instance whose partner answers what the test says. */
function askerAt(shared: Joined, now: () => number, rules: Rules) {
  return {
    async set(key: string, answer: PartnerAnswer, holdsAnonymised: boolean): Promise<void> {
      const cache = answerCache<PartnerAnswer>(new Map(), { now, rules });
      const before = shared.status().stored;
      const wrapper = sharedAnswers({
        state: shared.state,
        cache,
        rules,
        clock: oneClock(now),
        cacheKey: () => key,
      });
      await wrapper(async () => {
        cache.set(key, answer, holdsAnonymised);
        return answer;
      })(queryOf({ kind: 'stats' }));
      await until(() => shared.status().stored > before);
    },
  };
}

/** An instance that knows nothing yet whenever it looks, and whose partner fails. */
function readerAt(shared: Joined, now: () => number, rules: Rules) {
  async function look(key: string, which: 'fresh' | 'stale'): Promise<Cached<PartnerAnswer> | undefined> {
    const cache = answerCache<PartnerAnswer>(new Map(), { now, rules });
    const wrapper = sharedAnswers({
      state: shared.state,
      cache,
      rules,
      clock: oneClock(now),
      cacheKey: () => key,
    });
    await wrapper(async () => answerWithout(ourFault()))(queryOf({ kind: 'stats' }));
    return cache[which](key);
  }
  return { fresh: (key: string) => look(key, 'fresh'), stale: (key: string) => look(key, 'stale') };
}

describe('who can read the cache', () => {
  test('finds no word of a question, a person or a credential, neither in names nor in values', async () => {
    await using shared = await joinCache(redis);
    await shared.state.set('answer none symbol=KCNQ2&taxonId=9606', 'Ada Ångström', MINUTE);
    await shared.state.set('answer none long', SECRET, MINUTE);
    await shared.state.add('192.0.2.7', 1, MINUTE);
    const claim = await shared.state.claim('answer none claimed KCNQ2');
    const all = await redis.everything();
    if (claim.whose === 'mine') claim.end();
    expect(all.size).toBeGreaterThanOrEqual(4);
    for (const [name, value] of all) {
      expect(name).toMatch(/^isearch:(?:look|[\w-]{43})$/);
      expect(`${name} ${value.toString('latin1')}`).not.toMatch(/kcnq2|9606|ngstr|192\.0|answer|claim/i);
    }
  });

  test('finds long texts packed, and none that is too long', async () => {
    await using shared = await joinCache(redis);
    await shared.state.set(KEY_OF_ANSWER, SECRET, MINUTE);
    const [value] = (await redis.everything()).values();
    expect(value?.length).toBeLessThan(SECRET.length / 10);
    expect(await shared.state.get(KEY_OF_ANSWER)).toBe(SECRET);
    await redis.clear();
    await shared.state.set(KEY_OF_ANSWER, 'x'.repeat(4 * 1024 * 1024 + 1), MINUTE);
    expect(await shared.state.get(KEY_OF_ANSWER)).toBeUndefined();
    expect(shared.status()).toMatchObject({ tooLong: 1, stored: 1 });
  });
});

describe('who can write to the cache', () => {
  /** Where a text stands, and what stands there. */
  async function written(place: string, shared: Joined, lastsMs = MINUTE) {
    const before = await redis.everything();
    await shared.state.set(place, 'as it was written', lastsMs);
    const [entry] = [...(await redis.everything())].filter(([name]) => !before.has(name) && name !== 'isearch:look');
    if (entry === undefined) throw new Error('Nothing was written.');
    return { name: entry[0], value: entry[1] };
  }

  test('cannot change a single byte of a value', async () => {
    await using shared = await joinCache(redis);
    const { name, value } = await written(KEY_OF_ANSWER, shared);
    for (let at = 0; at < value.length; at++) {
      const changed = Buffer.from(value);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      await redis.put(name, changed);
      expect(await shared.state.get(KEY_OF_ANSWER), `byte ${at}`).toBeUndefined();
    }
    for (const other of ['', 'x', Buffer.alloc(100), value.subarray(0, -1), Buffer.concat([value, value])]) {
      await redis.put(name, other);
      expect(await shared.state.get(KEY_OF_ANSWER)).toBeUndefined();
    }
    await redis.put(name, value);
    expect(await shared.state.get(KEY_OF_ANSWER)).toBe('as it was written');
    expect(shared.status().refused).toBeGreaterThan(value.length);
  });

  test.each<[string, string]>([
    ['another question', 'answer none another question'],
    ['another credential', 'answer token the question'],
    ['another kind', 'breakers none the question'],
  ])('cannot make it the value of %s', async (_, place) => {
    await using shared = await joinCache(redis);
    const one = await written(KEY_OF_ANSWER, shared);
    const other = await written(place, shared);
    await redis.put(other.name, one.value);
    expect(await shared.state.get(place)).toBeUndefined();
    await redis.put(other.name, other.value);
    expect(await shared.state.get(place)).toBe('as it was written');
  });

  test('cannot play it back when its time is over', async () => {
    const clock = { at: START };
    await using shared = await joinCache(redis, { now: () => clock.at });
    const { name, value } = await written(KEY_OF_ANSWER, shared, MINUTE);
    clock.at += MINUTE - 1;
    expect(await shared.state.get(KEY_OF_ANSWER)).toBe('as it was written');
    clock.at += 1;
    await redis.put(name, value);
    expect(await shared.state.get(KEY_OF_ANSWER)).toBeUndefined();
  });

  test('without the key, or for another registry, writes nothing that is read', async () => {
    await using shared = await joinCache(redis);
    await using otherKey = await joinCache(redis, { key: '5f'.repeat(32) });
    await using otherRegistry = await joinCache(redis, { scope: 'another' });
    const mine = await written(KEY_OF_ANSWER, shared);
    for (const other of [otherKey, otherRegistry]) {
      expect(await other.state.get(KEY_OF_ANSWER)).toBeUndefined();
      const theirs = await written(KEY_OF_ANSWER, other);
      expect(theirs.name).not.toBe(mine.name);
      await redis.put(mine.name, theirs.value);
      expect(await shared.state.get(KEY_OF_ANSWER)).toBeUndefined();
    }
  });

  test('keeps nobody waiting with a turn that nobody has', async () => {
    await using shared = await joinCache(redis);
    const mine = await shared.state.claim(KEY_OF_ANSWER);
    const [name = '', token] = [...(await redis.everything())].find(([each]) => each !== 'isearch:look') ?? [];
    if (mine.whose !== 'mine' || token === undefined) throw new Error('It must be the first.');
    for (const forged of ['x', Buffer.alloc(100, 1), Buffer.concat([token, token])]) {
      await redis.put(name, forged);
      expect((await shared.state.claim(KEY_OF_ANSWER)).whose).toBe('mine');
    }
  });
});

describe('a turn that is put back', () => {
  const signal = new AbortController().signal;

  async function turnToken(): Promise<{ name: string; value: Buffer }> {
    const [entry] = [...(await redis.everything())].filter(([name]) => name !== 'isearch:look');
    if (entry === undefined) throw new Error('There is no turn.');
    return { name: entry[0], value: entry[1] };
  }

  test('is not waited for by who had it, or has seen it end', async () => {
    await using one = await joinCache(redis);
    await using other = await joinCache(redis);
    const [mine, theirs] = [await one.state.claim(KEY_OF_ANSWER), await other.state.claim(KEY_OF_ANSWER)];
    if (mine.whose !== 'mine' || theirs.whose !== 'another') throw new Error('The first has the turn.');
    const ended = theirs.ended(signal);
    const { name, value } = await turnToken();
    mine.end();
    await ended;
    for (const instance of [one, other]) {
      await redis.put(name, value);
      expect((await instance.state.claim(KEY_OF_ANSWER)).whose).toBe('mine');
    }
  });

  test('keeps nobody else waiting for longer than clocks may differ', async () => {
    const clock = { aheadMs: 0 };
    await using one = await joinCache(redis);
    await using other = await joinCache(redis, { now: () => Date.now() + clock.aheadMs });
    const mine = await one.state.claim(KEY_OF_ANSWER);
    const { name, value } = await turnToken();
    if (mine.whose === 'mine') mine.end();
    await pause(100);
    await redis.put(name, value);
    const replayed = await other.state.claim(KEY_OF_ANSWER);
    if (replayed.whose !== 'another') throw new Error('It is as young as one that is waited for.');
    const ended = replayed.ended(signal);
    clock.aheadMs = 3000;
    expect(await ended).toBeUndefined();
    await redis.put(name, value);
    expect((await other.state.claim(KEY_OF_ANSWER)).whose).toBe('mine');
  });

  test('at the name of another question is none', async () => {
    await using one = await joinCache(redis);
    await using other = await joinCache(redis);
    await one.state.claim(KEY_OF_ANSWER);
    const { value } = await turnToken();
    const elsewhere = 'answer none another question';
    const before = await redis.everything();
    await one.state.claim(elsewhere);
    const [name] = [...(await redis.everything()).keys()].filter((each) => !before.has(each));
    await redis.put(name ?? '', value);
    expect((await other.state.claim(elsewhere)).whose).toBe('mine');
  });

  test('goes on for as long as who has it renews it, with a token that is another one every time', async () => {
    await using one = await joinCache(redis);
    await using other = await joinCache(redis);
    const mine = await one.state.claim(KEY_OF_ANSWER);
    const first = await turnToken();
    await pause(4000);
    const later = await turnToken();
    expect(later.value.equals(first.value)).toBe(false);
    const theirs = await other.state.claim(KEY_OF_ANSWER);
    expect(theirs.whose).toBe('another');
    if (mine.whose === 'mine') mine.end();
  });
});

describe('a turn', () => {
  const signal = new AbortController().signal;

  test('is one instance’s; the others get what came of it', async () => {
    await using one = await joinCache(redis);
    await using other = await joinCache(redis);
    const [mine, theirs] = [await one.state.claim(KEY_OF_ANSWER), await other.state.claim(KEY_OF_ANSWER)];
    if (mine.whose !== 'mine' || theirs.whose !== 'another') throw new Error('The first has the turn.');
    const ended = theirs.ended(signal);
    await pause(1500);
    mine.end('it failed');
    mine.end('again');
    expect(await ended).toBe('it failed');
    expect((await other.state.claim(KEY_OF_ANSWER)).whose).toBe('mine');
    expect(other.status().waited).toBe(1);
  });

  test('ends by itself when the instance that has it is gone', async () => {
    const one = await joinCache(redis);
    await using other = await joinCache(redis);
    await one.state.claim(KEY_OF_ANSWER);
    const theirs = await other.state.claim(KEY_OF_ANSWER);
    await one[Symbol.asyncDispose]();
    if (theirs.whose !== 'another') throw new Error('The first has the turn.');
    const beganMs = performance.now();
    expect(await theirs.ended(signal)).toBeUndefined();
    expect(performance.now() - beganMs).toBeLessThan(1500);
    expect((await other.state.claim(KEY_OF_ANSWER)).whose).toBe('mine');
  });

  test('is not waited for by who leaves', async () => {
    await using one = await joinCache(redis);
    await using other = await joinCache(redis);
    await one.state.claim(KEY_OF_ANSWER);
    const theirs = await other.state.claim(KEY_OF_ANSWER);
    if (theirs.whose !== 'another') throw new Error('The first has the turn.');
    const leave = new AbortController();
    const ended = theirs.ended(leave.signal);
    leave.abort(new Error('left'));
    await expect(ended).rejects.toThrow('left');
  });
});

test('requests are counted together, in a window that ends', async () => {
  await using one = await joinCache(redis);
  await using other = await joinCache(redis);
  const first = await one.state.add('192.0.2.7', 1, MINUTE);
  expect(first?.total).toBe(1);
  expect((await other.state.add('192.0.2.7', 1, MINUTE))?.total).toBe(2);
  expect((await other.state.add('192.0.2.8', 1, 300))?.total).toBe(1);
  expect((first?.resetsAtMs ?? 0) - performance.now()).toBeGreaterThan(MINUTE / 3);
  await pause(350);
  expect((await one.state.add('192.0.2.8', 1, 300))?.total).toBe(1);
});
