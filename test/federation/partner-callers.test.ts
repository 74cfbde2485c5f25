/** A partner as a source for several callers: one call for equal questions, and never for callers of other rights. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { geneRecord } from '../../src/demo/mock-people.ts';
import { PUBLIC_VIEWER } from '../../src/domain/record/model.ts';
import { ADMIN, after, json, knownPartner, never, REMOTE_ADMIN } from '../support/partners/fake-partner.ts';
import { saying } from '../support/partners/saying.ts';
import { questionOf } from './dialect/recorded-questions.ts';

const GENES = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606');
const TP53 = questionOf('/api/genes/search?symbol=TP53&taxonId=9606');
const ONE = json([geneRecord(1)]);
const TOKEN = 'a-search-token';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the same question by several callers', () => {
  test('is one call, and the answers of those who came later say that they share it', async () => {
    const partner = await knownPartner({ answers: () => after(100, ONE) });
    const answers = [partner.ask(GENES), partner.ask(GENES), partner.ask(GENES)];
    await vi.advanceTimersByTimeAsync(100);
    const facts = (await Promise.all(answers)).map(({ state, cache }) => `${state} ${cache?.status}`);
    expect(facts).toEqual(['answered miss', 'answered shared', 'answered shared']);
    expect(partner.questions()).toHaveLength(1);
  });

  test('is not taken from the others by one who leaves', async () => {
    const partner = await knownPartner({ answers: () => after(100, ONE) });
    const leaver = new AbortController();
    const left = partner.ask(GENES, PUBLIC_VIEWER, leaver.signal);
    const stayed = partner.ask(GENES);
    await vi.advanceTimersByTimeAsync(50);
    leaver.abort();
    expect(await left).toMatchObject({ state: 'not-asked', problem: { reason: saying('was not waited for') } });
    await vi.advanceTimersByTimeAsync(50);
    expect(await stayed).toMatchObject({ state: 'answered' });
    expect(partner.counts.stopped).toBe(0);
  });

  test('goes on when all have left, and its answer serves the next', async () => {
    const partner = await knownPartner({ answers: () => after(100, ONE) });
    const leaver = new AbortController();
    void partner.ask(GENES, PUBLIC_VIEWER, leaver.signal);
    await vi.advanceTimersByTimeAsync(50);
    leaver.abort();
    await vi.advanceTimersByTimeAsync(50);
    expect(await partner.ask(GENES)).toMatchObject({ state: 'answered', cache: { status: 'hit' } });
    expect(partner.questions()).toHaveLength(1);
  });

  test('is not put any more when it had to wait in the queue and all have left', async () => {
    const partner = await knownPartner({ answers: () => after(100, ONE), maxConcurrency: 1 });
    void partner.ask(TP53);
    const leaver = new AbortController();
    const left = partner.ask(GENES, PUBLIC_VIEWER, leaver.signal);
    leaver.abort();
    expect(await left).toMatchObject({ state: 'not-asked' });
    const next = partner.ask(questionOf('/api/users/19'));
    await vi.advanceTimersByTimeAsync(200);
    await next;
    expect(partner.questions()).toEqual([expect.stringContaining('symbol=TP53'), '/api/users/19']);
    expect(partner.faults).toEqual([]);
  });

  test('asked again just after the first caller left has a call of its own', async () => {
    const partner = await knownPartner({ answers: () => after(100, ONE), maxConcurrency: 1 });
    void partner.ask(TP53);
    const leaver = new AbortController();
    const left = partner.ask(GENES, PUBLIC_VIEWER, leaver.signal);
    leaver.abort();
    await left;
    const next = partner.ask(GENES);
    await vi.advanceTimersByTimeAsync(200);
    expect(await next).toMatchObject({ state: 'answered', cache: { status: 'miss' } });
  });
});

describe('what an administrator is answered', () => {
  test('is not cached, and never given to the public, nor the other way round', async () => {
    const partner = await knownPartner({ answers: () => ONE, token: TOKEN });
    await partner.ask(GENES, ADMIN);
    expect(partner.store.size).toBe(0);
    expect(await partner.ask(GENES)).toMatchObject({ cache: { status: 'miss' } });
    expect(await partner.ask(GENES, ADMIN)).toMatchObject({ cache: { status: 'miss' } });
    expect(partner.calls.slice(1).map(({ authorization }) => authorization)).toEqual([
      `Bearer ${TOKEN}`,
      undefined,
      `Bearer ${TOKEN}`,
    ]);
  });

  test('is not shared with the public while it is under way', async () => {
    const partner = await knownPartner({ answers: () => after(100, ONE), token: TOKEN });
    const answers = [partner.ask(GENES, ADMIN), partner.ask(GENES), partner.ask(GENES, REMOTE_ADMIN)];
    await vi.advanceTimersByTimeAsync(100);
    expect((await Promise.all(answers)).map(({ cache }) => cache?.status)).toEqual(['miss', 'miss', 'shared']);
    expect(partner.questions()).toHaveLength(2);
  });

  test('is not asked for any more when they have left, as it may serve nobody else', async () => {
    const partner = await knownPartner({ answers: never, token: TOKEN });
    const leaver = new AbortController();
    const left = partner.ask(GENES, ADMIN, leaver.signal);
    await vi.advanceTimersByTimeAsync(50);
    leaver.abort();
    expect(await left).toMatchObject({ state: 'not-asked' });
    expect(partner.counts.stopped).toBe(1);
    expect(partner.faults).toEqual([]);
  });

  test('by a silent partner is asked for no longer, and its end is nobody’s error, though several shared the call', async () => {
    const onUnhandled = vi.fn();
    process.on('unhandledRejection', onUnhandled);
    const partner = await knownPartner({ answers: never, token: TOKEN });
    const answers = [GENES, GENES, GENES].map((question) => partner.ask(question, ADMIN));
    await vi.advanceTimersByTimeAsync(3000);
    expect((await Promise.all(answers)).map(({ state }) => state)).toEqual(Array(3).fill('timed-out'));
    await vi.advanceTimersByTimeAsync(10);
    process.off('unhandledRejection', onUnhandled);
    expect(partner.counts.stopped).toBe(1);
    expect(partner.faults).toEqual([]);
    expect(onUnhandled).not.toHaveBeenCalled();
  });

  test('is what the public is, at a partner that has no token of ours', async () => {
    const partner = await knownPartner({ answers: () => ONE });
    await partner.ask(GENES, ADMIN);
    expect(await partner.ask(GENES)).toMatchObject({ cache: { status: 'hit' } });
    expect(partner.calls.every(({ authorization }) => authorization === undefined)).toBe(true);
  });

  test('leaves no token in any key', async () => {
    const partner = await knownPartner({ answers: () => ONE, token: TOKEN });
    await partner.ask(GENES, ADMIN);
    await partner.ask(GENES);
    expect([...partner.store.keys()].join()).not.toContain(TOKEN);
  });
});
