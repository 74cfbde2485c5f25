/** What an instance takes from the others and gives to them; that it is sealed and in time is looked at with a real server. */

import { describe, expect, test, vi } from 'vitest';
import { reason } from '../../../src/domain/federation/reasons.ts';
import { answerCache, freshness, readAnswer, writtenAnswer } from '../../../src/federation/partner/answer-cache.ts';
import { ourFault, silentFor } from '../../../src/federation/partner/no-answer-reasons.ts';
import {
  type AskPartner,
  answerWith,
  answerWithout,
  type PartnerAnswer,
  type PartnerQuery,
} from '../../../src/federation/partner/partner-query.ts';
import { sharedAnswers } from '../../../src/federation/stages/cache.ts';
import type { Claim } from '../../../src/lib/shared-state.ts';
import { PATIENT } from '../../support/machine/patience.ts';
import { oneClock } from '../../support/partners/one-clock.ts';
import { queryOf } from '../../support/partners/partner-queries.ts';

const START = Date.parse('2026-03-01T10:00:00Z');
const CLOCK = oneClock(() => START);
const SECOND = 1000;
const ANSWER = answerWith([], { version: '1.5.10' });
const OTHER = answerWith([], { version: '1.4.11' });

/** Claims whose results stand in the test, one after the other. */
function open(claims: ((ends: (string | undefined)[]) => Claim)[], inner: AskPartner = async () => ANSWER) {
  const now = () => START;
  const rules = freshness({ now });
  const cache = answerCache<PartnerAnswer>(new Map(), { now, rules });
  const ends: (string | undefined)[] = [];
  const put: [text: string, lastsMs: number][] = [];
  const asked = vi.fn(inner);
  const state = {
    claim: async () => {
      const next = claims.shift();
      if (next === undefined) throw new Error('Nothing more was to be claimed.');
      return next(ends);
    },
    set: async (_: unknown, text: string, lastsMs: number) => void put.push([text, lastsMs]),
  };
  const cacheKey = ({ question }: PartnerQuery) => question.kind;
  const wrapper = sharedAnswers({ state, cache, rules, clock: oneClock(now), cacheKey });
  /** As a call that stores what it brings. */
  const source: AskPartner = async (query) => {
    const answer = await asked(query);
    if (answer.records !== undefined) cache.set(cacheKey(query), answer, false);
    return answer;
  };
  const ask = (more: Partial<PartnerQuery> = {}) => wrapper(source)({ ...queryOf({ kind: 'stats' }), ...more });
  return { ask, asked, ends, put, cache, wrapper };
}

function kept(answer: PartnerAnswer, agoMs: number, holdsAnonymised = false): string {
  return writtenAnswer({ answer, cachedAtMs: START - agoMs, holdsAnonymised }, CLOCK);
}

const mine = (text?: string) => (ends: (string | undefined)[]) =>
  ({ whose: 'mine', text, end: (outcome?: string) => void ends.push(outcome) }) satisfies Claim;
const another = (outcome?: string) => () =>
  ({ whose: 'another', text: undefined, ended: async () => outcome }) satisfies Claim;

describe('an answer that another instance has cached', () => {
  test('is given with its age, and nobody is asked', async () => {
    const { ask, asked, ends } = open([mine(kept(OTHER, 20 * SECOND))]);
    expect(await ask()).toEqual({ ...OTHER, cacheStatus: 'hit', cachedAtMs: START - 20 * SECOND });
    expect(asked).not.toHaveBeenCalled();
    expect(ends).toEqual([undefined]);
  });

  test('is asked for again when it is no longer fresh, and is there when that fails', async () => {
    const { ask, cache } = open([mine(kept(OTHER, 600 * SECOND))], async () => answerWithout(silentFor(3000)));
    expect((await ask()).failure?.state).toBe('timed-out');
    expect(cache.stale('stats')?.answer).toEqual(OTHER);
  });

  test('is not even that with anonymised records, half an hour later', async () => {
    const { ask, cache, asked } = open([mine(kept(OTHER, 1800 * SECOND, true))]);
    await ask();
    expect(asked).toHaveBeenCalledOnce();
    expect(cache.stale('stats')?.answer).toEqual(ANSWER);
  });

  test('may be from a moment ahead, as clocks differ, and is not believed where they differ by more', () => {
    expect(readAnswer(kept(OTHER, -SECOND), CLOCK)?.cachedAtMs).toBe(START);
    expect(readAnswer(kept(OTHER, -3 * SECOND), CLOCK)?.cachedAtMs).toBe(START + 3 * SECOND);
  });
});

