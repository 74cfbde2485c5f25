/** The way out to a partner: whatever it does, a call comes back as an outcome, in time, and nothing leaks. */

import { randomBytes } from 'node:crypto';
import dns from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Behaviour } from '../../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import type { CallFailure, CallOutcome, Reply } from '../../../src/federation/dialect/reply.ts';
import {
  type HttpClient,
  type HttpClientAddress,
  openHttpClient,
} from '../../../src/federation/transport/http-client.ts';
import { type LongBodies, longBodies } from '../../../src/federation/transport/long-bodies.ts';
import { processorTimeMs, readAnswer } from '../../../src/lib/slices.ts';
import { standStill } from '../../support/machine/stand-still.ts';
import { longestTurnMs, stopwatch } from '../../support/machine/stopwatch.ts';
import { testCertificate } from '../../support/machine/test-certificate.ts';
import * as does from '../../support/partners/behaviours.ts';
import { saying, titleIn } from '../../support/partners/saying.ts';
import { deserted, startMuteHost } from '../../support/partners/silent-hosts.ts';

const PEOPLE = [{ id: 1, name: 'Zoë Müller' }];
const ONE_ANSWER = { Connection: 'close' };
const ROOM = { mostBytes: 1_000_000, longestBytes: 500_000, mostRead: 1 };
const WAIT = { withinMs: 60_000, signal: new AbortController().signal };
const SECRET = 'Bearer do-not-tell';

type Settings = Partial<HttpClientAddress> & {
  mostBodyBytes?: number;
  lateMs?: number;
  long?: LongBodies;
  roomWithinMs?: number;
};

function agentFor(
  url: string,
  { mostBodyBytes = 5_000_000, lateMs = 2000, long, roomWithinMs = 2000, ...address }: Settings = {},
): HttpClient {
  return openHttpClient(
    { url, connectTimeoutMs: 500, readTimeoutMs: 400, maxConcurrency: 4, ...address },
    {
      ...{ userAgent: 'isearch-proxy/0.0.0 (test)', mostBodyBytes, lateMs, roomWithinMs },
      longBodies: long ?? longBodies({ mostBytes: 2 * mostBodyBytes, longestBytes: mostBodyBytes, mostRead: 2 })(),
    },
  );
}

function replyOf(outcome: CallOutcome): Reply {
  if ('failure' in outcome) expect.fail(`a reply was expected, not: it ${titleIn(outcome.failure)}`);
  return outcome.reply;
}

function failureOf(outcome: CallOutcome): CallFailure {
  if ('reply' in outcome) expect.fail(`a failure was expected, not a reply with ${outcome.reply.status}`);
  if (outcome.failure.state === 'resting') expect.fail('nobody rests here');
  return outcome.failure;
}

/** What a single call brings of a partner who does this. */
async function ask(behaviour: Parameters<typeof does.afterMs>[1], settings: Settings = {}): Promise<CallOutcome> {
  await using partner = await startScriptedPartner({ '/api/users': behaviour });
  await using agent = agentFor(partner.url, settings);
  return await agent.call('/api/users');
}

const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);
beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note).on('warning', note);
});
afterEach(async () => {
  await sleep(5);
  process.off('unhandledRejection', note).off('warning', note);
  expect(unhandled).toEqual([]);
});

describe('a request', () => {
  test('says who asks, what is understood, and the credential that it was given, and nothing else', async () => {
    await using partner = await startScriptedPartner();
    await using agent = agentFor(partner.url);
    await agent.call('/api', { authorization: SECRET });
    expect(partner.requests[0]).toMatchObject({ method: 'GET', path: '/api' });
    expect(partner.requests[0]?.headers).toEqual({
      host: new URL(partner.url).host,
      'isearch-proxy-wants': 'identifiers',
      connection: 'keep-alive',
      'user-agent': 'isearch-proxy/0.0.0 (test)',
      accept: 'application/json, application/*+json',
      'accept-encoding': 'gzip',
      authorization: SECRET,
    });
    await agent.call('/api');
    expect(partner.requests[1]?.headers).not.toHaveProperty('authorization');
  });

  test.each([
    ['', '/api/users', '/api/users'],
    ['/', '/api/users?size=1', '/api/users?size=1'],
    ['/rgr', '/api', '/rgr/api'],
    ['/rgr/', '/api?a=1&b=2', '/rgr/api?a=1&b=2'],
    ['/rgr?lang=en&x=', '/api?a=%3F&b=?', '/rgr/api?lang=en&x=&a=%3F&b=?'],
    ['/?lang=en', '/api', '/api?lang=en'],
  ])('to a partner at "%s" for %s is one for %s', async (base, path, expected) => {
    await using partner = await startScriptedPartner();
    await using agent = agentFor(partner.url + base);
    await agent.call(path);
    expect(partner.requests.map((request) => request.path)).toEqual([expected]);
  });
});

