/** Putting a question to a partner: how long it is waited for, and how much of it is put at once. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { after, json, knownPartner, never } from '../support/partners/fake-partner.ts';
import { geneRecord } from '../support/partners/partner-records.ts';
import { recordedPartner } from '../support/partners/recorded-partner.ts';
import { questionOf } from './dialect/recorded-questions.ts';

const START = Date.parse('2026-03-01T10:00:00Z');
const SECOND = 1000;
const GENES = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606');
const TP53 = questionOf('/api/genes/search?symbol=TP53&taxonId=9606');
const ONE = json([geneRecord(1)]);

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

function inSeconds(seconds: number): Date {
  return new Date(START + seconds * SECOND);
}

describe('a partner that says nothing', () => {
  test('has timed out at its read time-out, for all who wait', async () => {
    const partner = await knownPartner({ answers: never });
    const answers = [partner.ask(GENES), partner.ask(GENES)];
    await vi.advanceTimersByTimeAsync(3 * SECOND);
    for (const answer of await Promise.all(answers)) {
      expect(answer).toMatchObject({
        state: 'timed-out',
        elapsedMs: 3 * SECOND,
        records: [],
        problem: { title: 'did not answer within 3 s', error: 'http_response_timeout', nextTryAt: undefined },
      });
    }
  });

  test('and answers late serves the next who asks, and has failed all the same', async () => {
    const partner = await knownPartner({ answers: () => after(8 * SECOND, ONE) });
    const answer = partner.ask(GENES);
    await vi.advanceTimersByTimeAsync(3 * SECOND);
    expect(await answer).toMatchObject({ state: 'timed-out' });
    await vi.advanceTimersByTimeAsync(5 * SECOND);
    expect(await partner.ask(GENES)).toMatchObject({
      state: 'answered',
      retrievedAt: inSeconds(8),
      cache: { status: 'hit' },
    });
    expect(partner.questions()).toHaveLength(1);
    expect(partner.partner.history.reliability()).toBe(0);
  });

  test('is not asked the same once more while its late answer may still come', async () => {
    const partner = await knownPartner({ answers: () => after(8 * SECOND, ONE) });
    void partner.ask(GENES);
    await vi.advanceTimersByTimeAsync(4 * SECOND);
    expect(await partner.ask(GENES)).toMatchObject({ state: 'timed-out', cache: { status: 'shared' } });
    expect(partner.questions()).toHaveLength(1);
  });
});

describe('a question of many calls', () => {
  const taxa = async () => [
    { id: 9606, commonName: 'human' },
    { id: 8364, commonName: 'frog' },
  ];

  test('is given no more time than any other, never more calls at once, and its answer is kept', async () => {
    const recorded = recordedPartner({ recording: '1.5.10' });
    const slowly = async ({ path }: { path: string }) => after(2 * SECOND, await recorded.call(path));
    const partner = await knownPartner({ answers: slowly, taxa });
    const answer = partner.ask(TP53);
    await vi.advanceTimersByTimeAsync(5 * SECOND);
    expect(await answer).toMatchObject({ state: 'timed-out', elapsedMs: 5 * SECOND, records: [] });
    await vi.advanceTimersByTimeAsync(15 * SECOND);
    const kept = await partner.ask(TP53);
    expect([kept.cache.status, kept.records.length]).toEqual(['hit', 12]);
    expect(partner.counts.mostAtOnce).toBe(4);
    expect(new Set(partner.questions()).size).toBe(partner.questions().length);
  });

  test.each([1, 2])('is never more than %i at once where that is the limit', async (maxConcurrency) => {
    const recorded = recordedPartner({ recording: '1.5.10' });
    const slowly = async ({ path }: { path: string }) => after(10, await recorded.call(path));
    const partner = await knownPartner({ answers: slowly, taxa, maxConcurrency });
    const answer = partner.ask(TP53);
    await vi.advanceTimersByTimeAsync(1 * SECOND);
    expect((await answer).records).toHaveLength(12);
    expect(partner.counts.mostAtOnce).toBe(maxConcurrency);
  });
});

describe('a partner whose connections are all taken', () => {
  test('is busy when the time is over, and the question that nobody waits for is not put', async () => {
    const partner = await knownPartner({ answers: () => after(20 * SECOND, ONE), maxConcurrency: 1 });
    void partner.ask(TP53);
    const answer = partner.ask(GENES);
    await vi.advanceTimersByTimeAsync(5 * SECOND);
    expect(await answer).toMatchObject({
      state: 'busy',
      problem: { error: 'connection_limit_reached', title: 'was not asked, as too many questions to it are under way' },
    });
    await vi.advanceTimersByTimeAsync(30 * SECOND);
    expect(partner.questions()).toHaveLength(1);
    expect(partner.partner.circuitBreaker.state().consecutiveFailures).toBe(1);
  });
});
