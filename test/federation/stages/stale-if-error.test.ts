/** An old answer where there is no new one. */

import { expect, test } from 'vitest';
import { ORIGIN_STATES } from '../../../src/domain/federation/origin.ts';
import { reason } from '../../../src/domain/federation/reasons.ts';
import { ourFault } from '../../../src/federation/partner/no-answer-reasons.ts';
import { answerWith, answerWithout, type PartnerAnswer } from '../../../src/federation/partner/partner-query.ts';
import { staleIfError } from '../../../src/federation/stages/cache.ts';
import { queryOf } from '../../support/partners/partner-queries.ts';

/** Of a partner that gives no name to what the public may see, and has no bound of its own. */
const NAMES = {
  views: { learnFor: async () => undefined, mayName: () => true },
  staleMinutes: undefined,
  now: () => 0,
};

const RECORD = { json: '{}', order: undefined, isAnonymised: false, geneId: 672 };
const OLD = answerWith([RECORD], { limits: [reason('cut-by-size')], askedAs: ['BRCC1'], version: '1.5.9' });

function ask(answer: PartnerAnswer, old: PartnerAnswer | undefined = OLD) {
  const looked: string[] = [];
  const cache = {
    stale(key: string) {
      looked.push(key);
      return old && { answer: old, cachedAtMs: 5000, holdsAnonymised: false };
    },
  };
  const wrapper = staleIfError({ ...NAMES, cache, cacheKey: ({ question }) => question.kind });
  return { answer: wrapper(async () => answer)(queryOf({ kind: 'stats' })), looked };
}

test('an old answer is given with the new failure, and with the time when the partner will next be asked', async () => {
  const failure = ourFault();
  const nextTryAt = new Date(0);
  const { answer, looked } = ask(answerWithout(failure, { nextTryAt }));
  expect(await answer).toEqual({ ...OLD, limits: [], failure, nextTryAt, cacheStatus: 'stale', cachedAtMs: 5000 });
  expect(looked).toEqual(['stats']);
});

test('an old answer that there is nobody is given with its failure, which gave it no records', async () => {
  const nobody = answerWithout({ ...ourFault(), about: 'no-such-record', state: 'empty' });
  const failure = ourFault();
  const { answer } = ask(answerWithout(failure), nobody);
  expect(await answer).toEqual({ ...nobody, limits: [], failure, cacheStatus: 'stale', cachedAtMs: 5000 });
});

test('an old answer is given for failures alone, not for what is an answer all the same', async () => {
  const given: string[] = [];
  for (const state of ORIGIN_STATES) {
    const { cacheStatus } = await ask(answerWithout({ ...ourFault(), state })).answer;
    if (cacheStatus === 'stale') given.push(state);
  }
  expect(given).toEqual(['timed-out', 'unreachable', 'failed', 'refused', 'busy', 'resting']);
});

test('an old answer is not looked for where records came, be it with a failure', async () => {
  const partial = answerWith([RECORD], { failure: ourFault() });
  const { answer, looked } = ask(partial);
  expect(await answer).toBe(partial);
  expect(looked).toEqual([]);
});

test('no old answer is given where nothing was cached, or only that the symbol was unknown or the search closed', async () => {
  const failed = answerWithout(ourFault());
  for (const state of ['unknown-term', 'unsupported'] as const) {
    expect(await ask(failed, answerWithout({ ...ourFault(), state })).answer).toBe(failed);
  }
  const nothing = staleIfError({ ...NAMES, cache: { stale: () => undefined }, cacheKey: () => 'x' });
  expect(await nothing(async () => failed)(queryOf({ kind: 'stats' }))).toBe(failed);
});

test('no old answer is given for one record, as that would say nothing of its age; the reason is given', async () => {
  const refused = answerWithout({ ...ourFault(), state: 'refused' });
  const cache = { stale: () => ({ answer: OLD, cachedAtMs: 5000, holdsAnonymised: false }) };
  const wrapper = staleIfError({ ...NAMES, cache, cacheKey: () => 'x' });
  expect(await wrapper(async () => refused)(queryOf({ kind: 'user', userId: 6 }))).toBe(refused);
});

test('an old answer is given for as long as the partner has a bound of its own', async () => {
  const failed = answerWithout(ourFault());
  const cache = { stale: () => ({ answer: OLD, cachedAtMs: 5000, holdsAnonymised: false }) };
  const at = (now: number) =>
    staleIfError({ ...NAMES, staleMinutes: 2, now: () => now, cache, cacheKey: () => 'x' })(async () => failed)(
      queryOf({ kind: 'stats' }),
    );
  expect(await at(5000 + 119_999)).toMatchObject({ cacheStatus: 'stale' });
  expect(await at(5000 + 120_000)).toBe(failed);
});
