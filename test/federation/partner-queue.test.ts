/** Turns at a partner, of questions that take many requests and of those that wait for them. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PUBLIC_VIEWER } from '../../src/domain/record/model.ts';
import { type Claim, memoryState } from '../../src/lib/shared-state.ts';
import {
  ADMIN,
  after,
  type FakePartner,
  fakePartner,
  foundGene,
  json,
  knownPartner,
} from '../support/partners/fake-partner.ts';
import { questionOf } from './dialect/recorded-questions.ts';

const START = Date.parse('2026-03-01T10:00:00Z');
const SECOND = 1000;

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

function gene(symbol: string) {
  return questionOf(`/api/genes/search?symbol=${symbol}&taxonId=9606`);
}

function requestsOf({ questions }: FakePartner): string[] {
  return questions().map((path) => new URLSearchParams(path.split('?')[1]).get('symbol') ?? path);
}

/** A partner that answers a question for many organisms in pieces alone, each after so many milliseconds. */
function inPieces(maxConcurrency: number, tookMs: number) {
  return knownPartner({
    answers: (course) => {
      const isPiece = course.path.includes('ortholog') || !course.path.includes('symbol=MANY');
      return after(tookMs, isPiece ? foundGene(course) : json({ status: 500 }, 500));
    },
    maxConcurrency,
    taxa: async () => [{ id: 9606, commonName: 'human' }],
  });
}

test('further requests of a question go before questions that have not begun', async () => {
  const partner = await inPieces(1, 10);
  const others = Array.from({ length: 12 }, (_, at) => `G${at}`);
  const answers = ['MANY', ...others].map((symbol) => partner.ask(gene(symbol)));
  await vi.advanceTimersByTimeAsync(4 * SECOND);
  expect((await Promise.all(answers)).map(({ state }) => state)).toEqual(['limited', ...others.map(() => 'answered')]);
  const requests = requestsOf(partner);
  expect(requests.length).toBeGreaterThan(30);
  expect(requests.slice(requests.lastIndexOf('MANY') + 1)).toEqual(others);
});

test.each([1, 2, 4])('questions of many requests side by side never have more than %i slots at once', async (most) => {
  const partner = await inPieces(most, 10);
  const answers = ['MANYA', 'MANYB', 'MANYC', 'TP53'].map((symbol) => partner.ask(gene(symbol)));
  await vi.advanceTimersByTimeAsync(4 * SECOND);
  expect((await Promise.all(answers)).map(({ state }) => state)).toEqual(['limited', 'limited', 'limited', 'answered']);
  expect(partner.counts.mostAtOnce).toBe(most);
});

test('a question that was given up lets others go first, and is answered all the same', async () => {
  const partner = await inPieces(1, SECOND / 2);
  const givenUp = partner.ask(gene('MANY'));
  await vi.advanceTimersByTimeAsync(5 * SECOND);
  expect((await givenUp).state).toBe('busy');
  const next = partner.ask(gene('TP53'), PUBLIC_VIEWER, new AbortController().signal, { isRetry: true });
  // Three of its requests wait already.
  await vi.advanceTimersByTimeAsync(6 * SECOND);
  expect((await next).state).toBe('answered');
  await vi.advanceTimersByTimeAsync(60 * SECOND);
  expect((await partner.ask(gene('MANY'))).cache?.status).toBe('hit');
});

test('who waits for what another question finds out has no slot meanwhile, as that may wait for one', async () => {
  const partner = await inPieces(1, 10);
  const leave = new AbortController();
  const givenUp = partner.ask(gene('MANYA'), PUBLIC_VIEWER, leave.signal);
  const other = partner.ask(gene('MANYB'));
  await vi.advanceTimersByTimeAsync(5);
  leave.abort();
  await vi.advanceTimersByTimeAsync(4 * SECOND);
  expect((await givenUp).state).toBe('not-asked');
  expect((await other).state).toBe('limited');
  const next = partner.ask(gene('TP53'));
  await vi.advanceTimersByTimeAsync(4 * SECOND);
  expect((await next).state).toBe('answered');
});

test('who waits for what another instance is asking has no slot meanwhile', async () => {
  const elsewhere = Promise.withResolvers<string | undefined>();
  const claims: Claim[] = [
    { whose: 'another', text: undefined, ended: () => elsewhere.promise },
    { whose: 'mine', text: undefined, end: () => undefined },
    { whose: 'mine', text: undefined, end: () => undefined },
  ];
  const sharedAnswers = { ...memoryState().join(), claim: async () => claims.shift() as Claim };
  const partner = await knownPartner({
    answers: (course) => after(100, foundGene(course)),
    maxConcurrency: 1,
    sharedAnswers,
  });
  const waiting = partner.ask(gene('BRCA1'));
  await vi.advanceTimersByTimeAsync(10);
  const other = partner.ask(gene('TP53'));
  await vi.advanceTimersByTimeAsync(110);
  expect(await other).toMatchObject({ state: 'answered', elapsedMs: 100 });
  elsewhere.resolve(undefined);
  await vi.advanceTimersByTimeAsync(110);
  expect((await waiting).state).toBe('answered');
  expect(requestsOf(partner)).toEqual(['TP53', 'BRCA1']);
});

test('who waits for the version of the partner, before the token is sent, has no slot meanwhile', async () => {
  const partner = fakePartner({ answers: foundGene, token: 'a-search-token', maxConcurrency: 1 });
  partner.hangOnVersion();
  const leave = new AbortController();
  const waiting = partner.ask(gene('BRCA1'), ADMIN, leave.signal);
  await vi.advanceTimersByTimeAsync(10);
  expect(await partner.ask(gene('TP53'))).toMatchObject({ state: 'answered', elapsedMs: 0 });
  expect(new Set(requestsOf(partner))).toEqual(new Set(['TP53']));
  leave.abort();
  await waiting;
});

test('further requests are not sent to a partner whose circuit breaker is open by then', async () => {
  const partner = await inPieces(2, 100);
  const many = partner.ask(gene('MANY'));
  await vi.advanceTimersByTimeAsync(150);
  partner.play(() => json({}, 429));
  await partner.ask(gene('TP53'));
  const asked = partner.questions().length;
  await vi.advanceTimersByTimeAsync(4 * SECOND);
  await many;
  expect(partner.questions().length).toBeLessThanOrEqual(asked + 1);
  expect(partner.store.size).toBe(0);
});
