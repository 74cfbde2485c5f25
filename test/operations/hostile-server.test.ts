/** A server in common that means harm: what it says of counts and turns is believed within bounds, and ends nobody's answer. */

import { expect, test } from 'vitest';
import { answerCache, freshness } from '../../src/federation/partner/answer-cache.ts';
import { ourFault } from '../../src/federation/partner/no-answer-reasons.ts';
import { answerWithout, type PartnerAnswer } from '../../src/federation/partner/partner-query.ts';
import { sharedAnswers } from '../../src/federation/stages/cache.ts';
import { CacheError, replyReader, UnreadableReply } from '../../src/operations/cache-client.ts';
import { openSharedCache } from '../../src/operations/shared-cache.ts';
import { counterStore } from '../../src/server/limits/request-rates.ts';
import { type CacheReply, startScriptedCacheServer } from '../support/machine/scripted-cache-server.ts';
import { computingTime } from '../support/machine/stopwatch.ts';
import { oneClock } from '../support/partners/one-clock.ts';
import { queryOf } from '../support/partners/partner-queries.ts';
import { KEY, PATIENT_MS, until } from '../support/services/shared-caches.ts';

const MINUTE = 60_000;
const OK = '+OK\r\n';
const NONE = '$-1\r\n';

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
  expect(await hostile.cache.counters.increment('192.0.2.7', MINUTE, 1)).toBeUndefined();
  const options = { windowMs: MINUTE, mostCallers: 10, sharedCounters: hostile.cache.counters, now: Date.now };
  const store = counterStore(options);
  const counts = [await store.increment('a'), await store.increment('a'), await store.increment('a')];
  expect(counts.map(({ totalHits }) => totalHits)).toEqual([1, 2, 3]);
});

const UNREADABLE = 'its replies cannot be read';
const MEGABYTES = Buffer.alloc(64 * 2 ** 20, 'x');

test.each<[string, string | Buffer, string]>([
  ['a text of 500 MB', Buffer.concat([Buffer.from('$500000000\r\n'), MEGABYTES]), UNREADABLE],
  ['a list of long texts', Buffer.concat([Buffer.from('*9\r\n$4000000\r\n'), MEGABYTES]), UNREADABLE],
  [
    'many texts in a list',
    Buffer.from(`*9\r\n${`$1000000\r\n${'x'.repeat(1e6)}\r\n`.repeat(8)}`),
    'its replies are too long',
  ],
  ['a line without an end', Buffer.concat([Buffer.from('+'), MEGABYTES]), UNREADABLE],
  ['a number without an end', `:${'9'.repeat(70_000)}\r\n`, UNREADABLE],
  ['a number larger than numbers', `(${'9'.repeat(900)}\r\n`, UNREADABLE],
  ['a list of a billion', '*1000000000\r\n', UNREADABLE],
  ['lists within lists', '*1\r\n'.repeat(100_000), UNREADABLE],
  ['something else', 'HTTP/1.1 200 OK\r\n\r\n', UNREADABLE],
  ['two replies to one question', '+OK\r\n+OK\r\n', 'it sends what nobody asked for'],
])(
  'where it sends %s, the connection is given up, and the question is answered without it',
  async (_, reply, trouble) => {
    await using hostile = await joinHostile(() => reply);
    const before = hostile.server.takenBytes();
    const computed = computingTime();
    expect(await hostile.cache.texts.get({ kind: 'answer', credential: 'none', key: 'a question' })).toBeUndefined();
    await until(() => hostile.reported.includes(`${trouble}; this instance goes on with its own answers`));
    // What the kernel takes for it besides is some megabytes.
    expect(hostile.server.takenBytes() - before).toBeLessThan(32 * 2 ** 20);
    expect(computed()).toBeLessThan(500);
    // It is looked at again, as it may be another server by then.
    await until(() => hostile.cache.status().isShared);
  },
);

test('a reply is read in whatever pieces it comes', () => {
  const reply = Buffer.from('*4\r\n$5\r\nh\r\nlo\r\n:-7\r\n$-1\r\n+OK\r\n-ERR no\r\n');
  for (let size = 1; size <= reply.length; size++) {
    const read = replyReader();
    const replies: unknown[] = [];
    for (let from = 0; from < reply.length; from += size) replies.push(...read(reply.subarray(from, from + size)));
    expect(replies).toEqual([[Buffer.from('h\r\nlo'), -7, null, 'OK'], new CacheError('ERR no')]);
  }
});

test.each<[string, Buffer, number]>([
  ['a text, byte by byte', Buffer.from(`$3000000\r\n${'x'.repeat(3e6)}\r\n`), 1],
  [
    'texts in a list, a few bytes at a time',
    Buffer.from(`*9\r\n${`$300000\r\n${'x'.repeat(3e5)}\r\n`.repeat(9)}`),
    100,
  ],
  ['a list of many lists', Buffer.from(`*1024\r\n${`*1024\r\n${':1\r\n'.repeat(1024)}`.repeat(700)}`), 1000],
])('a reply that is %s, takes time as its length', (_, reply, pieceBytes) => {
  const read = replyReader();
  const computed = computingTime();
  try {
    // The last of it in pieces, as the first pieces take little in any case.
    const from = Math.max(0, reply.length - 2000 * pieceBytes);
    read(reply.subarray(0, from));
    for (let at = from; at < reply.length; at += pieceBytes) read(reply.subarray(at, at + pieceBytes));
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadableReply);
  }
  expect(computed()).toBeLessThan(200);
});

test('a count that it sets back takes no limit away', async () => {
  await using hostile = await joinHostile(() => '*2\r\n:1\r\n:1000\r\n');
  const options = { windowMs: MINUTE, mostCallers: 10, sharedCounters: hostile.cache.counters, now: Date.now };
  const store = counterStore(options);
  for (let at = 1; at <= 20; at++) expect((await store.increment('a')).totalHits).toBe(at);
});

test('whatever it says of a lock, the question is asked', async () => {
  const token = `$400\r\n${'x'.repeat(400)}\r\n`;
  for (const reply of [NONE, token, ':7\r\n', '*0\r\n', '$0\r\n\r\n', '+\r\n']) {
    await using hostile = await joinHostile(([command]) => (command === 'SET' ? NONE : reply));
    const claim = await hostile.cache.texts.claim({ kind: 'answer', credential: 'none', key: 'a question' });
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
  const place = { kind: 'answer', credential: 'none', key: 'a question' } as const;
  expect((await hostile.cache.texts.claim(place)).whose).toBe('mine');
  const claim = await hostile.cache.texts.claim(place);
  if (claim.whose !== 'another') throw new Error('It shows a token that an instance made.');
  expect(await claim.ended(new AbortController().signal)).toBeUndefined();
});

test('who has waited for one lock in vain asks, whoever else may have the next one', async () => {
  let claims = 0;
  const rules = freshness({ now: Date.now });
  const wrapper = sharedAnswers({
    shared: {
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
