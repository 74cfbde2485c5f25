/** How long one question may take at a partner. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentFor } from '../../../src/federation/partner/no-answer-reasons.ts';
import {
  answerWith,
  answerWithout,
  type PartnerAnswer,
  type PartnerQuery,
} from '../../../src/federation/partner/partner-query.ts';
import { callTimeout } from '../../../src/federation/wrappers/admission.ts';
import { queryOf } from '../../support/partners/partner-queries.ts';
import { titleIn } from '../../support/partners/saying.ts';

/** A question that lasts until the test answers it. */
function open(timeoutMs: number) {
  const answer = Promise.withResolvers<PartnerAnswer>();
  const first: (string | undefined)[] = [];
  let inner: PartnerQuery | undefined;
  const calling = callTimeout(timeoutMs)((query) => {
    inner = query;
    return answer.promise;
  })(queryOf({ kind: 'stats' }));
  void calling.then((call) => first.push(titleIn(call.first.failure)));
  return { calling, first, answer: answer.resolve, underWay: () => inner?.underWay };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('whoever waits is answered when its time is over', async () => {
  const { first } = open(5000);
  await vi.advanceTimersByTimeAsync(4999);
  expect(first).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(first).toEqual(['did not answer within 5 s']);
});

test('when something has come by then, it is reported as not finished', async () => {
  const { first, underWay } = open(5000);
  underWay()?.noteBytes(700);
  await vi.advanceTimersByTimeAsync(5000);
  expect(first).toEqual(['did not finish its answer within 5 s']);
});

test('of the reports of a silence and of the end of its time, the first counts', async () => {
  const { first, underWay } = open(5000);
  await vi.advanceTimersByTimeAsync(3000);
  underWay()?.answerEarly(answerWithout(silentFor(3000)));
  await vi.advanceTimersByTimeAsync(3000);
  expect(first).toEqual(['did not answer within 3 s']);
});

test('what it brings after that is still answered, and what comes in time is the first word and the last', async () => {
  const late = open(5000);
  await vi.advanceTimersByTimeAsync(6000);
  late.answer(answerWith([]));
  expect((await (await late.calling).final)?.records).toEqual([]);

  const { calling, answer } = open(5000);
  answer(answerWith([]));
  expect(await calling).toEqual({ first: answerWith([]) });
  expect(vi.getTimerCount()).toBe(0);
});

test('the turn with which it began is over when nobody has taken it', async () => {
  const end = vi.fn();
  await callTimeout(5000)(async () => answerWith([]))(queryOf({ kind: 'stats' }, { turn: { end } }));
  await vi.advanceTimersByTimeAsync(0);
  expect(end).toHaveBeenCalledOnce();
});

test('what fails before a request is sent ends its turn and its clock', async () => {
  const end = vi.fn();
  const calling = callTimeout(5000)(() => {
    throw new Error('broken');
  })(queryOf({ kind: 'stats' }, { turn: { end } }));
  await expect(calling).rejects.toThrow('broken');
  expect(end).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});