describe('an answer', () => {
  test('is given with status, content type and text', async () => {
    expect(replyOf(await ask(does.json(PEOPLE)))).toEqual({
      status: 200,
      contentType: 'application/json',
      retryAfterSeconds: undefined,
      body: JSON.stringify(PEOPLE),
      bytes: Buffer.byteLength(JSON.stringify(PEOPLE)),
      isCut: false,
    });
  });

  test.each([400, 401, 403, 404, 429, 500, 503])('with status %i is an answer too', async (code) => {
    expect(replyOf(await ask(does.status(code, 'Not now.')))).toMatchObject({
      status: code,
      contentType: 'text/plain;charset=UTF-8',
      body: 'Not now.',
    });
  });

  test.each([
    ['7', 7],
    ['0', 0],
    ['1.2', 2],
    ['99999999999', 365 * 24 * 60 * 60],
    ['9'.repeat(400), 365 * 24 * 60 * 60],
    ['Sat, 13 Sep 275760 00:00:00 GMT', 365 * 24 * 60 * 60],
    ['soon', undefined],
    ['-5', undefined],
  ])('says with Retry-After "%s" to wait %s s', async (header, seconds) => {
    const { retryAfterSeconds } = replyOf(await ask(does.status(429, 'Slowly.', { 'Retry-After': header })));
    expect(retryAfterSeconds).toBe(seconds);
  });

  test.each([
    ['90 seconds from now', 90_000, 90],
    ['90 seconds ago', -90_000, 0],
  ])('says with Retry-After %s, as a date, to wait until then', async (_, awayMs, seconds) => {
    const date = new Date(Date.now() + awayMs).toUTCString();
    const { retryAfterSeconds } = replyOf(await ask(does.status(429, 'Slowly.', { 'Retry-After': date })));
    expect(Math.abs((retryAfterSeconds ?? 0) - seconds)).toBeLessThanOrEqual(2);
  });

  test.each([-3_600_000, 3_600_000])(
    'says until when to wait by its own clock, be that %i ms from ours',
    async (awayMs) => {
      const at = (ms: number) => new Date(Date.now() + awayMs + ms).toUTCString();
      const headers = { Date: at(0), 'Retry-After': at(90_000) };
      const { retryAfterSeconds } = replyOf(await ask(does.status(429, 'Slowly.', headers)));
      expect(Math.abs((retryAfterSeconds ?? 0) - 90)).toBeLessThanOrEqual(2);
    },
  );

  test('may be a page or have no body at all: that is for the caller to judge', async () => {
    expect(replyOf(await ask(does.htmlPage()))).toMatchObject({ status: 200, contentType: 'text/html;charset=UTF-8' });
    expect(replyOf(await ask(does.empty()))).toMatchObject({ status: 200, body: '' });
    expect(replyOf(await ask(does.status(204)))).toMatchObject({ status: 204, body: '' });
  });

  test('is read in the charset that it is in', async () => {
    const body = JSON.stringify(PEOPLE);
    expect(replyOf(await ask(does.inLatin1(PEOPLE))).body).toBe(body);
    const inUtf8 = Buffer.from(body);
    const claim = (charset: string) =>
      ask(does.bytes(inUtf8, { 'Content-Type': `application/json; charset=${charset}` }));
    for (const charset of ['UTF-8', '"utf-8"', 'klingon', '']) {
      expect(replyOf(await claim(charset)).body).toBe(body);
    }
  });

  test('shows where it is not in the charset that it claims', async () => {
    const { body } = replyOf(await ask(does.inLatin1(PEOPLE, { isAdmitted: false })));
    expect(body).toBe(JSON.stringify(PEOPLE).replaceAll(/[ëü]/g, '\uFFFD'));
  });

  test('is unpacked when it is packed', async () => {
    expect(replyOf(await ask(does.gzipped(PEOPLE))).body).toBe(JSON.stringify(PEOPLE));
    expect(replyOf(await ask(does.bytes(Buffer.of(), { 'Content-Encoding': 'gzip' }))).body).toBe('');
    const many = Array.from({ length: 50_000 }, (_, index) => ({ id: index, name: `Zoë ${index ** 3}` }));
    const text = JSON.stringify(many);
    expect(gzipSync(text).length).toBeGreaterThan(100_000);
    expect(replyOf(await ask(does.gzipped(many)))).toMatchObject({
      bytes: Buffer.byteLength(text),
      isCut: false,
      json: { value: many.slice(0, 1000), unread: many.length - 1000 },
    });
  });

  test('may be announced by interim ones', async () => {
    const announced = await ask(({ response }) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.writeProcessing();
      response.end('late');
    });
    expect(replyOf(announced)).toMatchObject({ status: 200, body: 'late' });
  });

  test('may come in pieces for longer than the read time-out, as long as they keep coming', async () => {
    let isQuiet = false;
    await using partner = await startScriptedPartner({ '/api/users': does.dribble(PEOPLE, { everyMs: 20 }) });
    await using agent = agentFor(partner.url, { readTimeoutMs: 250 });
    const outcome = await agent.call('/api/users', { onTimeout: () => (isQuiet = true) });
    expect(replyOf(outcome).body).toBe(JSON.stringify(PEOPLE));
    expect(isQuiet).toBe(false);
  });

  test('that came while this thread was busy is no silence', async () => {
    const busyAfterwards: Behaviour = async (call) => {
      await does.json(PEOPLE)(call);
      setImmediate(() => standStill(300));
    };
    await using partner = await startScriptedPartner({ '/api/users': busyAfterwards });
    await using agent = agentFor(partner.url, { readTimeoutMs: 200 });
    const onTimeout = vi.fn();
    expect(replyOf(await agent.call('/api/users', { onTimeout })).body).toBe(JSON.stringify(PEOPLE));
    expect(onTimeout).not.toHaveBeenCalled();
  });

  test('of a promised length that ends before its body does is read as far as promised', async () => {
    expect(replyOf(await ask(does.lieAboutLength(PEOPLE, -3))).body).toBe(JSON.stringify(PEOPLE).slice(0, -3));
  });
});

