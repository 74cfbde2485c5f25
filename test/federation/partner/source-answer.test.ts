/** What a caller sees of the answer of a partner. */

import { describe, expect, test } from 'vitest';
import { reason } from '../../../src/domain/federation/reasons.ts';
import { NO_GENE, personKey } from '../../../src/domain/people/order.ts';
import { silentFor } from '../../../src/federation/partner/no-answer-reasons.ts';
import {
  answerWith,
  answerWithout,
  type Failure,
  type PartnerAnswer,
} from '../../../src/federation/partner/partner-query.ts';
import { toSourceAnswer } from '../../../src/federation/partner/source-answer.ts';

const RECORD = { json: '{}', order: undefined, isAnonymised: false, geneId: 672 };
const FAILURE: Failure = { ...silentFor(3000), status: 500 };

const AT = new Date(30_000);

type Given = Partial<Parameters<typeof toSourceAnswer>[1]>;

function sourceAnswer(answer: PartnerAnswer, given: Given = {}) {
  const stated = {
    cacheStatus: 'miss',
    cachedAtMs: undefined,
    nowMs: 90_000,
    elapsedMs: 5,
    version: '1.5.10',
  } as const;
  return toSourceAnswer(answer, { ...stated, ...given });
}

describe('the state', () => {
  test.each([
    ['answered', answerWith([RECORD]), true],
    ['empty', answerWith<typeof RECORD>([]), true],
    ['limited', answerWith([RECORD], { limits: [reason('cut-by-size')] }), false],
    ['limited', answerWith<typeof RECORD>([], { limits: [reason('cut-by-size')] }), false],
    ['timed-out', answerWithout(FAILURE), false],
  ] as const)('is %s, and exact where nothing is missing (%#)', (state, answer, isExact) => {
    expect(sourceAnswer(answer)).toMatchObject({ state, isExact });
  });

  test('is empty, but no certified zero, where there is no such record', () => {
    const answer = answerWithout({ ...FAILURE, about: 'no-such-record', state: 'empty' }, { retrievedAt: AT });
    expect(sourceAnswer(answer)).toMatchObject({ state: 'empty', isExact: false, retrievedAt: AT });
  });

  test('is stale for an old answer from the cache, whose problem is why there is no new one', () => {
    const answer = answerWith([RECORD], { failure: FAILURE, retrievedAt: AT });
    expect(sourceAnswer(answer, { cacheStatus: 'stale', cachedAtMs: 30_500 })).toMatchObject({
      ...{ state: 'stale', isExact: false, records: [RECORD], retrievedAt: AT },
      ...{ cache: { status: 'stale', ageSeconds: 59 }, problem: { reason: FAILURE.reason, status: 500 } },
    });
  });
});

describe('rows', () => {
  const order = { ...NO_GENE, ...personKey({ id: 7, name: 'Ada', lastName: 'Lovelace' }, false) };
  const gene = {
    geneId: 672,
    taxon: { id: 9606, scientificName: null, commonName: 'human' },
    symbol: 'BRCA1',
    tier: 'TIER1',
  };
  const remoteUser = {
    id: 7,
    name: 'Ada',
    lastName: 'Lovelace',
    description: null,
    origin: 'P',
    originUrl: 'https://p.example.org',
  };
  const json = JSON.stringify({ ...gene, remoteUser });

  test('are made of records that were cached for somebody who wanted records, and are the same every time', () => {
    const answer = answerWith([{ ...RECORD, json, order }]);
    const { records } = sourceAnswer(answer, { form: 'row' });
    const { id, name, lastName, origin, originUrl } = remoteUser;
    expect(records.map((record) => JSON.parse(record.json))).toEqual([
      { ...gene, taxon: { id: 9606, commonName: 'human' }, remoteUser: { id, name, lastName, origin, originUrl } },
    ]);
    expect(sourceAnswer(answer, { form: 'row' }).records).toBe(records);
    expect(sourceAnswer(answer).records[0]?.json).toBe(json);
  });

  test('are those that came with the records where somebody wanted rows', () => {
    const answer = answerWith([{ ...RECORD, json, row: '{"id":7}', order }]);
    expect(sourceAnswer(answer, { form: 'row' }).records[0]?.json).toBe('{"id":7}');
  });
});

describe('the problem', () => {
  test('is none of a whole answer, and the failure where there is no answer', () => {
    expect(sourceAnswer(answerWith([RECORD])).problem).toBeUndefined();
    const { reason, error } = FAILURE;
    const nextTryAt = new Date(0);
    expect(sourceAnswer(answerWithout(FAILURE, { nextTryAt, retrievedAt: AT }))).toMatchObject({
      ...{ records: [], retrievedAt: undefined, problem: { reason, error, status: 500, nextTryAt } },
    });
  });

  test('is every limit in one sentence, with the detail of the failure among them', () => {
    const { problem } = sourceAnswer(
      answerWith([RECORD], { limits: [reason('cut-by-size'), reason('differing-records')], failure: FAILURE }),
    );
    expect(problem).toMatchObject({
      reason: reason('limited', {
        reasons: [reason('cut-by-size'), reason('differing-records')],
        because: FAILURE.reason,
      }),
    });
  });

  test('names what was too long, and the refusal of our token', () => {
    expect(sourceAnswer(answerWith([RECORD], { limits: [reason('cut-by-size')] })).problem?.error).toBe(
      'http_response_body_size',
    );
    const limits = [reason('as-to-the-public')];
    const refused = answerWith([RECORD], { limits, isWithoutToken: true, tokenRefusedWith: 403 });
    expect(sourceAnswer(refused).problem?.status).toBe(403);
    expect(sourceAnswer(answerWith([RECORD], { limits, isWithoutToken: true })).problem?.status).toBeUndefined();
  });
});
