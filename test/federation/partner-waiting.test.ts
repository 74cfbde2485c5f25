/** Putting a question to a partner: how long it is waited for, and how much of it is put at once. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { geneRecord } from '../../src/demo/mock-people.ts';
import type { Question } from '../../src/domain/federation/source.ts';
import { PUBLIC_VIEWER } from '../../src/domain/record/model.ts';
import {
  ADMIN,
  type Answering,
  after,
  type FakePartner,
  foundGene,
  json,
  knownPartner,
  never,
} from '../support/partners/fake-partner.ts';
import { recordedPartner } from '../support/partners/recorded-partner.ts';
import { saying, titleIn } from '../support/partners/saying.ts';
import { questionOf } from './dialect/recorded-questions.ts';

const START = Date.parse('2026-03-01T10:00:00Z');
const SECOND = 1000;
const GENES = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606');
const TP53 = questionOf('/api/genes/search?symbol=TP53&taxonId=9606');
const ONE = json([geneRecord(1)]);

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

function askAgain(partner: FakePartner, question: Question) {
  return partner.ask(question, PUBLIC_VIEWER, new AbortController().signal, { isRetry: true });
}

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
        problem: { reason: saying('did not answer within 3 s'), error: 'http_response_timeout', nextTryAt: undefined },
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

  test('is asked once more by who asks again, who does not join what was given up', async () => {
    const partner = await knownPartner({ answers: never });
    void partner.ask(GENES);
    await vi.advanceTimersByTimeAsync(4 * SECOND);
    partner.play(() => after(100, ONE));
    const again = askAgain(partner, GENES);
    await vi.advanceTimersByTimeAsync(100);
    expect(await again).toMatchObject({ state: 'answered', elapsedMs: 100, cache: { status: 'miss' } });
    expect(partner.questions()).toHaveLength(2);
  });

  test('is asked by who asks again after it has recovered, though a question from before still hangs as its probe', async () => {
    const partner = await knownPartner({ answers: never });
    void partner.ask(GENES);
    await vi.advanceTimersByTimeAsync(3 * SECOND);
    void partner.ask(TP53);
    await vi.advanceTimersByTimeAsync(SECOND);
    partner.play((asked) => after(100, foundGene(asked)));
    const again = askAgain(partner, TP53);
    await vi.advanceTimersByTimeAsync(100);
    expect(await again).toMatchObject({ state: 'answered', elapsedMs: 100, cache: { status: 'miss' } });
    expect(partner.questions()).toHaveLength(3);
    expect(partner.partner.circuitBreaker.decide().may).toBe('ask');
  });

  test('costs its time-out once, whatever the questions, until its circuit breaker opens', async () => {
    const partner = await knownPartner({ answers: never });
    let waitedMs = 0;
    for (const symbol of ['BRCA1', 'TP53', 'SHH', 'PAX6', 'KRAS', 'EGFR', 'MYC', 'ATM', 'CFTR', 'DMD', 'HTT', 'FMR1']) {
      const began = Date.now();
      const answer = partner.ask(questionOf(`/api/genes/search?symbol=${symbol}&taxonId=9606`));
      void answer.then(() => {
        waitedMs += Date.now() - began;
      });
      await vi.advanceTimersByTimeAsync(3 * SECOND);
      expect((await answer).state).toBe(symbol === 'BRCA1' ? 'timed-out' : 'resting');
    }
    expect(waitedMs).toBeLessThanOrEqual(3.5 * SECOND);
    expect(partner.partner.circuitBreaker.state()).toMatchObject({
      because: { code: 'no-answer', params: { timeoutMs: 3000 } },
    });
  });

  test('is asked by one question at a time, while the others are answered at once', async () => {
    const partner = await knownPartner({ answers: never });
    const first = partner.ask(GENES);
    await vi.advanceTimersByTimeAsync(3 * SECOND);
    await first;
    const others = ['TP53', 'SHH', 'PAX6'].map((symbol) =>
      partner.ask(questionOf(`/api/genes/search?symbol=${symbol}&taxonId=9606`)),
    );
    await vi.advanceTimersByTimeAsync(250);
    expect((await Promise.all(others)).map(({ state, elapsedMs }) => [state, elapsedMs])).toEqual([
      ['resting', 250],
      ['resting', 0],
      ['resting', 0],
    ]);
    expect(partner.questions()).toHaveLength(2);
  });

  test('has an answer cached for which nobody waits any more', async () => {
    const partner = await knownPartner({ answers: never });
    void partner.ask(GENES);
    await vi.advanceTimersByTimeAsync(3 * SECOND);
    partner.play((asked) => after(SECOND, foundGene(asked)));
    const answering = partner.ask(TP53);
    await vi.advanceTimersByTimeAsync(250);
    expect((await answering).state).toBe('resting');
    const again = askAgain(partner, TP53);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(await again).toMatchObject({ cache: { status: 'hit' } });
    expect(partner.questions()).toHaveLength(2);
  });

  test('opens no circuit breaker by questions that were put before one that it has answered', async () => {
    const partner = await knownPartner({ answers: never });
    const old = ['TP53', 'SHH', 'PAX6'].map((symbol) =>
      partner.ask(questionOf(`/api/genes/search?symbol=${symbol}&taxonId=9606`)),
    );
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    partner.play(foundGene);
    expect((await partner.ask(GENES)).state).toBe('answered');
    await vi.advanceTimersByTimeAsync(SECOND);
    expect((await Promise.all(old)).map(({ state }) => state)).toEqual(['timed-out', 'timed-out', 'timed-out']);
    expect((await partner.ask(questionOf('/api/genes/search?symbol=KRAS&taxonId=9606'))).state).toBe('answered');
  });
});

describe('a partner that nobody has asked for long', () => {
  const slowly: Answering = (asked) => after(4 * SECOND, foundGene(asked));

  test('opens no circuit breaker by a first answer that is slow', async () => {
    const partner = await knownPartner({ answers: slowly });
    for (const [first, second] of [
      [GENES, TP53],
      ['SHH', 'PAX6'].map((symbol) => questionOf(`/api/genes/search?symbol=${symbol}&taxonId=9606`)),
    ] as [Question, Question][]) {
      partner.play(slowly);
      const late = partner.ask(first);
      await vi.advanceTimersByTimeAsync(4 * SECOND);
      expect((await late).state).toBe('timed-out');
      partner.play((asked) => after(2 * SECOND, foundGene(asked)));
      const next = partner.ask(second);
      await vi.advanceTimersByTimeAsync(2 * SECOND);
      expect(await next).toMatchObject({ state: 'answered', elapsedMs: 2 * SECOND });
      await vi.advanceTimersByTimeAsync(600 * SECOND);
    }
  });

  test('costs its time-out once more where it stays slow', async () => {
    const partner = await knownPartner({ answers: slowly });
    const states: string[] = [];
    for (const symbol of ['BRCA1', 'TP53', 'SHH', 'PAX6', 'KRAS']) {
      const answer = partner.ask(questionOf(`/api/genes/search?symbol=${symbol}&taxonId=9606`));
      await vi.advanceTimersByTimeAsync(5 * SECOND);
      states.push((await answer).state);
    }
    expect(states).toEqual(['timed-out', 'timed-out', 'resting', 'resting', 'resting']);
  });
});

describe('a partner that drips', () => {
  /** Never finished, and a byte comes before every read time-out is over. */
  const drip: Answering = ({ keepAlive }) => {
    const dripping = setInterval(keepAlive, SECOND);
    return after(25 * SECOND, ONE).finally(() => clearInterval(dripping));
  };

  test('costs its time-out and opens its circuit breaker like one that hangs', async () => {
    const partner = await knownPartner({ answers: drip });
    const answer = partner.ask(GENES);
    await vi.advanceTimersByTimeAsync(5 * SECOND);
    expect(await answer).toMatchObject({
      state: 'timed-out',
      elapsedMs: 5 * SECOND,
      problem: {
        reason: saying(
          'did not finish its answer within 5 s',
          'After 5 s 4 bytes had come, and no end. If it comes later, it is cached for the next question.',
        ),
        error: 'connection_read_timeout',
      },
    });
    const next = partner.ask(TP53);
    await vi.advanceTimersByTimeAsync(250);
    expect(await next).toMatchObject({
      state: 'resting',
      elapsedMs: 250,
      problem: { reason: saying('is not asked for a while, as it did not finish its answer within 5 s') },
    });
  });
});

