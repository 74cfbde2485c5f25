/** Questions that no request is sent for. */

import { expect, test } from 'vitest';
import { answerWith } from '../../../src/federation/partner/partner-query.ts';
import { answerable } from '../../../src/federation/wrappers/answerable.ts';
import { queryOf } from '../../support/partners/partner-queries.ts';
import { questionOf } from '../dialect/recorded-questions.ts';

const GENES = '/api/genes/search?symbol=BRCA1&taxonId=9606';
const ANSWER = answerWith([]);
const ask = answerable()(async () => ANSWER);

test('a search in tier 3 is not put to anybody', async () => {
  expect(await ask(queryOf(questionOf(`${GENES}&tiers=TIER3`)))).toMatchObject({ failure: { state: 'not-asked' } });
});

test('a question that a version cannot answer is not put to it', async () => {
  const answer = await ask(queryOf(questionOf('/api/users'), { version: '1.3.4' }));
  expect(answer.failure).toMatchObject({
    ...{ about: 'ours', state: 'unsupported' },
    title: 'is too old to be asked this (version 1.3.4)',
  });
});

test('every other question is put', async () => {
  expect(await ask(queryOf(questionOf(GENES)))).toBe(ANSWER);
});
