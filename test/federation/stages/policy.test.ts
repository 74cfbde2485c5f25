/** Questions that no request is sent for. */

import { expect, test, vi } from 'vitest';
import { answerWith } from '../../../src/federation/partner/partner-query.ts';
import { policy } from '../../../src/federation/stages/policy.ts';
import { queryOf } from '../../support/partners/partner-queries.ts';
import { saying } from '../../support/partners/saying.ts';
import { questionOf } from '../dialect/recorded-questions.ts';

const GENES = '/api/genes/search?symbol=BRCA1&taxonId=9606';
const ANSWER = answerWith([]);
let isThisRegistry = false;
const refreshBehind = vi.fn();
const put = vi.fn(async () => ANSWER);
const ask = policy({ discovery: { isThisRegistry: () => isThisRegistry, refreshBehind } })(put);

test('a search in tier 3 is not put to anybody', async () => {
  expect(await ask(queryOf(questionOf(`${GENES}&tiers=TIER3`)))).toMatchObject({ failure: { state: 'unsupported' } });
});

test('a question that a version cannot answer is not put to it', async () => {
  const answer = await ask(queryOf(questionOf('/api/users'), { version: '1.3.4' }));
  expect(answer.failure).toMatchObject({
    ...{ about: 'ours', state: 'unsupported' },
    reason: saying('is too old to be asked this (version 1.3.4)'),
  });
});

test('what turns out to be this registry is not asked, and what it answered meanwhile does not count', async () => {
  const first = ask(queryOf(questionOf(GENES)));
  isThisRegistry = true;
  for (const answer of [await first, await ask(queryOf(questionOf(GENES)))]) {
    expect(answer).toMatchObject({ records: undefined, failure: { state: 'not-asked', about: 'ours' } });
  }
  expect([put.mock.calls.length, refreshBehind.mock.calls.length]).toEqual([1, 1]);
  isThisRegistry = false;
});

test('every other question is put', async () => {
  expect(await ask(queryOf(questionOf(GENES)))).toBe(ANSWER);
});