describe('a partner who is slow', () => {
  test('is reported once when nothing came for the read time-out, and is still read when it answers', async () => {
    await using partner = await startScriptedPartner({ '/api/users': does.afterMs(500, does.json(PEOPLE)) });
    await using agent = agentFor(partner.url, { readTimeoutMs: 100 });
    const began = performance.now();
    const tookMs = stopwatch();
    const quietAfter: { ms: number; unhinderedMs: number }[] = [];
    const outcome = await agent.call('/api/users', {
      onTimeout: () => quietAfter.push({ ms: performance.now() - began, unhinderedMs: tookMs() }),
    });
    expect(replyOf(outcome).body).toBe(JSON.stringify(PEOPLE));
    expect(quietAfter).toHaveLength(1);
    expect(quietAfter[0]?.ms).toBeGreaterThan(95);
    expect(quietAfter[0]?.unhinderedMs).toBeLessThan(350);
  });

  test('is reported once, even if it falls silent again inside its answer', async () => {
    let calls = 0;
    await using partner = await startScriptedPartner({ '/api/users': does.afterMs(120, does.hangInside(PEOPLE)) });
    await using agent = agentFor(partner.url, { readTimeoutMs: 50, lateMs: 300 });
    const failure = failureOf(await agent.call('/api/users', { onTimeout: () => calls++ }));
    expect(calls).toBe(1);
    expect(failure).toEqual({
      state: 'timed-out',
      error: 'connection_read_timeout',
      reason: saying(
        'did not finish its answer within 0.3 s',
        'Its answer had begun, but it was not whole after 0.3 s.',
      ),
    });
  });

  test('is reported once when one request takes longer than its time, though bytes keep coming', async () => {
    await using partner = await startScriptedPartner({ '/api/users': does.dribble(PEOPLE, { everyMs: 20 }) });
    await using agent = agentFor(partner.url, { readTimeoutMs: 1500, lateMs: 60_000 });
    const onTimeout = vi.fn();
    expect(replyOf(await agent.call('/api/users', { timeoutMs: 100, onTimeout })).body).toBe(JSON.stringify(PEOPLE));
    expect(onTimeout.mock.calls.map(([after]) => after)).toEqual(['whole-time']);
  });

  test('is given up when it is late, and its connection is closed', async () => {
    await using partner = await startScriptedPartner({ '/api/users': does.hang() });
    await using agent = agentFor(partner.url, { lateMs: 200 });
    const tookMs = stopwatch();
    expect(failureOf(await agent.call('/api/users'))).toMatchObject({
      state: 'timed-out',
      error: 'http_response_timeout',
      reason: saying('did not answer within 0.2 s'),
    });
    expect(tookMs()).toBeLessThan(500);
    await expect.poll(() => partner.counts().open).toBe(0);
  });

  test('has not begun its answer when it only says that it is working on it', async () => {
    const working = await ask(({ response }) => response.writeProcessing(), { lateMs: 150 });
    expect(failureOf(working).error).toBe('http_response_timeout');
  });

  test('is reported when it falls silent inside its answer', async () => {
    let calls = 0;
    await using partner = await startScriptedPartner({ '/api/users': does.hangInside(PEOPLE) });
    await using agent = agentFor(partner.url, { readTimeoutMs: 50, lateMs: 200 });
    await agent.call('/api/users', { onTimeout: () => calls++ });
    expect(calls).toBe(1);
  });

  test('is given up when it is late though it keeps sending', async () => {
    const slow = does.dribble('x'.repeat(500), { everyMs: 10 });
    expect(failureOf(await ask(slow, { lateMs: 200 })).error).toBe('connection_read_timeout');
  });
});

describe('an answer that breaks off', () => {
  test.each([
    ['reset inside', does.resetInside(PEOPLE)],
    ['cut between chunks', does.cutBody(PEOPLE)],
    ['shorter than promised', does.lieAboutLength(PEOPLE, 100)],
    ['reset inside, on a connection for one answer', does.resetInside(PEOPLE, ONE_ANSWER)],
    ['cut between chunks, on a connection for one answer', does.cutBody(PEOPLE, ONE_ANSWER)],
    ['shorter than promised, on a connection for one answer', does.lieAboutLength(PEOPLE, 100, ONE_ANSWER)],
    ['packed and cut', does.bytes(gzipSync(JSON.stringify(PEOPLE)).subarray(0, 30), { 'Content-Encoding': 'gzip' })],
    [
      'much, packed and cut',
      does.bytes(gzipSync(randomBytes(99_000)).subarray(0, 90_000), { 'Content-Encoding': 'gzip' }),
    ],
  ])('(%s) is reported as incomplete', async (_, behaviour) => {
    expect(failureOf(await ask(behaviour))).toMatchObject({
      state: 'failed',
      error: 'http_response_incomplete',
      reason: saying('broke off its answer'),
    });
  });

  test.each([
    ['reset', does.resetBefore()],
    ['closed', does.closeBefore()],
  ])('before it began (%s) is reported as a connection that was closed', async (_, behaviour) => {
    expect(failureOf(await ask(behaviour))).toMatchObject({
      state: 'unreachable',
      error: 'connection_terminated',
      reason: saying('is not responding'),
    });
  });
});

describe('an answer that cannot be read', () => {
  test.each([
    ['no HTTP', does.notHttp()],
    ['an unasked packing', does.bytes(Buffer.of(1, 2, 3), { 'Content-Encoding': 'br' })],
    ['a packing that it is not in', does.bytes(Buffer.from('[]'), { 'Content-Encoding': 'gzip' })],
    ['endless headers', does.json([], { 'X-Filler': 'x'.repeat(100_000) })],
  ])('(%s) is a failure of the partner', async (_, behaviour) => {
    expect(failureOf(await ask(behaviour))).toMatchObject({ state: 'failed', error: 'http_protocol_error' });
  });
});

