/** Readers are answered before the answer to their question is there, and nobody before what has come in time. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SourceAnswer } from '../../../src/domain/federation/source.ts';
import { PUBLIC_VIEWER } from '../../../src/domain/record/model.ts';
import { askList } from '../../../src/federation/fan-out.ts';
import { silentFor, unfinishedAfter } from '../../../src/federation/partner/no-answer-reasons.ts';
import {
  type AskPartner,
  answerWith,
  answerWithout,
  type PartnerAnswer,
  type PartnerQuery,
} from '../../../src/federation/partner/partner-query.ts';
import { deadline, firstSlot } from '../../../src/federation/stages/time.ts';
import { readAnswer } from '../../../src/lib/slices.ts';
import { withinTime } from '../../../src/lib/within-time.ts';
import { queryOf } from '../../support/partners/partner-queries.ts';
import { titleIn } from '../../support/partners/saying.ts';
import { answered, STAYING, source } from '../small-sources.ts';

/** The stage of a call whose slot has come; what `end` tells. */
function withSlot(end: () => void = () => undefined) {
  const queue = {
    acquire: async () => ({ end, release: end }),
    inList: vi.fn(),
    takeIdle: () => undefined,
    noteRequest: () => end,
  };
  return firstSlot({ queue, cache: { fresh: () => undefined }, cacheKey: () => 'x' });
}

/** A question that lasts until the test answers it. */
async function open() {
  const answer = Promise.withResolvers<PartnerAnswer>();
  const early: (string | undefined)[] = [];
  let inner: PartnerQuery | undefined;
  const ask = withSlot()((query) => {
    inner = query;
    return answer.promise;
  });
  const asked = ask(queryOf({ kind: 'stats' }, { onEarly: (one) => early.push(titleIn(one.failure)) }));
  await vi.advanceTimersByTimeAsync(0);
  return { asked, early, answer: answer.resolve, onEarly: (one: PartnerAnswer) => inner?.onEarly?.(one) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('whoever waits is answered when the partner is silent or slow; of several reports the first counts', async () => {
  const { early, onEarly } = await open();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(early).toEqual([]);
  onEarly(answerWithout(silentFor(3000)));
  onEarly(answerWithout(unfinishedAfter(5000, 700)));
  await vi.advanceTimersByTimeAsync(0);
  expect(early).toEqual(['did not answer within 3 s']);
});

test('what comes after that is still answered, and what comes without it is the first word and the last', async () => {
  const late = await open();
  late.onEarly(answerWithout(silentFor(3000)));
  late.answer(answerWith([]));
  expect((await late.asked).records).toEqual([]);

  const { asked, answer, early } = await open();
  answer(answerWith([]));
  expect([await asked, early]).toEqual([answerWith([]), []]);
});

test('the slot with which it began is over when nobody has taken it', async () => {
  const end = vi.fn();
  await withSlot(end)(async () => answerWith([]))(queryOf({ kind: 'stats' }));
  await vi.advanceTimersByTimeAsync(0);
  expect(end).toHaveBeenCalledOnce();
});

test('what fails before a request is sent ends its slot', async () => {
  const end = vi.fn();
  const asked = withSlot(end)(() => {
    throw new Error('broken');
  })(queryOf({ kind: 'stats' }));
  await expect(asked).rejects.toThrow('broken');
  expect(end).toHaveBeenCalledOnce();
});

test('what goes wrong while callers are answered early fails the question, and not the client', async () => {
  const asked = withSlot()(async ({ onEarly }) => {
    onEarly?.(answerWithout(silentFor(3000)));
    return answerWith([]);
  })(
    queryOf(
      { kind: 'stats' },
      {
        onEarly() {
          throw new Error('broken');
        },
      },
    ),
  );
  await expect(asked).rejects.toThrow('broken');
});

describe('what has come in time, and waits until this process has done what came before,', () => {
  /** Keeps this thread busy. */
  function workFor(ms: number): void {
    const untilMs = performance.now() + ms;
    while (performance.now() < untilMs);
  }

  /** Answers after 50 ms, behind 120 ms of other work. */
  function answerBehindOthers(answer: () => void): void {
    setTimeout(() => {
      for (let count = 0; count < 12; count++) readAnswer(() => workFor(10));
      readAnswer(answer);
    }, 50);
  }

  beforeEach(() => void vi.useRealTimers());

  test('is the answer for a caller whose question was sent late', async () => {
    const sentLate: AskPartner = ({ onSent }) => {
      const { promise, resolve } = Promise.withResolvers<PartnerAnswer>();
      setTimeout(() => onSent?.(), 120);
      setTimeout(answerBehindOthers, 150, () => resolve(answerWith([])));
      return promise;
    };
    const asked = deadline(250, new AbortController().signal)(sentLate)(queryOf({ kind: 'stats' }));
    expect(await asked).toEqual(answerWith([]));
  });

  test('ends a wait with a limit in time', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    answerBehindOthers(() => resolve('in time'));
    expect(await withinTime(promise, 100)).toBe('in time');
  });

  test('is a cell of its list', async () => {
    const { promise, resolve } = Promise.withResolvers<SourceAnswer>();
    const north = { ...source('north', () => answered([])), ask: () => promise };
    const list = { questions: [{ kind: 'stats' }] as const, sources: [north], isRetry: false, limitMs: 100 };
    answerBehindOthers(() => resolve(answered([])));
    const states: string[] = [];
    for await (const { part } of askList(list, PUBLIC_VIEWER, STAYING)) states.push(part.origin.state);
    expect(states).toEqual(['empty']);
  });
});
