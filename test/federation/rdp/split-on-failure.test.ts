/** Which failures let a question be put again in smaller ones. */

import { describe, expect, test } from 'vitest';
import { geneRecord } from '../../../src/demo/mock-people.ts';
import { reason } from '../../../src/domain/federation/reasons.ts';
import type { Question } from '../../../src/domain/federation/source.ts';
import type { PageRequest } from '../../../src/domain/query/paging.ts';
import { silentFor } from '../../../src/federation/partner/no-answer-reasons.ts';
import {
  answerWith,
  answerWithout,
  type Failure,
  type PartnerQuery,
} from '../../../src/federation/partner/partner-query.ts';
import { RDP, rdpProgram } from '../../../src/federation/rdp/rdp.ts';
import { busy } from '../../../src/federation/transport/call-failures.ts';
import { HUMAN, SANITIZE } from '../../domain/sanitize/example-partner-records.ts';
import { failing, json, text } from '../../support/partners/fake-partner.ts';
import {
  answerOf,
  clientOf,
  NO_FACTS,
  queryOf,
  type Replies,
  sanitized,
} from '../../support/partners/partner-queries.ts';
import { saying } from '../../support/partners/saying.ts';
import { questionOf } from '../dialect/recorded-questions.ts';

const GENES = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606');
const OPTIONS = { ...SANITIZE, resolveGene: async () => [] };

type Setting = { withToken?: boolean; taxa?: () => Promise<{ id: number; commonName: string }[]> };

async function said(question: Question, replies: Replies, { withToken = false, taxa = async () => [] }: Setting = {}) {
  const { client, asked } = clientOf(replies);
  const ask = sanitized(OPTIONS, RDP.askWith(client, { ...NO_FACTS, taxa }));
  return { ...answerOf(await ask(queryOf(question, { credential: withToken ? 'token' : 'none' }))), asked };
}

describe('a question that 1.5 fails on', () => {
  const ERROR = json({ status: 500 }, 500);

  test('is answered in pieces, with the same credential', async () => {
    const taxa = async () => [HUMAN, { id: 10090, commonName: 'mouse' }];
    const answers: Replies = (path) => {
      if (path === '/api/stats') return json({ users: 2, researchersByTaxonId: { 9606: 1, 10090: 1 } });
      if (!path.includes('ortholog')) return ERROR;
      return json(path.includes('9606&tiers=TIER1') ? [geneRecord(1)] : []);
    };
    const answer = await said(GENES, answers, { withToken: true, taxa });
    expect(answer.json.map(({ remoteUser: { id } }) => id)).toEqual([1]);
    expect(answer.failure).toBeUndefined();
    expect(answer.asked.every(([, withToken]) => withToken)).toBe(true);
  });

  test.each([
    ['its statistics', (path: string) => path === '/api/stats'],
    ['its first piece', (path: string) => path.includes('ortholog')],
  ])('and whose further requests wait here for too long has not failed: %s', async (_, isHeld) => {
    const held = { failure: busy(reason('queue-full', { waiting: 100 })) };
    const answers: Replies = (path) => (isHeld(path) ? held : ERROR);
    const { client, asked } = clientOf(answers);
    const ask = RDP.askWith(client, { ...NO_FACTS, taxa: async () => [HUMAN] });
    const questions = ['BRCA1', 'TP53'].map((symbol) => questionOf(`/api/genes/search?symbol=${symbol}&taxonId=9606`));
    const answered = await Promise.all(questions.map((question) => ask(queryOf(question))));
    expect(answered.map(({ failure }) => [failure?.about, failure?.state])).toEqual(
      Array(2).fill(['no-reply', 'busy']),
    );
    expect(asked.length).toBeGreaterThan(2);
  });

  test('and on everything else has failed', async () => {
    expect(await said(GENES, () => ERROR)).toMatchObject({ state: 'failed', failure: { about: 'server-error' } });
  });

  test.each([text(502, 'Bad gateway.'), text(503, 'Not now.'), failing(), text(404, 'Unknown taxon ID: 9606.')])(
    'is put in pieces for no other failure (%#)',
    async (outcome) => {
      expect((await said(GENES, () => outcome)).asked).toHaveLength(1);
    },
  );
});