describe('an answer that is too long', () => {
  test('is cut at the limit, said to be cut, and its connection is closed', async () => {
    await using partner = await startScriptedPartner({ '/api/users': does.big(10_000_000) });
    await using agent = agentFor(partner.url, { mostBodyBytes: 5_000_000 });
    const reply = replyOf(await agent.call('/api/users'));
    expect(reply.isCut).toBe(true);
    expect(reply.bytes).toBe(5_000_000);
    expect(reply.status).toBe(200);
    await expect.poll(() => partner.counts().open).toBe(0);
  });

  test('is cut at the same limit when it is packed, however small it was on the way', async () => {
    const [head, part] = [Buffer.from('1f8b0800000000000003', 'hex'), Buffer.alloc(10_000_000, 'x')];
    const packed = deflateRawSync(part, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
    const bomb = Buffer.concat([head, ...Array<Buffer>(30).fill(packed)]);
    expect(bomb.length).toBeLessThan(400_000);
    const began = process.memoryUsage().rss;
    const reply = replyOf(await ask(does.bytes(bomb, { 'Content-Encoding': 'gzip' })));
    expect(reply.isCut).toBe(true);
    expect(reply.bytes).toBe(5_000_000);
    expect(process.memoryUsage().rss - began).toBeLessThan(150_000_000);
  });

  test('is cut when far too much of it unpacks to nothing', async () => {
    const nothing = Buffer.concat(Array.from({ length: 100 }, () => gzipSync('')));
    const outcome = await ask(does.bytes(nothing, { 'Content-Encoding': 'gzip' }), { mostBodyBytes: 1000 });
    expect(replyOf(outcome)).toMatchObject({ isCut: true, body: '' });
  });

  test('is cut when too much of it comes packed, and what came of it is unpacked', async () => {
    const people = JSON.stringify(
      Array.from({ length: 2000 }, (_, index) => ({ id: index, name: `Zoë ${index ** 3}` })),
    );
    const packed = does.bytes(gzipSync(people), { 'Content-Encoding': 'gzip' });
    const { isCut, body } = replyOf(await ask(packed, { mostBodyBytes: 10_000 }));
    expect(isCut).toBe(true);
    expect(people.startsWith(body)).toBe(true);
    expect(body.length).toBeGreaterThan(9000);
    const claimed = does.bytes(Buffer.alloc(20_000, 'x'), { 'Content-Encoding': 'gzip' });
    expect(failureOf(await ask(claimed, { mostBodyBytes: 10_000 })).error).toBe('http_protocol_error');
  });

  test('is whole when it is just as long as allowed', async () => {
    const settings = { mostBodyBytes: 100 };
    const long = (size: number) => does.bytes(Buffer.alloc(size, 'x'));
    expect(replyOf(await ask(long(100), settings))).toMatchObject({ body: 'x'.repeat(100), isCut: false });
    expect(replyOf(await ask(long(101), settings))).toMatchObject({ body: 'x'.repeat(100), isCut: true });
    const packed = (size: number) => does.bytes(gzipSync(Buffer.alloc(size, 'x')), { 'Content-Encoding': 'gzip' });
    expect(replyOf(await ask(packed(100), settings))).toMatchObject({ body: 'x'.repeat(100), isCut: false });
    expect(replyOf(await ask(packed(101), settings))).toMatchObject({ body: 'x'.repeat(100), isCut: true });
  });
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('a long body', () => {
  const people = Array.from({ length: 3000 }, (_, id) => ({ id, name: `Zoë ${id}`.padEnd(100, '.') }));
  const heads = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

  /** Of another partner, from now on. */
  function takeAll(open: () => LongBodies) {
    const body = open().begin();
    expect(body.tryGrow(ROOM.mostBytes)).toBe(true);
    return body;
  }

  test('waits until others have been read, and loses nothing meanwhile', async () => {
    await using partner = await startScriptedPartner({ '/api/users': does.json(people) });
    await using agent = agentFor(partner.url, { maxConcurrency: 8 });
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => agent.call('/api/users')));
    for (const outcome of outcomes)
      expect(replyOf(outcome).json).toEqual({ value: people.slice(0, 1000), unread: 2000 });
  });

  test('is held as what it says alone, also where one sign of a text wants two bytes for each', async () => {
    const description = `${'d'.repeat(99_900)}Ω`;
    const records = Array.from({ length: 40 }, (_, id) => ({ id, description }));
    await using partner = await startScriptedPartner({ '/api/users': does.json(records) });
    await using agent = agentFor(partner.url);
    replyOf(await agent.call('/api/users'));
    const before = heldBytes();
    const replies: Reply[] = [];
    while (replies.length < 4) replies.push(replyOf(await agent.call('/api/users')));
    const ofTexts = replies.length * records.length * 2 * description.length;
    expect(heldBytes() - before).toBeLessThan(1.2 * ofTexts);
    expect(replies.map(({ json }) => json)).toEqual(replies.map(() => ({ value: records, unread: 0 })));
  });

  test('in a charset that UTF-8 needs more bytes for takes no more memory where eight partners send one at once', async () => {
    const body = Buffer.concat([
      Buffer.from('[{"id":1,"name":"'),
      Buffer.alloc(4_900_000, 0x80),
      Buffer.from('"},{"id":2}]'),
    ]);
    const behaviour = does.bytes(body, { 'Content-Type': 'application/json; charset=windows-1252' });
    await using partner = await startScriptedPartner({ '/api/users': behaviour });
    const open = longBodies({ mostBytes: 50_000_000, longestBytes: 5_000_000, mostRead: 8 });
    await using agents = new AsyncDisposableStack();
    const eight = Array.from({ length: 8 }, () =>
      agents.use(agentFor(partner.url, { long: open(), lateMs: 20_000, roomWithinMs: 20_000 })),
    );
    const allowed = 95_000_000;
    collectGarbage();
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const sampling = setInterval(() => {
      const beyond = () => process.memoryUsage().arrayBuffers - before;
      // What is garbage by then is held by nobody.
      if (beyond() >= allowed) collectGarbage();
      most = Math.max(most, beyond());
    }, 1);
    const outcomes = await Promise.all(eight.map((agent) => agent.call('/api/users')));
    clearInterval(sampling);
    // A text of 15 MB is none of a record.
    for (const outcome of outcomes) expect(replyOf(outcome).json).toEqual({ value: [null, { id: 2 }], unread: 0 });
    expect(most).toBeLessThan(allowed);
  });

  test('waits for room as long as the time of its partner allows', async () => {
    const open = longBodies(ROOM);
    const other = takeAll(open);
    await using partner = await startScriptedPartner({ '/api/users': does.json(people) });
    await using agent = agentFor(partner.url, { long: open(), lateMs: 60_000, roomWithinMs: 60_000 });
    const onTimeout = vi.fn();
    const answer = agent.call('/api/users', { timeoutMs: 600, onTimeout });
    await sleep(900);
    other[Symbol.dispose]();
    expect(replyOf(await answer).json).toBeDefined();
    // It waited here, and not for its partner.
    expect(onTimeout).not.toHaveBeenCalled();
  });

  test('that has no room within that time is reported as busy, and not as silent', async () => {
    const open = longBodies(ROOM);
    const other = takeAll(open);
    await using partner = await startScriptedPartner({ '/api/users': does.json(people) });
    await using agent = agentFor(partner.url, { long: open(), lateMs: 10_000, roomWithinMs: 300 });
    let wasSilent = false;
    const outcome = await agent.call('/api/users', {
      onTimeout: () => {
        wasSilent = true;
      },
    });
    expect(failureOf(outcome)).toMatchObject({ state: 'busy', error: 'connection_limit_reached' });
    expect(wasSilent).toBe(false);
    other[Symbol.dispose]();
    expect(replyOf(await agent.call('/api/users')).json).toBeDefined();
  });

  test.each([
    ['300 kB', 2000],
    ['5 MB', 40_000],
  ])('of %s that is short when packed waits for the same room, and takes one place', async (_, count) => {
    const rows = Array.from({ length: count }, () => ({ id: 1, name: 'Zoë'.padEnd(100, '.') }));
    const packed = gzipSync(JSON.stringify(rows).slice(0, 4_900_000));
    const headers = { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' };
    await using partner = await startScriptedPartner({ '/api/users': does.bytes(packed, headers) });
    const open = longBodies(ROOM);
    await using agent = agentFor(partner.url, { long: open(), maxConcurrency: 8, lateMs: 60_000, roomWithinMs: 300 });
    const other = open().begin();
    expect(await other.read(WAIT)).toBe(true);
    expect(failureOf(await agent.call('/api/users'))).toMatchObject({ state: 'busy' });
    other[Symbol.dispose]();
    replyOf(await agent.call('/api/users'));
    replyOf(await agent.call('/api/users'));
  });

  test('comes while others of the same partner come slowly', async () => {
    const slow: Behaviour = ({ socket }) => {
      socket.write(`${heads}Content-Length: 1000000\r\n\r\n[${'0,'.repeat(40_000)}`);
    };
    await using partner = await startScriptedPartner({ '/api/users': does.json(people), '/api/slow': slow });
    await using agent = agentFor(partner.url, { maxConcurrency: 8, readTimeoutMs: 60_000, lateMs: 60_000 });
    const leave = new AbortController();
    const ended = Array.from({ length: 3 }, () =>
      agent.call('/api/slow', { signal: leave.signal }).then(undefined, () => {}),
    );
    await vi.waitFor(() => expect(partner.counts().mostAtOnce).toBe(3));
    expect(replyOf(await agent.call('/api/users')).json).toBeDefined();
    leave.abort();
    await Promise.all(ended);
  });

  test('that nobody wants any more is read no further', async () => {
    await using partner = await startScriptedPartner({ '/api/users': does.json(people) });
    const open = longBodies(ROOM);
    await using agent = agentFor(partner.url, { long: open(), lateMs: 60_000 });
    const leave = new AbortController();
    const other = open().begin();
    await other.read(WAIT);
    let bytes = 0;
    const answer = agent.call('/api/users', {
      signal: leave.signal,
      onBodyBytes: (more) => {
        bytes += more;
      },
    });
    await vi.waitFor(() => expect(bytes).toBeGreaterThan(300_000));
    leave.abort();
    other[Symbol.dispose]();
    await expect(answer).rejects.toThrow();
    expect(replyOf(await agent.call('/api/users')).json).toBeDefined();
  });

  test('in a million pieces is read as far as a hundred thousand of them go', async () => {
    const piecewise: Parameters<typeof ask>[0] = ({ socket }) => {
      socket.write(`${heads}Transfer-Encoding: chunked\r\n\r\n1\r\n[\r\n`);
      socket.write('2\r\n0,\r\n'.repeat(1_000_000));
    };
    const { bytes, isCut } = replyOf(await ask(piecewise, { lateMs: 60_000 }));
    expect([bytes < 210_000, isCut]).toEqual([true, true]);
  });

  test('of an error is read as far as 64 kB go', async () => {
    const { body, isCut } = replyOf(await ask(does.status(500, 'x'.repeat(1_000_000))));
    expect([body.length, isCut]).toEqual([64 * 1024, true]);
  });

  test('never comes where 103 Early Hints comes again and again', async () => {
    const announcing: Parameters<typeof ask>[0] = ({ socket }) => {
      socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(10_000));
    };
    const { state, reason } = failureOf(await ask(announcing, { lateMs: 60_000 }));
    expect([state, reason.code]).toEqual(['failed', 'not-http']);
  });
});

describe('a partner who cannot be reached', () => {
  test('refuses connections', async () => {
    await using agent = agentFor(await deserted());
    expect(failureOf(await agent.call('/api'))).toMatchObject({
      state: 'unreachable',
      error: 'connection_refused',
      reason: saying('refuses connections'),
    });
  });

  test('has no address', async () => {
    await using agent = agentFor('http://nobody.invalid');
    const { state, error } = failureOf(await agent.call('/api'));
    expect(state).toBe('unreachable');
    // Which of the two depends on whether there is anybody to ask for names.
    expect(['dns_error', 'dns_timeout']).toContain(error);
  });

  test('whose name is being looked up for too long is reported as that, within the connect time-out', async () => {
    using lookup = vi.spyOn(dns, 'lookup').mockImplementation(() => undefined);
    await using agent = agentFor('http://slow.example.org', { connectTimeoutMs: 200 });
    const tookMs = stopwatch();
    expect(failureOf(await agent.call('/api'))).toMatchObject({
      state: 'unreachable',
      error: 'dns_timeout',
      reason: saying('has an address that could not be looked up in time'),
    });
    expect(tookMs()).toBeLessThan(400);
    expect(lookup).toHaveBeenCalledOnce();
  });

  test.each(['127.0.0.1', 'localhost'])(
    'accepts connections at %s but never completes one, and that costs the connect time-out, no more',
    async (name) => {
      await using host = await startMuteHost();
      await using agent = agentFor(`https://${host.authority.replace('127.0.0.1', name)}`, { connectTimeoutMs: 200 });
      const tookMs = stopwatch();
      expect(failureOf(await agent.call('/api'))).toMatchObject({
        state: 'unreachable',
        error: 'connection_timeout',
        reason: saying('did not accept a connection in time'),
      });
      expect(tookMs()).toBeLessThan(400);
    },
  );
});

describe('a partner behind TLS', () => {
  const trusted = getCACertificates('default');
  afterEach(() => setDefaultCACertificates(trusted));

  async function outcomeWith(certificate: ReturnType<typeof testCertificate>, isTrusted: boolean) {
    if (isTrusted) setDefaultCACertificates([...trusted, certificate.cert]);
    await using partner = await startScriptedPartner({}, { certificate });
    await using agent = agentFor(partner.url);
    return await agent.call('/api', { authorization: SECRET });
  }

  test('is asked when its certificate is good', async () => {
    expect(replyOf(await outcomeWith(testCertificate(), true)).status).toBe(200);
  });

  test.each([
    ['nobody vouches for', testCertificate(), false],
    ['is for another host', testCertificate({ host: 'other.example.org' }), true],
    ['has expired', testCertificate({ validUntil: new Date(Date.now() - 60_000) }), true],
  ])('is sent nothing when its certificate %s', async (_, certificate, isTrusted) => {
    expect(failureOf(await outcomeWith(certificate, isTrusted))).toMatchObject({
      state: 'unreachable',
      error: 'tls_certificate_error',
      reason: saying('presents a certificate that is not valid'),
    });
  });

  test('takes part in one handshake when its certificate is refused, however many calls come at once', async () => {
    let handshakes = 0;
    const host = createServer(testCertificate()).on('connection', () => handshakes++);
    await once(host.listen(0, '127.0.0.1'), 'listening');
    await using agent = agentFor(`https://127.0.0.1:${(host.address() as AddressInfo).port}`, { maxConcurrency: 4 });
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => agent.call('/api')));
    host.close();
    expect(outcomes.map((outcome) => failureOf(outcome).error)).toEqual(Array(4).fill('tls_certificate_error'));
    expect(handshakes).toBe(1);
  });

  test('costs all calls that come at once one connect time-out when it is silent', async () => {
    await using host = await startMuteHost();
    await using agent = agentFor(`https://${host.authority}`, { connectTimeoutMs: 300, maxConcurrency: 4 });
    const tookMs = stopwatch();
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => agent.call('/api')));
    expect(outcomes.map((outcome) => failureOf(outcome).error)).toEqual(Array(4).fill('connection_timeout'));
    expect(tookMs()).toBeLessThan(550);
  });

  test('takes part in several handshakes at once when one has succeeded', async () => {
    const certificate = testCertificate();
    setDefaultCACertificates([...trusted, certificate.cert]);
    const { promise: allAsked, resolve } = Promise.withResolvers<void>();
    const whenAllAsked: Behaviour = async (call) => {
      if (partner.counts().mostAtOnce === 4) resolve();
      await allAsked;
      await does.json(PEOPLE)(call);
    };
    await using partner = await startScriptedPartner({ '/api/users': whenAllAsked }, { certificate });
    await using agent = agentFor(partner.url, { maxConcurrency: 4 });
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => agent.call('/api/users')));
    expect(outcomes.map((outcome) => replyOf(outcome).status)).toEqual([200, 200, 200, 200]);
    expect(partner.counts()).toMatchObject({ connections: 4, mostAtOnce: 4 });
  });

  test('is connected to while this thread is busy for longer than the connect time-out', async () => {
    const certificate = testCertificate();
    setDefaultCACertificates([...trusted, certificate.cert]);
    await using partner = await startScriptedPartner({}, { certificate });
    await using agent = agentFor(partner.url, { connectTimeoutMs: 200 });
    // Undici is loaded by then, and a second connection is needed.
    await agent.call('/api');
    const calls = Promise.all([agent.call('/api'), agent.call('/api')]);
    standStill(400);
    expect((await calls).map((outcome) => replyOf(outcome).status)).toEqual([200, 200]);
  });

  test('is sent nothing when it does not speak TLS', async () => {
    await using partner = await startScriptedPartner({ '*': does.notHttp() });
    await using agent = agentFor(partner.url.replace('http:', 'https:'));
    const { state, error } = failureOf(await agent.call('/api'));
    expect(state).toBe('unreachable');
    expect(['tls_protocol_error', 'connection_terminated', 'connection_timeout']).toContain(error);
    expect(partner.requests).toEqual([]);
  });
});

