/** Which answers are kept for the next who asks. */

import { expect, test } from 'vitest';
import { reason } from '../../../src/domain/federation/reasons.ts';
import type { Question } from '../../../src/domain/federation/source.ts';
import { ourFault } from '../../../src/federation/partner/no-answer-reasons.ts';
import {
  answerWith,
  answerWithout,
  type Credential,
  type PartnerAnswer,
} from '../../../src/federation/partner/partner-query.ts';
import { keep } from '../../../src/federation/stages/cache.ts';
import { oneClock } from '../../support/partners/one-clock.ts';
import { queryOf } from '../../support/partners/partner-queries.ts';

const STATS: Question = { kind: 'stats' };
/** What is known of every answer. */
const STAMP = { version: '1.5.10', retrievedAt: new Date(0) };
const RECORD = { json: '{}', order: undefined, isAnonymised: false, geneId: 672 };

async function kept(answer: PartnerAnswer, { question = STATS, credential = 'none' as Credential } = {}) {
  const all: [key: string, answer: PartnerAnswer, holdsAnonymised: boolean][] = [];
  const cache = { set: (...one: (typeof all)[number]) => void all.push(one) };
  const discovery = { refreshBehind: () => undefined, version: () => '1.5.10' };
  const stage = keep({ cache, cacheKey: (query) => query.question.kind, discovery, clock: oneClock(() => 0) });
  expect(await stage(async () => answer)(queryOf(question, { credential }))).toEqual({ ...answer, ...STAMP });
  return all;
}

test.each<[string, PartnerAnswer]>([
  ['records', answerWith([RECORD])],
  ['a certified zero', answerWith([])],
  ['limited records', answerWith([RECORD], { limits: [reason('unreadable-records', { records: 1 })] })],
  ['an unknown symbol', answerWithout({ ...ourFault(), about: 'unknown-symbol', state: 'unknown-term' })],
  ['a closed feature', answerWithout({ ...ourFault(), about: 'feature-closed', state: 'unsupported' })],
])('%s are cached', async (_, answer) => {
  expect(await kept(answer)).toEqual([['stats', { ...answer, ...STAMP }, false]]);
});

test.each<[string, PartnerAnswer]>([
  ['a failure', answerWithout(ourFault())],
  ['an address that is not there', answerWithout({ ...ourFault(), about: 'missing-endpoint', state: 'unsupported' })],
  [
    'a zero of which a lookup that came too late would tell more',
    answerWith([], { limits: [reason('terms-not-told')] }),
  ],
  ['records that a failure has made fewer', answerWith([RECORD], { limits: [reason('failed')], failure: ourFault() })],
])('%s is not cached', async (_, answer) => {
  expect(await kept(answer)).toEqual([]);
});

test('what was asked with the token is not cached, nor what an anonymous id stands for', async () => {
  expect(await kept(answerWith([RECORD]), { credential: 'token' })).toEqual([]);
  for (const kind of ['anonymous-user', 'anonymous-gene'] as const) {
    expect(await kept(answerWith([RECORD]), { question: { kind, anonymousId: 'x' } })).toEqual([]);
  }
});

test('an answer with an anonymised record is cached as such', async () => {
  const answer = answerWith([RECORD, { ...RECORD, isAnonymised: true }]);
  expect(await kept(answer)).toEqual([['stats', { ...answer, ...STAMP }, true]]);
});
