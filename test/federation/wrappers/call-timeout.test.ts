/** How long one question may take at a partner. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerWith, type PartnerAnswer, type PartnerQuery } from '../../../src/federation/partner/partner-query.ts';
import { callTimeout } from '../../../src/federation/wrappers/admission.ts';
import { queryOf } from '../../support/partners/partner-queries.ts';
import { titleIn } from '../../support/partners/saying.ts';

/** A question that lasts until the test answers it. */
function open(timeoutMs: number) {
  const answer = Promise.withResolvers<PartnerAnswer>();
  const early: (string | undefined)[] = [];
  let inner: PartnerQuery | undefined;
  const asked = callTimeout(timeoutMs)((query) => {
    inner = query;
    return answer.promise;
  })(queryOf({ kind: 'stats' }, { resolveEarly: ({ failure }) => early.push(titleIn(failure)) }));
  return {
    asked,
    early,
    answer: answer.resolve,
    send: () => inner?.beforeRequest(),
    bytes: (n: number) => inner?.onBodyBytes(n),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('its clock starts with its first request, not while it waits for its turn, and not anew with the next', async () => {
  const { early, send } = open(5000);
  await vi.advanceTimersByTimeAsync(60_000);
  send();
  await vi.advanceTimersByTimeAsync(3000);
  send();
  await vi.advanceTimersByTimeAsync(1999);
  expect(early).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(early).toEqual(['did not answer within 5 s']);
});

test('when something has come by then, it is told as not finished', async () => {
  const { early, send, bytes } = open(5000);
  send();
  bytes(700);
  await vi.advanceTimersByTimeAsync(5000);
  expect(early).toEqual(['did not finish its answer within 5 s']);
});

test('what it brings after that is still answered, and what comes in time is told by nobody', async () => {
  const late = open(5000);
  late.send();
  await vi.advanceTimersByTimeAsync(6000);
  late.answer(answerWith([]));
  expect((await late.asked).records).toEqual([]);

  const { asked, early, send, answer } = open(5000);
  send();
  answer(answerWith([]));
  await asked;
  expect(vi.getTimerCount()).toBe(0);
  expect(early).toEqual([]);
});