describe('a redirect', () => {
  test('is followed at the same address, with the credential', async () => {
    await using partner = await startScriptedPartner(
      {
        '/api/users': does.redirect('/rgr/api/users/?a=1'),
        '/api/users/': does.redirect('../people?b=2', 308),
        '/api/people': does.json(PEOPLE),
      },
      { basePath: '/rgr' },
    );
    await using agent = agentFor(partner.url);
    expect(replyOf(await agent.call('/api/users', { authorization: SECRET })).body).toBe(JSON.stringify(PEOPLE));
    expect(partner.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/api/users', SECRET],
      ['/api/users/?a=1', SECRET],
      ['/api/people?b=2', SECRET],
    ]);
  });

  test('is followed three times, not four', async () => {
    await using partner = await startScriptedPartner({
      '/1': does.redirect('/2'),
      '/2': does.redirect('/3'),
      '/3': does.redirect('/4'),
      '/4': does.json(PEOPLE),
      '/0': does.redirect('/1'),
    });
    await using agent = agentFor(partner.url);
    expect(replyOf(await agent.call('/1')).status).toBe(200);
    expect(failureOf(await agent.call('/0'))).toMatchObject({ state: 'failed', error: 'http_protocol_error' });
  });

  test('is not followed to another host, port or scheme, and sends nobody anything', async () => {
    await using other = await startScriptedPartner();
    await using partner = await startScriptedPartner();
    await using agent = agentFor(partner.url);
    const otherHost = new URL(other.url).host;
    const ownHost = new URL(partner.url).host;
    for (const [to, shown] of [
      [`${other.url}/login?auth=do-not-tell`, otherHost],
      [`//${otherHost}/login?auth=do-not-tell`, otherHost],
      [`https://${ownHost}/api/users?auth=do-not-tell`, `https://${ownHost}`],
      ['http://127.0.0.1/api/users', '127.0.0.1'],
      [`http://do-not-tell@${otherHost}/`, otherHost],
      ['javascript:do-not-tell', 'javascript://'],
    ] as const) {
      partner.play({ '/api/users': does.redirect(to) });
      const failure = failureOf(await agent.call('/api/users', { authorization: SECRET }));
      expect(failure, to).toEqual({
        state: 'failed',
        error: 'destination_ip_prohibited',
        reason: saying(
          'redirects to another address than the configured one',
          `It sends questions on to ${shown}, and only its configured address is ever asked.`,
        ),
      });
    }
    expect(other.requests).toEqual([]);
  });

  test('that leads nowhere is a failure, and one without a direction is an answer', async () => {
    expect(failureOf(await ask(does.redirect('http://[')))).toMatchObject({ error: 'http_protocol_error' });
    expect(replyOf(await ask(does.status(302, 'Over there.')))).toMatchObject({ status: 302, body: 'Over there.' });
    expect(replyOf(await ask(does.status(201, 'Made.', { Location: '/elsewhere' })))).toMatchObject({ status: 201 });
  });
});

