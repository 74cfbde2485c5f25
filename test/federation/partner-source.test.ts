/** A partner as a source: what is kept and for how long, and what is old and says so. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { anonymousGeneRecord, geneRecord } from '../../src/demo/mock-people.ts';
import { PUBLIC_VIEWER } from '../../src/domain/record/model.ts';
import { fanOut } from '../../src/federation/fan-out.ts';
import { after, failing, json, knownPartner, never, text } from '../support/partners/fake-partner.ts';
import { saying } from '../support/partners/saying.ts';
import { questionOf } from './dialect/recorded-questions.ts';

const START = Date.parse('2026-03-01T10:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const GENES = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606');
const TP53 = questionOf('/api/genes/search?symbol=TP53&taxonId=9606');
const ANONYMOUS_GENE = questionOf('/api/genes/by-anonymous-id/51674616-ac4b-4291-aa77-116e176dbf9a');
const ONE = json([geneRecord(1)]);
const HIDDEN = json([anonymousGeneRecord()]);

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

describe('an answer', () => {
  test('is given again while it is fresh, with its age, and the partner is not asked', async () => {
    const partner = await knownPartner({ answers: () => ONE });
    expect(await partner.ask(GENES)).toMatchObject({ state: 'answered', cache: { status: 'miss', ageSeconds: 0 } });
    vi.advanceTimersByTime(2 * MINUTE - 1);
    expect(await partner.ask(GENES)).toMatchObject({
      state: 'answered',
      isExact: true,
      elapsedMs: 0,
      retrievedAt: new Date(START),
      cache: { status: 'hit', ageSeconds: 119 },
    });
    expect(partner.questions()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(await partner.ask(GENES)).toMatchObject({
      cache: { status: 'miss' },
      retrievedAt: new Date(START + 2 * MINUTE),
    });
    expect(partner.questions()).toHaveLength(2);
  });

  test('says what it took to get it', async () => {
    const partner = await knownPartner({ answers: () => after(250, ONE) });
    const answer = partner.ask(GENES);
    await vi.advanceTimersByTimeAsync(250);
    expect(await answer).toMatchObject({ elapsedMs: 250, version: '1.5.10', retrievedAt: new Date(START + 250) });
  });

  test('to another question is another answer', async () => {
    const partner = await knownPartner({ answers: () => ONE });
    await partner.ask(GENES);
    expect(await partner.ask(TP53)).toMatchObject({ cache: { status: 'miss' } });
    const sameInOtherOrder = questionOf('/api/genes/search?taxonId=9606&tiers=TIER2&tiers=TIER1&symbol=BRCA1');
    expect(await partner.ask(sameInOtherOrder)).toMatchObject({ cache: { status: 'hit' } });
  });

  test.each([
    ['nobody for the gene', json([]), 'empty'],
    ['records that cannot be read', json([geneRecord(1), null]), 'limited'],
    ['an unknown symbol', text(404, 'Unknown gene with symbol: BRCA1.'), 'unknown-term'],
  ])('of %s is cached too, and not asked for again', async (_, outcome, state) => {
    const partner = await knownPartner({ answers: () => outcome });
    expect(await partner.ask(GENES)).toMatchObject({ state });
    expect(await partner.ask(GENES)).toMatchObject({ state, cache: { status: 'hit' } });
    expect(partner.questions()).toHaveLength(1);
  });

  test.each([
    ['a failure', failing()],
    ['a refusal to go on', text(429, '')],
    ['an address that is not there', text(404, 'No endpoint found for your request URL.')],
  ])('is not %s: that is never cached', async (_, outcome) => {
    const partner = await knownPartner({ answers: () => outcome });
    await partner.ask(GENES);
    expect(partner.store.size).toBe(0);
  });

  test('that trouble on the way has made smaller is not cached', async () => {
    const answers = ({ path }: { path: string }) => (path.includes('TIER2') ? failing() : ONE);
    const partner = await knownPartner({ version: '1.3.4', answers });
    expect(await partner.ask(GENES)).toMatchObject({ state: 'limited' });
    expect(partner.store.size).toBe(0);
  });

  test('about an anonymous id is never cached, found or not', async () => {
    const partner = await knownPartner({ answers: () => json(anonymousGeneRecord()) });
    expect(await partner.ask(ANONYMOUS_GENE)).toMatchObject({ state: 'answered' });
    partner.play(() => text(404, 'Unknown gene with anonymous ID: x.'));
    expect(await partner.ask(ANONYMOUS_GENE)).toMatchObject({ state: 'empty' });
    expect([partner.store.size, partner.questions().length]).toEqual([0, 2]);
  });
});

describe('after a failure', () => {
  const late = 26 * HOUR;

  test.each([
    ['fails', failing(), 'refuses connections'],
    ['wants to be left alone', text(429, '', 60), 'asks us to wait'],
    ['is switched off', text(503, 'Public API is not available for this registry.'), 'is switched off'],
    ['refuses us', text(401, 'Go away.'), 'refused access'],
  ])(
    'the old answer of a partner that %s is shown as old, with its age and with what went wrong',
    async (_, outcome, title) => {
      const partner = await knownPartner({ answers: () => ONE });
      await partner.ask(GENES);
      partner.play(() => outcome);
      vi.advanceTimersByTime(3 * HOUR);
      expect(await partner.ask(GENES)).toMatchObject({
        state: 'stale',
        isExact: false,
        records: [{ geneId: 672 }],
        retrievedAt: new Date(START),
        cache: { status: 'stale', ageSeconds: 3 * 3600 },
        problem: { reason: saying(title) },
      });
      vi.advanceTimersByTime(late);
      const gone = await partner.ask(GENES);
      expect(gone.state).not.toBe('stale');
      expect(gone.records).toEqual([]);
    },
  );

  test('the old answer of a partner that may take longer than a search is shown as old where the search ends first', async () => {
    const partner = await knownPartner({ answers: () => ONE });
    await partner.ask(GENES);
    partner.play(never);
    vi.advanceTimersByTime(3 * HOUR);
    const search = fanOut({ searchTimeoutMs: 2000 })(
      [{ source: partner.source, question: GENES }],
      PUBLIC_VIEWER,
      new AbortController().signal,
    );
    const part = search[Symbol.asyncIterator]().next();
    await vi.advanceTimersByTimeAsync(2001);
    expect((await part).value).toMatchObject({
      origin: { state: 'stale', problem: { title: 'had not answered when the search ended after 2 s' } },
      records: [{ geneId: 672 }],
    });
  });

  test('an old certified zero is old, too', async () => {
    const partner = await knownPartner({ answers: () => json([]) });
    await partner.ask(GENES);
    partner.play(() => failing());
    vi.advanceTimersByTime(HOUR);
    expect(await partner.ask(GENES)).toMatchObject({ state: 'stale', records: [], retrievedAt: new Date(START) });
  });

  test('it is no news that the symbol was unknown once', async () => {
    const partner = await knownPartner({ answers: () => text(404, 'Unknown gene with symbol: BRCA1.') });
    await partner.ask(GENES);
    partner.play(() => failing());
    vi.advanceTimersByTime(HOUR);
    expect(await partner.ask(GENES)).toMatchObject({ state: 'unreachable', records: [] });
  });

  test('an old answer is shown, but not after a new one that the symbol is unknown by now', async () => {
    const partner = await knownPartner({ answers: () => ONE });
    await partner.ask(GENES);
    partner.play(() => text(404, 'Unknown gene with symbol: BRCA1.'));
    vi.advanceTimersByTime(HOUR);
    expect(await partner.ask(GENES)).toMatchObject({ state: 'unknown-term', records: [] });
  });

  test('answers with anonymised people are shown for half an hour at most', async () => {
    const partner = await knownPartner({ answers: () => HIDDEN });
    await partner.ask(GENES);
    partner.play(() => failing());
    vi.advanceTimersByTime(30 * MINUTE - 1);
    expect(await partner.ask(GENES)).toMatchObject({ state: 'stale', cache: { ageSeconds: 1799 } });
    vi.advanceTimersByTime(1);
    expect(await partner.ask(GENES)).toMatchObject({ state: 'unreachable', records: [] });
  });
});