describe('a question that a partner fails on as on everything', () => {
  const ERROR = json({ status: 500 }, 500);
  const isAsked = (path: string) => path.startsWith('/api/genes/search');

  test.each(['1.5.10', '1.4.11', undefined])('costs three requests (version %s)', async (version) => {
    const { client, asked } = clientOf(() => ERROR);
    const ask = RDP.askWith(client, { ...NO_FACTS, taxa: async () => [HUMAN] });
    const { failure } = await ask(queryOf(GENES, { version }));
    expect([asked.length, failure?.about]).toEqual([3, 'server-error']);
  });

  test('costs three requests too where it is about one other organism', async () => {
    const { asked } = await said(
      questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606&orthologTaxonId=10090'),
      () => ERROR,
    );
    expect(asked).toHaveLength(3);
  });

  test('though it answers its statistics costs one request more, and is the fault of the question alone', async () => {
    const stats = json({ users: 1, researchersByTaxonId: { 9606: 1 } });
    const { asked, failure } = await said(GENES, (path) => (isAsked(path) ? ERROR : stats));
    expect([asked.length, failure?.about]).toEqual([4, 'this-question']);
  });

  test('is rescued where only its statistics fail', async () => {
    const answers: Replies = (path) => (path.includes('ortholog') ? json([]) : ERROR);
    expect(await said(GENES, answers)).toMatchObject({
      records: [],
      problem: { reason: saying('does not say which organisms it has researchers in') },
    });
  });

  test('lets the questions that fail beside it know, which then try no pieces of their own', async () => {
    const { client, asked } = clientOf(() => ERROR);
    const ask = RDP.askWith(client, { ...NO_FACTS, taxa: async () => [HUMAN] });
    const questions = ['BRCA1', 'TP53', 'MECP2'].map((symbol) =>
      questionOf(`/api/genes/search?symbol=${symbol}&taxonId=9606`),
    );
    const answers = await Promise.all(questions.map((question) => ask(queryOf(question))));
    expect(answers.map(({ failure }) => failure?.about)).toEqual(Array(3).fill('server-error'));
    expect(asked).toHaveLength(3 + 2);
  });

  test('keeps no question from its pieces that has another trouble', async () => {
    const stats = json({ users: 1, researchersByTaxonId: { 9606: 1 } });
    const answers: Replies = (path) => {
      if (!isAsked(path)) return stats;
      return path.includes('BRCA1') || !path.includes('ortholog') ? ERROR : json([]);
    };
    const { client } = clientOf(answers);
    const ask = RDP.askWith(client, { ...NO_FACTS, taxa: async () => [HUMAN] });
    const questions = ['BRCA1', 'TP53'].map((symbol) => questionOf(`/api/genes/search?symbol=${symbol}&taxonId=9606`));
    const [bad, good] = await Promise.all(questions.map((question) => ask(queryOf(question))));
    expect([bad?.failure?.about, good?.records]).toEqual(['this-question', []]);
  });
});

