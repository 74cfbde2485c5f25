/** What a partner is asked at all, by which version of the protocol, and what happens when something is wrong here. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { geneRecord } from '../../src/demo/mock-people.ts';
import type { Question } from '../../src/domain/federation/source.ts';
import { ADMIN, fakePartner, json, never, text } from '../support/partners/fake-partner.ts';
import { saying } from '../support/partners/saying.ts';
import { questionOf } from './dialect/recorded-questions.ts';

const START = Date.parse('2026-03-01T10:00:00Z');
const MINUTE = 60_000;
const BRCA1 = '/api/genes/search?symbol=BRCA1&taxonId=9606';
const IN_EVERY_ORGANISM = `${BRCA1}&orthologTaxonId=-99`;
const GENES = questionOf(BRCA1);
const ONE = json([geneRecord(1)]);

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

describe('the version of a partner', () => {
  test('is learned behind the first question, which is put in the oldest form and not kept waiting', async () => {
    const partner = fakePartner({ answers: () => ONE, version: '1.5.10' });
    expect(await partner.ask(GENES)).toMatchObject({ state: 'answered' });
    expect(partner.questions()).toEqual([`${IN_EVERY_ORGANISM}&tier=TIER1`, `${IN_EVERY_ORGANISM}&tier=TIER2`]);
    await partner.partner.discovery.settled();
    await partner.ask(GENES);
    expect(partner.questions().slice(2)).toEqual([`${BRCA1}&tiers=TIER1&tiers=TIER2`]);
    expect(partner.source.version()).toBe('1.5.10');
  });

  test('keeps nobody waiting who asks while it is asked for', async () => {
    const partner = fakePartner({ answers: () => ONE, maxConcurrency: 1 });
    partner.hangOnVersion();
    expect(await partner.ask(GENES)).toMatchObject({ state: 'answered', version: undefined });
  });

  test('is asked again after ten minutes, behind a question, and at no other time', async () => {
    const partner = fakePartner({ answers: () => ONE });
    await partner.learnVersion();
    const lookedAt = () => partner.calls.filter(({ path }) => path === '/api').length;
    for (const minutes of [3, 6, 9]) {
      vi.setSystemTime(START + minutes * MINUTE);
      await partner.ask(GENES);
    }
    vi.setSystemTime(START + 60 * MINUTE);
    expect(lookedAt()).toBe(1);
    await partner.ask(GENES);
    expect(lookedAt()).toBe(2);
  });

  test('never brings the token of an administrator along', async () => {
    const partner = fakePartner({ answers: () => ONE, token: 'a-search-token' });
    await partner.ask(GENES, ADMIN);
    expect(partner.calls.find(({ path }) => path === '/api')?.authorization).toBeUndefined();
  });
});

describe('a question that is not put', () => {
  test.each([null, '1.3.4', '1.4.11', '1.5.10'])('to %s is one for tier 3, which is not sent', async (version) => {
    const partner = fakePartner({ answers: () => ONE, version });
    await partner.learnVersion();
    expect(await partner.ask(questionOf(`${BRCA1}&tiers=TIER3`), ADMIN)).toMatchObject({
      state: 'unsupported',
      records: [],
      problem: { reason: saying('does not search genes of tier 3') },
    });
    expect(partner.questions()).toEqual([]);
  });

  test.each([
    ['1.3.4', '/api/users', '1.0.0'],
    ['1.4.11', '/api/ontologies/mondo/terms?ontologyTermIds=MONDO:1', '1.4.11'],
  ])('to %s is one that its version cannot answer (%s)', async (version, path, said) => {
    const partner = fakePartner({ answers: () => ONE, version });
    if (version === '1.3.4') partner.sayVersion({ message: 'This is an API.', version });
    await partner.learnVersion();
    expect(await partner.ask(questionOf(path))).toMatchObject({
      state: 'unsupported',
      version: said,
      problem: { reason: saying(`is too old to be asked this (version ${said})`) },
    });
    expect(partner.questions()).toEqual([]);
  });

  test('is one that the asker alone can correct, and the answer says so', async () => {
    const partner = fakePartner({ answers: () => ONE });
    const uneven = questionOf(`${BRCA1}&ontologyNames=mondo&ontologyTermIds=`);
    await expect(partner.ask(uneven)).rejects.toMatchObject({ code: 'ontology-lists-differ' });
    expect(partner.calls).toEqual([]);
  });
});

test('a mistake of ours is reported as ours, is logged, and does the partner no harm', async () => {
  const broken = async () => {
    throw new Error('the gene table is broken');
  };
  const partner = fakePartner({ answers: () => text(404, 'Unknown gene with symbol: X.'), resolveGene: broken });
  for (let time = 0; time < 4; time++) {
    expect(await partner.ask(GENES)).toMatchObject({
      state: 'failed',
      problem: { error: 'proxy_internal_error', reason: saying(expect.stringContaining('mistake here')) },
    });
  }
  expect(partner.faults).toHaveLength(4);
  expect(partner.partner.circuitBreaker.decide().may).toBe('ask');
  expect(partner.store.size).toBe(0);
});

test('every kind of question is put, each once', async () => {
  const partner = fakePartner({ answers: never });
  await partner.learnVersion();
  const questions: Question[] = [
    GENES,
    questionOf('/api/users/search?descriptionLike=a'),
    questionOf('/api/genes?page=2&size=5'),
    questionOf('/api/users/19'),
    questionOf('/api/stats'),
  ];
  const caller = new AbortController();
  for (const question of questions) void partner.ask(question, undefined, caller.signal);
  await vi.advanceTimersByTimeAsync(0);
  // Four at once; the fifth waits for its turn.
  expect(partner.questions()).toHaveLength(4);
  caller.abort();
  await vi.advanceTimersByTimeAsync(0);
});
