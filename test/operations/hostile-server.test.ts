/** A server in common that answers nonsense: what it says of counts and claims is believed within bounds, and ends nobody's answer. */

import { expect, test } from 'vitest';
import { answerCache, freshness } from '../../src/federation/partner/answer-cache.ts';
import { ourFault } from '../../src/federation/partner/no-answer-reasons.ts';
import { answerWithout, type PartnerAnswer } from '../../src/federation/partner/partner-query.ts';
import { sharedAnswers } from '../../src/federation/stages/cache.ts';
import type { SharedCounters } from '../../src/lib/shared-state.ts';
import { openSharedCache, type SharedCache } from '../../src/operations/shared-cache.ts';
import { counterStore } from '../../src/server/limits/request-rates.ts';
import { type CacheReply, startScriptedCacheServer } from '../support/machine/scripted-cache-server.ts';
import { oneClock } from '../support/partners/one-clock.ts';
import { queryOf } from '../support/partners/partner-queries.ts';
import { KEY, PATIENT_MS, until } from '../support/services/shared-caches.ts';

const MINUTE = 60_000;
const OK = '+OK\r\n';
const NONE = '$-1\r\n';

function countersOf({ state }: SharedCache): SharedCounters {
  return { increment: (key, windowMs, by) => state.add(key, by, windowMs) };
}

/** Whether a command only looks whether the server takes writes. */
const isLook = (words: readonly string[]) => words.at(-1) === 'isearch:look';

async function joinHostile(answer: (words: readonly string[]) => CacheReply) {
  const resources = new AsyncDisposableStack();
  const server = resources.use(await startScriptedCacheServer((words) => (isLook(words) ? OK : answer(words))));
  const reported: (string | undefined)[] = [];
  const report = (trouble: string | undefined) => void reported.push(trouble);
  const cache = resources.use(
    openSharedCache({ url: server.url, key: KEY, scope: 'test', now: Date.now, mostMs: PATIENT_MS, report }),
  );
  await until(() => cache.status().isShared);
  return { cache, server, reported, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

test.each([
  ['no count', '*2\r\n:0\r\n:1000\r\n'],
  ['a count below none', '*2\r\n:-5\r\n:1000\r\n'],
  ['more than anybody asks', '*2\r\n:10000001\r\n:1000\r\n'],
  ['a number beyond numbers', '*2\r\n:9223372036854775807\r\n:1000\r\n'],
  ['a broken count', '*2\r\n,1.5\r\n:1000\r\n'],
  ['a text', '*2\r\n$1\r\n7\r\n:1000\r\n'],
  ['a window without end', '*2\r\n:7\r\n:60001\r\n'],
  ['a window that is over', '*2\r\n:7\r\n:-1\r\n'],
  ['half of it', '*1\r\n:7\r\n'],
  ['nothing', NONE],
  ['a list within', '*2\r\n*1\r\n:7\r\n:1000\r\n'],
])('where it says %s, requests are counted here', async (_, reply) => {
  await using hostile = await joinHostile(() => reply);
  expect(await hostile.cache.state.add('192.0.2.7', 1, MINUTE)).toBeUndefined();
  const options = { windowMs: MINUTE, mostCallers: 10, sharedCounters: countersOf(hostile.cache), now: Date.now };
  const store = counterStore(options);
  const counts = [await store.increment('a'), await store.increment('a'), await store.increment('a')];
  expect(counts.map(({ totalHits }) => totalHits)).toEqual([1, 2, 3]);
});

test('a count that it sets back takes no limit away', async () => {
  await using hostile = await joinHostile(() => '*2\r\n:1\r\n:1000\r\n');
  const options = { windowMs: MINUTE, mostCallers: 10, sharedCounters: countersOf(hostile.cache), now: Date.now };
  const store = counterStore(options);
  for (let at = 1; at <= 20; at++) expect((await store.increment('a')).totalHits).toBe(at);
});

test('whatever it says of a lock, the question is asked', async () => {
  const token = `$400\r\n${'x'.repeat(400)}\r\n`;
  for (const reply of [NONE, token, ':7\r\n', '*0\r\n', '$0\r\n\r\n', '+\r\n']) {
    await using hostile = await joinHostile(([command]) => (command === 'SET' ? NONE : reply));
    const claim = await hostile.cache.state.claim('answer none a question');
    expect(claim).toMatchObject({ whose: 'mine', text: undefined });
  }
});

/** Two claims ask for what is there, and for whose turn it is; then it is looked whether that turn is over. */
const ASKS_OF_CLAIMS = 4;

test('a lock that it keeps up is not waited for from one to the next', async () => {
  const tokens: string[] = [];
  let asks = 0;
  await using hostile = await joinHostile(([command, , value = '']) => {
    if (command !== 'SET') return asks++ >= ASKS_OF_CLAIMS ? NONE : bulk(tokens.at(-2) ?? '');
    tokens.push(value);
    return NONE;
  });
  const place = 'answer none a question';
  expect((await hostile.cache.state.claim(place)).whose).toBe('mine');
  const claim = await hostile.cache.state.claim(place);
  if (claim.whose !== 'another') throw new Error('It shows a token that an instance made.');
  expect(await claim.ended(new AbortController().signal)).toBeUndefined();
});

test('who has waited for one lock in vain asks, whoever else may have the next one', async () => {
  let claims = 0;
  const rules = freshness({ now: Date.now });
  const wrapper = sharedAnswers({
    state: {
      async claim() {
        claims++;
        return { whose: 'another', text: undefined, ended: async () => undefined };
      },
      set: async () => {},
    },
    cache: answerCache<PartnerAnswer>(new Map(), { now: Date.now, rules }),
    rules,
    clock: oneClock(Date.now),
    cacheKey: () => 'key',
  });
  let asked = 0;
  await wrapper(async () => {
    asked++;
    return answerWithout(ourFault());
  })(queryOf({ kind: 'stats' }));
  expect([claims, asked]).toEqual([2, 1]);
});

function bulk(text: string): Buffer {
  return Buffer.concat([Buffer.from(`$${text.length}\r\n`), Buffer.from(text, 'latin1'), Buffer.from('\r\n')]);
}
