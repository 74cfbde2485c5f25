/** What is decided when the slot of a question has come. */

import { expect, test, vi } from 'vitest';
import { reason } from '../../../src/domain/federation/reasons.ts';
import { circuitOpen } from '../../../src/federation/partner/no-answer-reasons.ts';
import { answerWith, type PartnerAnswer, type PartnerQuery } from '../../../src/federation/partner/partner-query.ts';
import { partnerQueue } from '../../../src/federation/partner/partner-queue.ts';
import { firstSlot } from '../../../src/federation/stages/time.ts';
import { queryOf } from '../../support/partners/partner-queries.ts';

const FULL = answerWith([], { version: '1.5.10' });
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** One slot at a time; somebody else has it until the test ends it. */
async function open() {
  const queue = partnerQueue({ timeoutMs: 5000, maxConcurrency: 1 });
  const held = await queue.acquire({});
  const kept = new Map<string, PartnerAnswer>();
  const cache = {
    fresh(key: string) {
      const answer = kept.get(key);
      return answer && { answer, cachedAtMs: 5000, holdsAnonymised: false };
    },
  };
  const had = vi.fn();
  const put = vi.fn(async ({ underWay }: PartnerQuery) => {
    had(underWay?.slots.takeFirst());
    return FULL;
  });
  const onSent = vi.fn();
  const call = firstSlot({ queue, cache, cacheKey: ({ question }) => question.kind })(put);
  return {
    ...{ kept, put, had, onSent, queue },
    ask: (more: Partial<PartnerQuery> = {}) => call(queryOf({ kind: 'stats' }, { onSent, ...more })),
    endSlot() {
      if ('end' in held) held.end();
    },
  };
}

test('a question is put when its slot has come, and not before, and has that slot', async () => {
  const { ask, put, had, onSent, endSlot } = await open();
  const answer = ask();
  await settled();
  expect(put).not.toHaveBeenCalled();
  endSlot();
  expect(await answer).toBe(FULL);
  expect(onSent).toHaveBeenCalledOnce();
  expect(had).toHaveBeenCalledWith(expect.objectContaining({ end: expect.any(Function) }));
});

test.each<[string, Partial<PartnerQuery>, string | undefined]>([
  ['whose circuit breaker is open by then', { whyOpen: () => circuitOpen({ because: reason('failed') }) }, 'resting'],
  ['that nobody waits for by then', {}, 'not-asked'],
  ['whose answer is in the cache by then', {}, undefined],
])('a question %s is not put, and the next has its turn', async (_, more, state) => {
  const { ask, kept, put, onSent, queue, endSlot } = await open();
  const leave = new AbortController();
  const answer = ask({ signal: leave.signal, ...more });
  await settled();
  if (state === undefined) kept.set('stats', FULL);
  endSlot();
  if (state === 'not-asked') await Promise.resolve().then(() => leave.abort());
  const outcome = await answer.catch(() => undefined);
  if (state === undefined) expect(outcome).toEqual({ ...FULL, cacheStatus: 'hit', cachedAtMs: 5000 });
  else if (state === 'resting') expect(outcome?.failure?.state).toBe(state);
  expect([put.mock.calls, onSent.mock.calls]).toEqual([[], []]);
  expect(await queue.acquire({})).toHaveProperty('end');
});

test('a question whose caller fails when it begins gives its slot to the next', async () => {
  const { ask, queue, endSlot } = await open();
  endSlot();
  const onSent = () => {
    throw new Error('planted');
  };
  await expect(ask({ onSent })).rejects.toThrow('planted');
  expect(await queue.acquire({})).toHaveProperty('end');
});

test('an answer in the cache is for nobody who asks with the search token', async () => {
  const { ask, kept, put, endSlot } = await open();
  kept.set('stats', answerWith([]));
  endSlot();
  expect(await ask({ credential: 'token' })).toBe(FULL);
  expect(put).toHaveBeenCalledOnce();
});

test('who finds as many waiting as can be is busy at once', async () => {
  const { ask, queue } = await open();
  for (let waiting = 0; waiting < 1000; waiting++) void queue.acquire({});
  expect((await ask()).failure).toMatchObject({ state: 'busy', reason: { code: 'queue-full' } });
});
