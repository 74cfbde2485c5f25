/** The client of one partner: so many requests at a time, and none waits whose question was given up. */

import { expect, test } from 'vitest';
import { reason } from '../../../src/domain/federation/reasons.ts';
import type { CallOutcome } from '../../../src/federation/dialect/reply.ts';
import { circuitOpen, silentFor } from '../../../src/federation/partner/no-answer-reasons.ts';
import { partnerClient } from '../../../src/federation/partner/partner-client.ts';
import { underWay } from '../../../src/federation/partner/partner-query.ts';
import { questionSlots, type Slot } from '../../../src/federation/partner/partner-queue.ts';
import type { CallOptions } from '../../../src/federation/transport/http-client.ts';
import { queryOf } from '../../support/partners/partner-queries.ts';

const QUERY = queryOf({ kind: 'stats' });
const REPLY: CallOutcome = {
  reply: {
    status: 200,
    contentType: 'application/json',
    retryAfterSeconds: undefined,
    body: '[]',
    bytes: 2,
    isCut: false,
  },
};

const ONE_AT_A_TIME = { readTimeoutMs: 3000, timeoutMs: 5000, maxConcurrency: 1 };

/** An agent whose calls end when the test ends them. */
function heldAgent() {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const agent = {
    call(path: string): Promise<CallOutcome> {
      asked.push(path);
      return new Promise((resolve) => answers.push(() => resolve(REPLY)));
    },
    [Symbol.asyncDispose]: async () => {},
  };
  return { agent, asked, answerNext: () => answers.shift()?.() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a call waits for its slot, and takes it when another has ended', async () => {
  const { agent, asked, answerNext } = heldAgent();
  const client = partnerClient({ agent, token: undefined, ...ONE_AT_A_TIME });
  const first = client.call('/first', QUERY);
  const second = client.call('/second', QUERY);
  await settled();
  expect(asked).toEqual(['/first']);
  answerNext();
  expect(await first).toBe(REPLY);
  await settled();
  expect(asked).toEqual(['/first', '/second']);
  answerNext();
  expect(await second).toBe(REPLY);
});

test('who gives up in the queue is answered at once, though nobody before them has ended', async () => {
  const { agent, asked, answerNext } = heldAgent();
  const client = partnerClient({ agent, token: undefined, ...ONE_AT_A_TIME });
  void client.call('/hangs', QUERY);
  const leave = new AbortController();
  const waiting = client.call('/waits', { ...QUERY, signal: leave.signal });
  const behind = client.call('/behind', QUERY);
  await settled();
  leave.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  answerNext();
  await settled();
  expect(asked).toEqual(['/hangs', '/behind']);
  answerNext();
  expect(await behind).toBe(REPLY);
});

test('a request that fails before it is sent gives its slot back', async () => {
  const broken = (): never => {
    throw new Error('broken');
  };
  const { agent } = heldAgent();
  const calls = [broken, async () => REPLY];
  const held = { ...agent, call: () => (calls.shift() ?? broken)() };
  const client = partnerClient({ agent: held, token: undefined, ...ONE_AT_A_TIME });
  await expect(client.call('/first', QUERY)).rejects.toThrow('broken');
  expect(await client.call('/second', QUERY)).toBe(REPLY);
});

test('who has given up before is not put into the queue', async () => {
  const { agent, asked } = heldAgent();
  const client = partnerClient({ agent, token: undefined, ...ONE_AT_A_TIME });
  const given = AbortSignal.abort(new Error('gone'));
  await expect(client.call('/first', { ...QUERY, signal: given })).rejects.toThrow('gone');
  expect(asked).toEqual([]);
});

test('a further request is not sent to a partner whose circuit breaker is open by then, and lets the next one pass', async () => {
  const { agent, asked, answerNext } = heldAgent();
  const client = partnerClient({ agent, token: undefined, ...ONE_AT_A_TIME });
  const rest = circuitOpen({ because: silentFor(3000).reason });
  expect(await client.call('/rests', { ...QUERY, whyOpen: () => rest })).toEqual({ failure: rest });
  const next = client.call('/next', QUERY);
  await settled();
  expect(asked).toEqual(['/next']);
  answerNext();
  expect(await next).toBe(REPLY);
});