describe('connections', () => {
  test('that are made while this thread is busy for longer than the connect time-out are no silence', async () => {
    await using partner = await startScriptedPartner({ '/api/users': does.json(PEOPLE) });
    await using agent = agentFor(partner.url, { connectTimeoutMs: 200 });
    await agent.call('/api/users');
    const calls = Promise.all([agent.call('/api/users'), agent.call('/api/users')]);
    standStill(400);
    expect((await calls).map((outcome) => replyOf(outcome).status)).toEqual([200, 200]);
  });

  test('stay open: calls one after the other need one', async () => {
    await using partner = await startScriptedPartner({ '/api/users': does.gzipped(PEOPLE) });
    await using agent = agentFor(partner.url);
    for (let call = 0; call < 5; call++) replyOf(await agent.call(call % 2 === 0 ? '/api' : '/api/users'));
    expect(partner.requests).toHaveLength(5);
    expect(partner.counts().connections).toBe(1);
  });

  test('are as many as allowed, and calls beyond them wait in a queue', async () => {
    await using partner = await startScriptedPartner({ '/api/users': does.afterMs(40, does.json(PEOPLE)) });
    await using agent = agentFor(partner.url, { maxConcurrency: 3 });
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => agent.call('/api/users')));
    expect(outcomes.map((outcome) => replyOf(outcome).status)).toEqual(Array(10).fill(200));
    expect(partner.counts()).toMatchObject({ connections: 3, mostAtOnce: 3 });
  });

  test('that turn out to be closed when they are used again cost nothing but a second try', async () => {
    const first = does.inTurn(does.json(PEOPLE), does.resetBefore(), does.json(['again']));
    await using partner = await startScriptedPartner({ '/api/users': first });
    await using agent = agentFor(partner.url);
    replyOf(await agent.call('/api/users'));
    expect(replyOf(await agent.call('/api/users')).body).toBe('["again"]');
    expect(partner.requests).toHaveLength(3);
  });

  test('that are closed again at the second try are reported as closed', async () => {
    await using partner = await startScriptedPartner({ '/api/users': does.resetBefore() });
    await using agent = agentFor(partner.url);
    replyOf(await agent.call('/api'));
    expect(failureOf(await agent.call('/api/users')).error).toBe('connection_terminated');
    expect(partner.requestsTo('/api/users')).toHaveLength(2);
  });

  test.each([
    ['reset', does.resetBefore()],
    ['closed', does.closeBefore()],
  ])('that are new and %s without a word cost a second try too, and no third', async (_, behaviour) => {
    await using partner = await startScriptedPartner({ '/api/users': does.inTurn(behaviour, does.json(PEOPLE)) });
    await using agent = agentFor(partner.url);
    expect(replyOf(await agent.call('/api/users')).body).toBe(JSON.stringify(PEOPLE));
    expect(partner.requests).toHaveLength(2);
    partner.play({ '/api/users': behaviour });
    expect(failureOf(await agent.call('/api/users')).error).toBe('connection_terminated');
    expect(partner.requests).toHaveLength(4);
  });

  test('that break inside the first line of an answer are not tried twice', async () => {
    const stutter: Behaviour = ({ socket }) => void socket.end('HTTP/1.1 2');
    await using partner = await startScriptedPartner({ '/api/users': stutter });
    await using agent = agentFor(partner.url);
    expect(failureOf(await agent.call('/api/users')).error).toBe('http_response_incomplete');
    expect(partner.requests).toHaveLength(1);
  });

  test('that break inside an answer are not tried twice', async () => {
    await using partner = await startScriptedPartner({ '/api/users': does.resetInside(PEOPLE) });
    await using agent = agentFor(partner.url);
    replyOf(await agent.call('/api'));
    expect(failureOf(await agent.call('/api/users')).error).toBe('http_response_incomplete');
    expect(partner.requestsTo('/api/users')).toHaveLength(1);
  });

  test('are found again after the partner was gone for a while', async () => {
    const partner = await startScriptedPartner();
    await using agent = agentFor(partner.url);
    replyOf(await agent.call('/api'));
    await partner[Symbol.asyncDispose]();
    expect(failureOf(await agent.call('/api')).state).toBe('unreachable');
  });
});