describe('an answer of the partner', () => {
  test('is put where the others find it, until it may be shown no longer', async () => {
    const { ask, put, ends } = open([mine()]);
    expect(await ask()).toBe(ANSWER);
    await vi.waitFor(() => expect(ends).toEqual([undefined]), PATIENT);
    expect(put).toEqual([[kept(ANSWER, 0), 86_400 * SECOND]]);
  });

  test('is not put there, nor looked for, where it may not be cached', async () => {
    const { ask, put, asked } = open([]);
    await ask({ credential: 'token' });
    await ask({ question: { kind: 'anonymous-user', anonymousId: 'x' } });
    expect(asked).toHaveBeenCalledTimes(2);
    expect(put).toEqual([]);
  });

  test('that is a failure is given to those who wait, the first answer first', async () => {
    const early = answerWithout(silentFor(3000));
    const { wrapper, ends, put } = open([mine()]);
    const late: AskPartner = async ({ onEarly }) => {
      onEarly?.(early);
      return answerWithout(silentFor(5000));
    };
    await wrapper(late)(queryOf({ kind: 'stats' }));
    expect(ends.map((text) => readAnswer(text ?? '', CLOCK)?.answer.failure)).toEqual([
      silentFor(3000),
      silentFor(5000),
    ]);
    expect(put).toEqual([]);
  });

  test('that is our own trouble is given to nobody', async () => {
    const { ask, ends } = open([mine()], async () => answerWithout(ourFault()));
    await ask();
    expect(ends).toEqual([undefined]);
  });

  test('that never comes, as something broke, releases the lock', async () => {
    const { ask, ends } = open([mine()], async () => {
      throw new Error('broken');
    });
    await expect(ask()).rejects.toThrow('broken');
    expect(ends).toEqual([undefined]);
  });

  test('that cannot be written for the others releases the lock, be it the first answer or the one in the end', async () => {
    const unwritable = answerWithout(silentFor(3000), { total: 1n as never });
    const { ask, ends, wrapper } = open([mine(), mine()], async () => unwritable);
    await expect(ask()).rejects.toThrow('BigInt');
    expect(ends).toEqual([undefined]);
    const late: AskPartner = async ({ onEarly }) => {
      onEarly?.(answerWithout(ourFault()));
      return unwritable;
    };
    await expect(wrapper(late)(queryOf({ kind: 'stats' }))).rejects.toThrow('BigInt');
    expect(ends).toEqual([undefined, undefined, undefined]);
  });
});

test('places of the rows of a page are what they were, for the instance that asked and for every other', async () => {
  const rows = { shown: [0, 2, 5], missing: [1, 3, 4] };
  const page = answerWith([], { total: 50, dropped: 3, rows, limits: [reason('unreadable-records', { records: 3 })] });
  expect(readAnswer(kept(page, 0), CLOCK)?.answer).toEqual(page);
  const { ask, asked } = open([mine(kept(page, 20 * SECOND))]);
  expect(await ask()).toMatchObject({ rows, dropped: 3, total: 50, cacheStatus: 'hit' });
  expect(asked).not.toHaveBeenCalled();
  const first = open([mine()], async () => page);
  await first.ask();
  expect(first.put.map(([text]) => readAnswer(text, CLOCK)?.answer.rows)).toEqual([rows]);
  expect((await open([another(first.put[0]?.[0]), mine(first.put[0]?.[0])]).ask()).rows).toEqual(rows);
});

describe('while another instance asks', () => {
  test('its answer is waited for, and shared', async () => {
    const { ask, asked } = open([another(), mine(kept(OTHER, 0))]);
    expect(await ask()).toEqual({ ...OTHER, cacheStatus: 'shared' });
    expect(asked).not.toHaveBeenCalled();
  });

  test('an answer with `explain` says that it waited for the call of another caller, and for none of its own', async () => {
    let joined = 0;
    const observer = { onSent: () => {}, onJoined: () => joined++ };
    await open([mine()]).ask({ observer });
    expect(joined).toBe(0);
    await open([another(), mine(kept(OTHER, 0))]).ask({ observer });
    expect(joined).toBe(1);
  });

  test('its failure is, too', async () => {
    const { ask, asked } = open([another(kept(answerWithout(silentFor(3000)), 0))]);
    const { failure, cacheStatus } = await ask();
    expect([failure, cacheStatus]).toEqual([silentFor(3000), 'shared']);
    expect(asked).not.toHaveBeenCalled();
  });

  test.each([
    ['this one asks', mine],
    ['this one asks beside another one that is quicker', another],
  ])('and ends without a word, %s', async (_, next) => {
    const { ask, asked } = open([another(), next()]);
    expect(await ask()).toBe(ANSWER);
    expect(asked).toHaveBeenCalledOnce();
  });
});

test('a text that is no answer is none, and the partner is asked', async () => {
  const written = JSON.parse(kept(OTHER, 0));
  const texts = [
    ...['', 'no JSON', 'null', '[]', '{}'],
    ...[{ keptAtMs: 'now' }, { holdsAnonymised: 1 }, { answer: null }].map((more) =>
      JSON.stringify({ ...written, ...more }),
    ),
    ...[
      { records: {} },
      { records: [7] },
      { records: [{ json: 7 }] },
      { limits: [{ code: 'unheard-of', params: {} }] },
    ].map((more) => JSON.stringify({ ...written, answer: { ...written.answer, ...more } })),
    ...[
      { failure: 'x' },
      { failure: { state: 'elsewhere' } },
      { retrievedAt: 'soon' },
      { publicView: { name: 7 } },
    ].map((more) => JSON.stringify({ ...written, answer: { ...written.answer, ...more } })),
  ];
  for (const text of texts) {
    const { ask, asked } = open([mine(text)]);
    expect(await ask()).toBe(ANSWER);
    expect(asked, text).toHaveBeenCalledOnce();
  }
});
