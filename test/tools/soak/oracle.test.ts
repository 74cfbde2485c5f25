/** A sample of `npm run soak -- --oracle`, and that it would find what is wrong. */

import { afterEach, expect, test, vi } from 'vitest';
import { sampledCount, sampleOf } from '../../support/machine/sample.ts';
import { askedAtOnce } from './oracle/asked-at-once.ts';
import { mistakesIn, type ReadAnswer } from './oracle/mistakes.ts';
import { actOf } from './oracle/oracle-partners.ts';
import { walkedThrough } from './oracle/walks.ts';

const { injected } = vi.hoisted(() => ({ injected: { fault: '' } }));

vi.mock('../../../src/domain/pages/listing-reads.ts', async (importOriginal) => {
  const real = await importOriginal<typeof import('../../../src/domain/pages/listing-reads.ts')>();
  return {
    ...real,
    readBehindAnchor(...args: Parameters<typeof real.readBehindAnchor>) {
      const read = real.readBehindAnchor(...args);
      if (read === undefined) return undefined;
      if (injected.fault === 'loses the first row of a page') return { ...read, records: read.records.slice(1) };
      if (injected.fault === 'shows a row twice')
        return { ...read, records: [...read.records, ...read.records.slice(0, 1)] };
      return read;
    },
  };
});
vi.mock('../../../src/domain/pages/federated-pages.ts', async (importOriginal) => {
  const real = await importOriginal<typeof import('../../../src/domain/pages/federated-pages.ts')>();
  return {
    ...real,
    federatedPage(...args: Parameters<typeof real.federatedPage>) {
      const page = real.federatedPage(...args);
      if (injected.fault === 'goes on for ever') return { ...page, next: page.next ?? page.retry };
      if (injected.fault === 'forgets what was lost on the way') return { ...page, remarks: [], hasChanged: false };
      return page;
    },
  };
});
vi.mock('../../../src/domain/federation/completeness.ts', async (importOriginal) => {
  const real = await importOriginal<typeof import('../../../src/domain/federation/completeness.ts')>();
  return {
    ...real,
    isComplete(...args: Parameters<typeof real.isComplete>) {
      return injected.fault === 'calls everything complete' || real.isComplete(...args);
    },
  };
});

afterEach(() => {
  injected.fault = '';
});

const WALKS = { walks: 40, seed: 1 };

test('questions at once have no wrong state, count or sentence', async () => {
  const questions = sampledCount(20, 60);
  const { judged, wrong } = await askedAtOnce({ questions, atOnce: 40, seed: 1 });
  expect(wrong).toEqual([]);
  expect(judged).toBe(questions);
});

test('walks through partners that change end, lose nobody, show nobody twice, and end with a true last page', async () => {
  const some = { ...WALKS, walks: sampledCount(10, 24) };
  const { walks, pages, events, wrong } = await walkedThrough(some);
  expect(wrong).toEqual([]);
  expect([walks, pages > 5 * walks]).toEqual([some.walks, true]);
  const met = [
    'asked again',
    'cannot write',
    'capped',
    'changed here',
    'died',
    'gained',
    'left the configuration',
    'lost',
    'returned',
  ];
  expect([...events.keys()].filter((event) => !met.includes(event))).toEqual([]);
  expect(met.filter((event) => !events.has(event)).length).toBeLessThan(sampledCount(3, 1));
});

test.each([['calls everything complete', /complete/]])(
  'where an answer %s, questions find it',
  async (fault, pattern) => {
    injected.fault = fault;
    const { wrong } = await askedAtOnce({ questions: 40, atOnce: 10, seed: 1 });
    expect(wrong.join('\n')).toMatch(pattern);
  },
);

const FAULTS_OF_WALKS = [
  ['loses the first row of a page', /are missing on the last page/],
  ['shows a row twice', /are doubled/],
  ['forgets what was lost on the way', /the last page says gte|it calls itself complete/],
  ['goes on for ever', /does not end/],
] as const;

test.each(sampleOf(FAULTS_OF_WALKS, 1))('where a walk %s, walks find it', async (fault, pattern) => {
  injected.fault = fault;
  expect((await walkedThrough({ ...WALKS, untilWrong: true })).wrong.join('\n')).toMatch(pattern);
});

test('a wrong state, count, sentence, total and account of who was asked are reported, each by itself', () => {
  const act = [...Array(50).keys()].map((number) => actOf(`S${number}`, 0, true)).find(({ count }) => count === 3);
  if (act === undefined) throw new Error('No symbol has three people.');
  const origin = { key: 'steady-1', origin: 'One', state: 'answered', count: 3, anonymized: 0, exact: true };
  const answer = {
    ...{ complete: true, summary: 'All 1 registries answered; Registry was not asked.', counts: { 'steady-1': 3 } },
    origins: [{ ...origin, problem: null, cache: { status: 'miss', ageSeconds: 0 } }],
    ...{ totalElements: 3, totalRelation: 'eq' },
  } as unknown as ReadAnswer;
  const wrongOf = (changes: object) =>
    mistakesIn('S', [{ key: 'steady-1', name: 'One', act }], { ...answer, ...changes });
  const ofOrigin = (changes: object) => ({ origins: [{ ...answer.origins[0], ...changes }] });
  expect(wrongOf({})).toEqual([]);
  for (const changes of [
    ofOrigin({ state: 'empty' }),
    ofOrigin({ count: 2 }),
    ofOrigin({ exact: false }),
    ofOrigin({ cache: null }),
    ofOrigin({ problem: { title: 'failed' } }),
    ...[{ counts: {} }, { complete: false }, { summary: 'Both registries answered.' }, { totalElements: 4 }],
  ]) {
    expect(wrongOf(changes), JSON.stringify(changes)).not.toEqual([]);
  }
});