describe('a call that nobody waits for any more', () => {
  test('ends at once with the reason, and closes its connection', async () => {
    await using partner = await startScriptedPartner({ '/api/users': does.hang() });
    await using agent = agentFor(partner.url);
    const caller = new AbortController();
    const call = agent.call('/api/users', { signal: caller.signal });
    await expect.poll(() => partner.counts().open).toBe(1);
    const reason = new Error('left');
    caller.abort(reason);
    await expect(call).rejects.toBe(reason);
    await expect.poll(() => partner.counts().open).toBe(0);
  });

  test('is never sent when it had not begun, and costs no other call its connection', async () => {
    await using partner = await startScriptedPartner({ '/api/users': does.afterMs(100, does.json(PEOPLE)) });
    await using agent = agentFor(partner.url, { maxConcurrency: 1 });
    const caller = new AbortController();
    const first = agent.call('/api/users');
    const second = agent.call('/api/users?of=caller', { signal: caller.signal });
    const third = agent.call('/api');
    caller.abort(new Error('left'));
    await expect(second).rejects.toThrow('left');
    replyOf(await first);
    replyOf(await third);
    expect(partner.requests.map(({ path }) => path)).toEqual(['/api/users', '/api']);
    expect(partner.counts().connections).toBe(1);
    await expect(agent.call('/api', { signal: caller.signal })).rejects.toThrow('left');
    expect(partner.requests).toHaveLength(2);
  });
});