test('the first request of a question is sent in the slot with which that began, and the next ones before other questions', async () => {
  const { agent, asked, answerNext } = heldAgent();
  const client = partnerClient({ agent, token: undefined, ...ONE_AT_A_TIME });
  const first = (await client.queue.acquire({})) as Slot;
  const question = underWay(questionSlots({ queue: client.queue, first, isAwaited: () => true }));
  const behind = client.call('/behind', QUERY);
  const both = ['/first', '/second'].map((path) => client.call(path, { ...QUERY, underWay: question }));
  for (let ended = 0; ended < 3; ended++) {
    await settled();
    if (ended === 2) question.slots.end();
    await settled();
    answerNext();
  }
  expect(await Promise.all([...both, behind])).toEqual([REPLY, REPLY, REPLY]);
  expect(asked).toEqual(['/first', '/second', '/behind']);
});

test('a first request is not sent when whoever asked has left in its slot, and lets the next one pass', async () => {
  const { agent, asked, answerNext } = heldAgent();
  const client = partnerClient({ agent, token: undefined, ...ONE_AT_A_TIME });
  const first = (await client.queue.acquire({})) as Slot;
  const question = underWay(questionSlots({ queue: client.queue, first, isAwaited: () => true }));
  const given = AbortSignal.abort(new Error('gone'));
  await expect(client.call('/first', { ...QUERY, signal: given, underWay: question })).rejects.toThrow('gone');
  question.slots.end();
  const next = client.call('/next', QUERY);
  await settled();
  expect(asked).toEqual(['/next']);
  answerNext();
  expect(await next).toBe(REPLY);
});

test.each([
  ['silence', 0, 'no-answer', 3000],
  ['silence', 700, 'answer-stopped', 3000],
  ['whole-time', 0, 'no-answer', 5000],
  ['whole-time', 700, 'answer-unfinished', 5000],
] as const)(
  'whoever waits learns of a time-out by %s after %i bytes, and the request goes on',
  async (after, bytes, code, timeoutMs) => {
    const answers: unknown[] = [];
    const agent = {
      async call(_: string, { onTimeout, onBodyBytes }: CallOptions = {}) {
        onBodyBytes?.(bytes);
        onTimeout?.(after, () => undefined);
        return REPLY;
      },
    };
    const client = partnerClient({ agent, token: undefined, ...ONE_AT_A_TIME });
    expect(await client.call('/', { ...QUERY, onEarly: (answer) => answers.push(answer) })).toBe(REPLY);
    expect(answers).toMatchObject([
      { records: undefined, failure: { state: 'timed-out', reason: { code, params: { timeoutMs } } } },
    ]);
  },
);

test('a request whose callers are answered leaves its slot, and goes on until as many newer ones have done so', async () => {
  const given: string[] = [];
  const ends: (() => void)[] = [];
  const agent = {
    call(path: string, { onTimeout }: CallOptions = {}): Promise<CallOutcome> {
      return new Promise((resolve) => {
        ends.push(() => resolve(REPLY));
        onTimeout?.('silence', () => {
          given.push(path);
          resolve({ failure: { state: 'failed', error: 'connection_refused', reason: reason('failed') } });
        });
      });
    },
  };
  const client = partnerClient({ agent, token: undefined, ...ONE_AT_A_TIME, maxConcurrency: 2 });
  const paths = ['/1', '/2', '/3', '/4'];
  const calls = paths.map((path) => client.call(path, QUERY));
  await settled();
  await settled();
  expect([ends.length, given]).toEqual([4, ['/1', '/2']]);
  for (const end of ends) end();
  const gaveWay = { failure: { state: 'timed-out', reason: { code: 'gave-way' } } };
  expect(await Promise.all(calls)).toMatchObject([gaveWay, gaveWay, REPLY, REPLY]);
});