describe('a partner that sends all of its answer and never ends it', () => {
  test('did not finish it, and is not said to have given no answer', async () => {
    const partner = await knownPartner({
      answers: ({ keepAlive }) => {
        keepAlive();
        return never();
      },
    });
    const answer = partner.ask(GENES);
    await vi.advanceTimersByTimeAsync(3 * SECOND);
    expect(await answer).toMatchObject({
      state: 'timed-out',
      elapsedMs: 3 * SECOND,
      problem: {
        reason: saying(
          'did not finish its answer within 3 s',
          'After 1 byte nothing came for 3 s, and no end. If it comes later, it is cached for the next question.',
        ),
        error: 'connection_read_timeout',
      },
    });
  });
});

describe('a question of many calls', () => {
  const taxa = async () => [
    { id: 9606, commonName: 'human' },
    { id: 8364, commonName: 'frog' },
  ];

  test('is given no more time than any other, never more calls at once, and its answer is cached', async () => {
    const recorded = recordedPartner({ recording: '1.5.10' });
    const slowly = async ({ path }: { path: string }) => after(2 * SECOND, await recorded.call(path));
    const partner = await knownPartner({ answers: slowly, taxa });
    const answer = partner.ask(TP53);
    await vi.advanceTimersByTimeAsync(5 * SECOND);
    expect(await answer).toMatchObject({
      ...{ state: 'busy', elapsedMs: 5 * SECOND, records: [] },
      problem: { reason: saying('was not asked for all of it in time, as that takes many requests') },
    });
    expect(partner.partner.circuitBreaker.state().consecutiveFailures).toBe(0);
    await vi.advanceTimersByTimeAsync(15 * SECOND);
    const kept = await partner.ask(TP53);
    expect([kept.cache?.status, kept.records.length]).toEqual(['hit', 12]);
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
    const partner = await knownPartner({ answers: never, maxConcurrency: 1 });
    void partner.ask(TP53);
    const answer = partner.ask(GENES);
    await vi.advanceTimersByTimeAsync(5 * SECOND);
    expect(await answer).toMatchObject({ state: 'resting', elapsedMs: 3 * SECOND });
    await vi.advanceTimersByTimeAsync(30 * SECOND);
    expect(partner.questions()).toHaveLength(1);
    expect(partner.partner.circuitBreaker.state().consecutiveFailures).toBe(1);
  });

  test('is busy for questions that were not sent or sent late, and has failed none of them', async () => {
    const partner = await knownPartner({ answers: (asked) => after(2 * SECOND, foundGene(asked)), maxConcurrency: 1 });
    const answers = ['TP53', 'SHH', 'PAX6', 'KRAS', 'EGFR'].map((symbol) =>
      partner.ask(questionOf(`/api/genes/search?symbol=${symbol}&taxonId=9606`)),
    );
    await vi.advanceTimersByTimeAsync(5 * SECOND);
    expect((await Promise.all(answers)).map(({ state, problem }) => `${state} ${titleIn(problem) ?? ''}`)).toEqual([
      'answered ',
      'answered ',
      'busy was asked late, as too many questions to it are under way',
      'busy was not asked, as too many questions to it are under way',
      'busy was not asked, as too many questions to it are under way',
    ]);
    await vi.advanceTimersByTimeAsync(30 * SECOND);
    expect(partner.questions()).toHaveLength(3);
    expect([partner.partner.history.asked(), partner.partner.history.reliability()]).toEqual([3, 1]);
    expect((await partner.ask(questionOf('/api/genes/search?symbol=PAX6&taxonId=9606'))).cache?.status).toBe('hit');
  });

  test('is busy at once for who comes when as many wait already as it answers in that time', async () => {
    const partner = await knownPartner({ answers: (asked) => after(900, foundGene(asked)) });
    async function askSome(count: number, name: string) {
      const answers = Array.from({ length: count }, (_, index) =>
        partner.ask(questionOf(`/api/genes/search?symbol=${name}${index}&taxonId=9606`)),
      );
      await vi.advanceTimersByTimeAsync(6 * SECOND);
      return Promise.all(answers);
    }
    await askSome(4, 'A');
    const flood = await askSome(60, 'B');
    const waitedMs = Map.groupBy(flood, ({ state, problem }) => `${state} ${titleIn(problem) ?? ''}`);
    expect([...waitedMs].map(([what, answers]) => [what, answers.length, answers[0]?.elapsedMs])).toEqual([
      ['answered ', 20, 900],
      ['busy was not asked, as too many questions to it are under way', 40, 0],
    ]);
    expect(flood.filter(({ state, elapsedMs }) => state === 'busy' && elapsedMs === 0)).toHaveLength(40);
    expect((await askSome(1, 'C'))[0]?.state).toBe('answered');
    expect(partner.partner.history.reliability()).toBe(1);
  });

  test.each([400, 900, 2400])(
    'answers most of a first burst within a second that there is no turn for them, where it takes %i ms',
    async (tookMs) => {
      const partner = await knownPartner({ answers: (asked) => after(tookMs, foundGene(asked)) });
      const answers = Array.from({ length: 300 }, (_, index) =>
        partner.ask(questionOf(`/api/genes/search?symbol=C${index}&taxonId=9606`)),
      );
      await vi.advanceTimersByTimeAsync(6 * SECOND);
      const all = await Promise.all(answers);
      const answered = all.filter(({ state }) => state === 'answered');
      const busy = all.filter(({ state }) => state === 'busy');
      // Nobody is refused whose answer comes in time.
      expect(answered).toHaveLength(4 * Math.floor((5 * SECOND) / tookMs));
      expect(answered.length + busy.length).toBe(300);
      const soon = busy.filter(({ elapsedMs }) => elapsedMs <= 1200);
      expect(soon.length / busy.length).toBeGreaterThan(0.9);
      expect(partner.partner.history.reliability()).toBe(1);
    },
  );

  test('refuses nobody whose slot comes in time, though the first answers are slow', async () => {
    let calls = 0;
    const partner = await knownPartner({
      answers: (asked) => after(++calls <= 4 ? 800 : 40, foundGene(asked)),
    });
    const answers = Array.from({ length: 300 }, (_, index) =>
      partner.ask(questionOf(`/api/genes/search?symbol=D${index}&taxonId=9606`)),
    );
    await vi.advanceTimersByTimeAsync(6 * SECOND);
    expect(new Set((await Promise.all(answers)).map(({ state }) => state))).toEqual(new Set(['answered']));
  });

  test('is asked once by a hundred equal questions that had to wait in the queue', async () => {
    const partner = await knownPartner({ answers: (asked) => after(2 * SECOND, foundGene(asked)), maxConcurrency: 1 });
    void partner.ask(TP53);
    const answers = Array.from({ length: 100 }, () => partner.ask(GENES));
    await vi.advanceTimersByTimeAsync(4 * SECOND);
    expect(new Set((await Promise.all(answers)).map(({ state }) => state))).toEqual(new Set(['answered']));
    expect(partner.questions()).toHaveLength(2);
  });

  test('gives a question that waits the answer that was cached meanwhile', async () => {
    const partner = await knownPartner({
      answers: (asked) => after(2.9 * SECOND, foundGene(asked)),
      maxConcurrency: 1,
    });
    void partner.ask(GENES);
    await vi.advanceTimersByTimeAsync(SECOND);
    const waiting = partner.source.ask(GENES, ADMIN, new AbortController().signal);
    const behind = partner.ask(TP53);
    await vi.advanceTimersByTimeAsync(6 * SECOND);
    expect((await waiting).cache?.status).toBe('shared');
    expect((await behind).state).toBe('answered');
    expect(partner.questions()).toHaveLength(2);
  });
});