describe('an agent that is closed', () => {
  test('ends its calls and its connections', async () => {
    await using partner = await startScriptedPartner({ '/api/users': does.hang() });
    const agent = agentFor(partner.url, { maxConcurrency: 1 });
    const calls = [agent.call('/api/users'), agent.call('/api')];
    await expect.poll(() => partner.counts().open).toBe(1);
    await agent[Symbol.asyncDispose]();
    const failures = (await Promise.all([...calls, agent.call('/api')])).map(failureOf);
    expect(failures.map(({ error }) => error)).toEqual(Array(3).fill('proxy_internal_error'));
    await expect.poll(() => partner.counts().open).toBe(0);
  });
});

test('no failure shows a credential', async () => {
  const outcomes: CallOutcome[] = [];
  for (const behaviour of [does.resetBefore(), does.resetInside(PEOPLE), does.notHttp(), does.hang()]) {
    await using partner = await startScriptedPartner({ '/api/users': behaviour });
    await using agent = agentFor(partner.url, { lateMs: 150 });
    outcomes.push(await agent.call('/api/users?auth=do-not-tell', { authorization: SECRET }));
    outcomes.push(await agent.call('/api/users', { authorization: 'Bearer do-not-tell\nX: y' }));
  }
  expect(outcomes.map((outcome) => failureOf(outcome).state)).toHaveLength(8);
  expect(JSON.stringify(outcomes)).not.toContain('do-not-tell');
});

/** By a clock that no other file sets: work that waits may begin beside its tests. */
function compute(ms: number): void {
  const untilMs = processorTimeMs() + ms;
  while (processorTimeMs() < untilMs);
}

describe('answers that come together', () => {
  const MANY = 100;
  const EACH_MS = 3;
  /** All of them are there when the last was asked for. */
  const together = (): Behaviour => {
    const { promise: allSent, resolve } = Promise.withResolvers<void>();
    let sent = 0;
    return async (call) => {
      if (++sent === MANY) resolve();
      await allSent;
      await does.json(PEOPLE)(call);
    };
  };

  test('are read some in a turn, so that nobody waits for all of them, and none is taken for silence', async () => {
    await using partner = await startScriptedPartner({ '/api/users': together() });
    await using agent = agentFor(partner.url, { maxConcurrency: MANY, readTimeoutMs: 400, lateMs: 30_000 });
    const onTimeout = vi.fn();
    const calls = Array.from({ length: MANY }, async () => {
      const { status } = replyOf(await agent.call('/api/users', { onTimeout }));
      // What its caller makes of it.
      compute(EACH_MS);
      return status;
    });
    const longestMs = await longestTurnMs(Promise.all(calls));
    expect(new Set(await Promise.all(calls))).toEqual(new Set([200]));
    expect(longestMs).toBeLessThan((MANY * EACH_MS) / 4);
    expect(onTimeout).not.toHaveBeenCalled();
  });

  test('let a small question that comes meanwhile be answered between them', async () => {
    await using partner = await startScriptedPartner({ '/api/users': together(), '/api': does.json('small') });
    await using agent = agentFor(partner.url, { maxConcurrency: MANY + 1, lateMs: 30_000 });
    // Connected already.
    await agent.call('/api');
    let answered = 0;
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const calls = Array.from({ length: MANY }, async () => {
      replyOf(await agent.call('/api/users'));
      begin();
      compute(EACH_MS);
      answered++;
    });
    await begun;
    const small = await fetch(`${partner.url}/api`);
    const answeredBefore = answered;
    await Promise.all(calls);
    expect(small.status).toBe(200);
    expect(answeredBefore).toBeLessThan(MANY / 2);
  });

  test('are in time when they have come in time, though their turn comes later', async () => {
    const beforeOthers: Behaviour = async (call) => {
      for (let count = 0; count < 45; count++) readAnswer(() => compute(20));
      await does.json(PEOPLE)(call);
    };
    await using partner = await startScriptedPartner({ '/api/users': beforeOthers });
    await using agent = agentFor(partner.url, { lateMs: 800, readTimeoutMs: 30_000 });
    // Connected already.
    await agent.call('/api');
    expect(replyOf(await agent.call('/api/users')).body).toBe(JSON.stringify(PEOPLE));
  });

  test('are read no more when their caller leaves while they wait for their turn', async () => {
    const beforeOthers: Behaviour = async (call) => {
      for (let count = 0; count < 40; count++) readAnswer(() => compute(18));
      await does.json(PEOPLE)(call);
    };
    await using partner = await startScriptedPartner({ '/api/users': beforeOthers });
    await using agent = agentFor(partner.url);
    const caller = new AbortController();
    const tookMs = stopwatch();
    const call = Promise.resolve(agent.call('/api/users', { signal: caller.signal }));
    await expect.poll(() => partner.counts().mostAtOnce).toBe(1);
    caller.abort(new Error('gone'));
    await expect(call).rejects.toThrow('gone');
    expect(tookMs()).toBeLessThan(400);
  });
});