describe.each(['genes-list', 'users-list'] as const)('a page of a listing that fails (%s)', (kind) => {
  const ERROR = { ...silentFor(3000), about: 'server-error', state: 'failed', status: 500 } as const;
  type Listing = {
    total: number;
    bad: readonly number[];
    fails?: (page: PageRequest) => boolean;
    failure?: (page: PageRequest) => Failure | undefined;
    hasTotal?: boolean;
  };

  /** Records are their places; whatever page has a bad one on it fails. */
  async function ask(page: PageRequest, listing: Listing) {
    const { total, bad, fails = () => false, failure = () => undefined, hasTotal = true } = listing;
    const pages: PageRequest[] = [];
    const inner = async ({ question }: PartnerQuery) => {
      if (!('page' in question)) throw new Error('Another question was asked.');
      pages.push(question.page);
      const other = failure(question.page);
      if (other !== undefined) return answerWithout(other);
      const from = question.page.page * question.page.size;
      const to = Math.min(total, from + question.page.size);
      const isBad = bad.some((place) => from <= place && place < to);
      if (isBad || fails(question.page)) return answerWithout(ERROR);
      const records = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
      return answerWith(records, { total: hasTotal ? total : undefined });
    };
    const { client } = clientOf(() => json({}));
    const answer = await rdpProgram(inner, client, NO_FACTS)(queryOf({ kind, page }));
    return { ...answer, requests: pages.length };
  }

  const without = (from: number, to: number, bad: readonly number[]) =>
    Array.from({ length: to - from }, (_, index) => from + index).filter((place) => !bad.includes(place));

  test.each([
    ['first', [0], 0],
    ['last', [19], 0],
    ['middle', [9], 0],
    ['first of a later page', [40], 2],
    ['last of all', [46], 2],
  ])('is given but for a bad record that stands %s, which is counted and reported', async (_, bad, page) => {
    const to = Math.min(47, 20 * (page + 1));
    const answer = await ask({ page, size: 20 }, { total: 47, bad });
    expect(answer).toMatchObject({
      records: without(20 * page, to, bad),
      total: 47,
      limits: [saying('cannot answer for 1 of the records of this page')],
      dropped: 1,
      failure: undefined,
    });
    expect(answer.requests).toBeLessThan(15);
  });

  test('is given whole where only the page as such fails', async () => {
    const fails = ({ size }: PageRequest) => size > 10 && size < 1000;
    const answer = await ask({ page: 0, size: 20 }, { total: 30, bad: [], fails });
    expect(answer).toMatchObject({ records: without(0, 20, []), limits: [], dropped: 0, shortened: 0, requests: 4 });
  });

  test('of which no record can be had is reported as such, and the partner has not failed', async () => {
    const bad = without(20, 40, []);
    expect(await ask({ page: 1, size: 20 }, { total: 47, bad })).toMatchObject({
      records: [],
      total: 47,
      limits: [saying('cannot answer for any of the 20 records of this page')],
      dropped: 20,
      failure: undefined,
    });
  });

  test('of one bad record is reported as such, and nothing is asked for twice', async () => {
    expect(await ask({ page: 3, size: 1 }, { total: 47, bad: [3] })).toMatchObject({
      records: [],
      limits: [saying('cannot answer for the one record of this page')],
      dropped: 1,
      requests: 2,
    });
  });

  test('too large for each of its records is given in the pieces that can be had', async () => {
    const answer = await ask({ page: 0, size: 2000 }, { total: 1700, bad: [0, 1699] });
    expect(answer).toMatchObject({ records: without(0, 1700, [0, 1699]), dropped: 2 });
    const worst = await ask(
      { page: 0, size: 2000 },
      { total: 2000, bad: without(0, 2000, []).filter((n) => n % 3 === 0) },
    );
    expect(worst.requests).toBeLessThanOrEqual(102);
    expect((worst.records?.length ?? 0) + worst.dropped).toBe(2000);
  });

  test('of a partner that states no total is divided all the same', async () => {
    expect(await ask({ page: 0, size: 10 }, { total: 7, bad: [0], hasTotal: false })).toMatchObject({
      records: [1, 2, 3, 4, 5, 6],
      total: undefined,
      dropped: 1,
    });
  });

  test('of a partner whose page behind all others fails too learns the total from the second record', async () => {
    const fails = ({ page }: PageRequest) => page > 1000;
    expect(await ask({ page: 0, size: 4 }, { total: 9, bad: [0], fails })).toMatchObject({
      records: [1, 2, 3],
      total: 9,
      dropped: 1,
    });
  });

  test('of which a piece is not answered for another reason is not taken for bad, and is there to be asked for again', async () => {
    const silent = silentFor(3000);
    const failure = (page: PageRequest) => (page.size === 10 && page.page === 1 ? silent : undefined);
    const answer = await ask({ page: 0, size: 20 }, { total: 30, bad: [3], failure });
    expect(answer).toMatchObject({ records: undefined, failure: silent, dropped: 0 });
    expect(answer.requests).toBe(4);
  });

  test('of a partner that fails on everything costs three requests and is its failure', async () => {
    const { requests, failure } = await ask({ page: 0, size: 20 }, { total: 9, bad: [], fails: () => true });
    expect([requests, failure?.about]).toEqual([3, 'server-error']);
  });
});
