/** A call that several callers wait for: nobody can cancel it for the others. */

import { describe, expect, test, vi } from 'vitest';
import { silentFor } from '../../../src/federation/partner/no-answer-reasons.ts';
import {
  answerWith,
  answerWithout,
  type Credential,
  type PartnerAnswer,
  type PartnerQuery,
} from '../../../src/federation/partner/partner-query.ts';
import { coalesce } from '../../../src/federation/stages/coalesce.ts';
import { queryOf } from '../../support/partners/partner-queries.ts';

const FOUR = answerWith([]);
const SILENT = answerWithout(silentFor(3000));

/** Calls whose course the test decides, and callers who may leave. */
function open(credential: Credential = 'none') {
  const calls: {
    query: PartnerQuery;
    answer: (given: PartnerAnswer) => void;
    /** Says why it is late; it goes on. */
    give: (given: PartnerAnswer) => void;
    fail: (error: Error) => void;
  }[] = [];
  const reportFault = () => undefined;
  const shared = coalesce({ callKey: ({ question }) => question.kind, reportFault })((query) => {
    const { promise, resolve, reject } = Promise.withResolvers<PartnerAnswer>();
    calls.push({ query, answer: resolve, give: (given) => query.onEarly?.(given), fail: reject });
    query.signal.addEventListener('abort', () => reject(query.signal.reason));
    return promise;
  });

  function ask(kind: 'stats' | 'users-list' = 'stats') {
    const leave = new AbortController();
    const onSent = vi.fn();
    const question = kind === 'stats' ? { kind } : { kind, page: { page: 0, size: 1 } };
    const first = Promise.withResolvers<PartnerAnswer>();
    const call = shared(queryOf(question, { credential, signal: leave.signal, onSent, onEarly: first.resolve }));
    const answer = Promise.race([call, first.promise]);
    answer.catch(() => undefined);
    return { call, answer, leave: () => leave.abort(), onSent };
  }

  return { calls, ask, isCancelled: () => calls[0]?.query.signal.aborted };
}

describe('the callers of a call', () => {
  test('are all given its answer, and those who came later see that they share it', async () => {
    const { ask, calls } = open();
    const callers = [ask(), ask()];
    calls[0]?.query.onSent?.();
    calls[0]?.answer(FOUR);
    expect(await Promise.all(callers.map(({ answer }) => answer))).toEqual([FOUR, { ...FOUR, cacheStatus: 'shared' }]);
    expect(calls).toHaveLength(1);
  });

  test('share nothing where no request was sent', async () => {
    const { ask, calls } = open();
    const callers = [ask(), ask()];
    calls[0]?.answer(FOUR);
    expect(await Promise.all(callers.map(({ answer }) => answer))).toEqual([FOUR, FOUR]);
  });

  test('are those of equal questions alone', () => {
    const { ask, calls } = open();
    ask('stats');
    ask('users-list');
    expect(calls).toHaveLength(2);
  });

  test('are none after it has ended: who comes then has a call of their own', async () => {
    const { ask, calls } = open();
    const first = ask();
    calls[0]?.answer(FOUR);
    await first.answer;
    ask();
    expect(calls).toHaveLength(2);
  });

  test('are all given its failure', async () => {
    const { ask, calls } = open();
    const callers = [ask(), ask()];
    calls[0]?.fail(new Error('broken'));
    const answers = await Promise.all(callers.map(({ answer }) => answer));
    expect(answers.map(({ failure }) => failure?.about)).toEqual(['ours', 'ours']);
  });

  test('can leave without taking it from the others', async () => {
    const { ask, calls, isCancelled } = open();
    const [leaver, stayer] = [ask(), ask()];
    leaver.leave();
    expect(isCancelled()).toBe(false);
    calls[0]?.answer(FOUR);
    expect(await stayer.answer).toEqual(FOUR);
  });

  test('learn when its first request is sent, and at once where they come after that', () => {
    const { ask, calls } = open();
    const first = ask();
    expect(first.onSent).not.toHaveBeenCalled();
    calls[0]?.query.onSent?.();
    expect(first.onSent).toHaveBeenCalledOnce();
    expect(ask().onSent).toHaveBeenCalledOnce();
  });
});

describe('the last caller who leaves', () => {
  test.each<Credential>(['none', 'token'])('cancels a call that has sent nothing yet (%s)', async (credential) => {
    const { ask, calls, isCancelled } = open(credential);
    const callers = [ask(), ask()];
    callers[0]?.leave();
    expect(isCancelled()).toBe(false);
    callers[1]?.leave();
    expect(isCancelled()).toBe(true);
    ask();
    expect(calls).toHaveLength(2);
    await expect(callers[0]?.answer).rejects.toThrow();
  });

  test('does not cancel one that is being asked: its answer may serve the next', async () => {
    const { ask, calls, isCancelled } = open();
    const caller = ask();
    calls[0]?.query.onSent?.();
    caller.leave();
    expect(isCancelled()).toBe(false);
    const next = ask();
    calls[0]?.answer(FOUR);
    expect(await next.answer).toEqual({ ...FOUR, cacheStatus: 'shared' });
    expect(calls).toHaveLength(1);
  });

  test('is missed by the call, whose further requests wait behind those of others, until somebody joins', () => {
    const { ask, calls } = open();
    const caller = ask();
    const isAwaited = () => calls[0]?.query.isAwaited?.();
    calls[0]?.query.onSent?.();
    expect(isAwaited()).toBe(true);
    caller.leave();
    expect(isAwaited()).toBe(false);
    ask();
    expect(isAwaited()).toBe(true);
  });

  test('does cancel one that is being asked with the token, as its answer may serve nobody else', () => {
    const { ask, calls, isCancelled } = open('token');
    const caller = ask();
    calls[0]?.query.onSent?.();
    caller.leave();
    expect(isCancelled()).toBe(true);
  });
});

describe('a call that answers early', () => {
  test('answers all who wait, goes on, and is joined by nobody any more', async () => {
    const { ask, calls, isCancelled } = open();
    const callers = [ask(), ask()];
    calls[0]?.query.onSent?.();
    calls[0]?.give(SILENT);
    expect(await Promise.all(callers.map(({ answer }) => answer))).toEqual([
      SILENT,
      { ...SILENT, cacheStatus: 'shared' },
    ]);
    ask();
    expect(calls).toHaveLength(2);
    expect(isCancelled()).toBe(false);
    calls[0]?.answer(FOUR);
    expect(await callers[0]?.call).toBe(FOUR);
    ask();
    expect(calls).toHaveLength(2);
  });
});
