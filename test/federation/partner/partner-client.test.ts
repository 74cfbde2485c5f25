/** The line to one partner: so many calls at a time, and nobody who has given up stays in it. */

import { expect, test } from 'vitest';
import { dialectFor } from '../../../src/federation/dialect/dialect.ts';
import type { CallOutcome } from '../../../src/federation/dialect/reply.ts';
import { CancelledBeforeStart, partnerClient } from '../../../src/federation/partner/partner-client.ts';

const BEGUN_LATER = { dialect: dialectFor('1.5.10'), sendsToken: false };
const REPLY: CallOutcome = {
  reply: { status: 200, contentType: 'application/json', retryAfterSeconds: undefined, body: '[]', isCut: false },
};

/** An agent whose calls end when they are told to. */
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

test('a call waits for its turn, and takes it when another has ended', async () => {
  const { agent, asked, answerNext } = heldAgent();
  const line = partnerClient({ agent, token: undefined, maxConcurrency: 1 });
  const first = line.call('/first', BEGUN_LATER);
  const second = line.call('/second', BEGUN_LATER);
  await settled();
  expect(asked).toEqual(['/first']);
  answerNext();
  expect(await first).toBe(REPLY);
  await settled();
  expect(asked).toEqual(['/first', '/second']);
  answerNext();
  expect(await second).toBe(REPLY);
});

test('who gives up in the queue is told at once, though nobody before her has ended', async () => {
  const { agent, asked, answerNext } = heldAgent();
  const line = partnerClient({ agent, token: undefined, maxConcurrency: 1 });
  void line.call('/hangs', BEGUN_LATER);
  const leave = new AbortController();
  const waiting = line.call('/waits', { ...BEGUN_LATER, signal: leave.signal });
  const behind = line.call('/behind', BEGUN_LATER);
  await settled();
  leave.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  answerNext();
  await settled();
  expect(asked).toEqual(['/hangs', '/behind']);
  answerNext();
  expect(await behind).toBe(REPLY);
});

test('who has given up before is not put into the queue', async () => {
  const { agent, asked } = heldAgent();
  const line = partnerClient({ agent, token: undefined, maxConcurrency: 1 });
  const given = AbortSignal.abort(new Error('gone'));
  await expect(line.call('/first', { ...BEGUN_LATER, signal: given })).rejects.toThrow('gone');
  expect(asked).toEqual([]);
});

test('a call that may not begin any more ends without being sent, and lets the next one pass', async () => {
  const { agent, asked, answerNext } = heldAgent();
  const line = partnerClient({ agent, token: undefined, maxConcurrency: 1 });
  await expect(line.call('/rests', { ...BEGUN_LATER, shouldStart: () => false })).rejects.toThrow(CancelledBeforeStart);
  const next = line.call('/next', BEGUN_LATER);
  await settled();
  expect(asked).toEqual(['/next']);
  answerNext();
  expect(await next).toBe(REPLY);
});
