/** How long one caller waits for a partner. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentFor } from '../../../src/federation/partner/no-answer-reasons.ts';
import {
  answerWith,
  answerWithout,
  type PartnerAnswer,
  type PartnerQuery,
} from '../../../src/federation/partner/partner-query.ts';
import { deadline } from '../../../src/federation/stages/time.ts';
import { queryOf } from '../../support/partners/partner-queries.ts';
import { saying, titleIn } from '../../support/partners/saying.ts';

const ANSWER = answerWith([]);

/** A source whose course the test decides, asked by callers with deadlines of their own. */
function open() {
  const call = Promise.withResolvers<PartnerAnswer>();
  const queries: PartnerQuery[] = [];
  const ending = new AbortController();
  function ask(timeoutMs: number, more: Partial<PartnerQuery> = {}) {
    const inner = (query: PartnerQuery) => {
      queries.push(query);
      return call.promise;
    };
    return deadline(timeoutMs, ending.signal)(inner)(queryOf({ kind: 'stats' }, more));
  }
  return { call, queries, ending, ask };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('each caller waits as long as they will', async () => {
  const { ask, call, queries } = open();
  const [hasty, patient] = [ask(100), ask(60_000)];
  await vi.advanceTimersByTimeAsync(100);
  expect(await hasty).toMatchObject({ records: undefined, failure: { state: 'busy' } });
  call.resolve(ANSWER);
  expect(await patient).toBe(ANSWER);
  expect(queries.map(({ signal }) => signal.aborted)).toEqual([true, false]);
});

test('every caller has an answer when this registry stops, and asks no more', async () => {
  const ending = new AbortController();
  const ask = deadline(60_000, ending.signal)(() => new Promise(() => {}));
  const answers = [ask(queryOf({ kind: 'stats' })), ask(queryOf({ kind: 'stats' }))];
  ending.abort();
  answers.push(ask(queryOf({ kind: 'stats' })));
  const stopped = { records: undefined, failure: { about: 'ours', reason: { code: 'stopped' } } };
  expect(await Promise.all(answers)).toMatchObject([stopped, stopped, stopped]);
});

test('when the time is over, a question is busy that was not sent, or so late that little time was left', async () => {
  const { ask, queries } = open();
  const answers = [ask(5000), ask(5000)];
  await vi.advanceTimersByTimeAsync(4000);
  queries[0]?.onSent?.();
  await vi.advanceTimersByTimeAsync(1000);
  expect((await Promise.all(answers)).map(({ failure }) => `${failure?.state} ${titleIn(failure)}`)).toEqual([
    'busy was asked late, as too many questions to it are under way',
    'busy was not asked, as too many questions to it are under way',
  ]);
});

test('a question that takes further requests is busy when the time is over, and not before', async () => {
  const { ask, queries } = open();
  const answer = ask(5000);
  queries[0]?.onSent?.();
  await vi.advanceTimersByTimeAsync(3000);
  queries[0]?.onSent?.();
  await vi.advanceTimersByTimeAsync(2000);
  expect(await answer).toMatchObject({ failure: { state: 'busy', reason: { code: 'takes-many-requests' } } });
});

test('a question whose first request lasts until the time is over, and needs another one then, is busy at once', async () => {
  const { ask, queries } = open();
  const answer = ask(5000);
  queries[0]?.onSent?.();
  await vi.advanceTimersByTimeAsync(5000);
  queries[0]?.onSent?.();
  expect(await answer).toMatchObject({ failure: { state: 'busy', reason: { code: 'takes-many-requests' } } });
});

test('at the end of the search a question is busy that takes further requests, and timed out where its only request lasts', async () => {
  const { ask, queries } = open();
  const over = new AbortController();
  const end = { signal: over.signal, afterMs: 6000 };
  const answers = [ask(60_000, { end }), ask(60_000, { end })];
  for (const query of queries) query.onSent?.();
  await vi.advanceTimersByTimeAsync(3000);
  queries[1]?.onSent?.();
  over.abort();
  expect((await Promise.all(answers)).map(({ failure }) => failure?.reason.code)).toEqual([
    'search-ended',
    'takes-many-requests',
  ]);
});

test('a question that was sent at once is given up by the clock of its request, not by this one', async () => {
  const { ask, queries, call } = open();
  const waiting = ask(5000);
  await vi.advanceTimersByTimeAsync(50);
  queries[0]?.onSent?.();
  await vi.advanceTimersByTimeAsync(5049);
  call.resolve(ANSWER);
  expect(await waiting).toBe(ANSWER);
});

test('who leaves is answered at once, and the source learns of it', async () => {
  const { ask, queries } = open();
  const leaver = new AbortController();
  const answer = ask(60_000, { signal: leaver.signal });
  leaver.abort();
  expect(await answer).toMatchObject({ failure: { state: 'not-asked', reason: saying('was not waited for') } });
  expect(queries[0]?.signal.aborted).toBe(true);
});

test('who had left before does not wait, and nobody is asked for them', async () => {
  const { ask, queries } = open();
  expect(await ask(60_000, { signal: AbortSignal.abort() })).toMatchObject({ failure: { state: 'not-asked' } });
  expect(queries).toEqual([]);
});

test('an early answer is given at once, and the caller leaves the source, which may go on', async () => {
  const { ask, call, queries } = open();
  const early = answerWithout(silentFor(3000));
  const waiting = ask(60_000);
  queries[0]?.onEarly?.(early);
  expect(await waiting).toBe(early);
  expect(queries[0]?.signal.aborted).toBe(true);
  call.resolve(ANSWER);
});

test('what goes wrong in the source is thrown', async () => {
  const { ask, call } = open();
  call.reject(new Error('broken'));
  await expect(ask(100)).rejects.toThrow('broken');
});

test('a question that is answered leaves nothing behind: no timer, and no end that its source would learn of', async () => {
  const { ask, call, queries, ending } = open();
  const [leaver, over] = [new AbortController(), new AbortController()];
  const waiting = ask(60_000, { signal: leaver.signal, end: { signal: over.signal, afterMs: 6000 } });
  call.resolve(ANSWER);
  await waiting;
  for (const end of [leaver, over, ending]) end.abort();
  expect([vi.getTimerCount(), queries[0]?.signal.aborted]).toEqual([0, false]);
});
