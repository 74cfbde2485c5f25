/** Which failures let a question be put again in smaller ones. */

import { describe, expect, test } from 'vitest';
import type { Question } from '../../../src/domain/federation/source.ts';
import { silentFor } from '../../../src/federation/partner/no-answer-reasons.ts';
import { answerWith, answerWithout, type PartnerQuery } from '../../../src/federation/partner/partner-query.ts';
import { askPartner } from '../../../src/federation/wrappers/ask-partner.ts';
import { sanitized } from '../../../src/federation/wrappers/sanitized.ts';
import { splitOnFailure } from '../../../src/federation/wrappers/split-on-failure.ts';
import { CHECKS, HUMAN, SIGNATURE } from '../../domain/sanitize/example-partner-records.ts';
import { failing, json, text } from '../../support/partners/fake-partner.ts';
import { clientOf, queryOf, type Replies, toldOf } from '../../support/partners/partner-queries.ts';
import { geneRecord } from '../../support/partners/partner-records.ts';
import { questionOf } from '../dialect/recorded-questions.ts';

const GENES = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606');
const SANITIZE = { checks: CHECKS, signature: SIGNATURE, taxonOrdering: () => null };

type Setting = { withToken?: boolean; taxa?: () => Promise<{ id: number; commonName: string }[]> };

async function said(question: Question, replies: Replies, { withToken = false, taxa = async () => [] }: Setting = {}) {
  const { client, asked } = clientOf(replies);
  const ask = sanitized(SANITIZE, splitOnFailure({ client, taxa })(askPartner(client)));
  return { ...toldOf(await ask(queryOf(question, { credential: withToken ? 'token' : 'none' }))), asked };
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
    const ask = splitOnFailure({ client, taxa: async () => [HUMAN] })(askPartner(client));
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
      problem: { title: 'does not tell which organisms it has researchers in' },
    });
  });

  test('lets the questions that fail beside it know, which then try no pieces of their own', async () => {
    const { client, asked } = clientOf(() => ERROR);
    const ask = splitOnFailure({ client, taxa: async () => [HUMAN] })(askPartner(client));
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
    const ask = splitOnFailure({ client, taxa: async () => [HUMAN] })(askPartner(client));
    const questions = ['BRCA1', 'TP53'].map((symbol) => questionOf(`/api/genes/search?symbol=${symbol}&taxonId=9606`));
    const [bad, good] = await Promise.all(questions.map((question) => ask(queryOf(question))));
    expect([bad?.failure?.about, good?.records]).toEqual(['this-question', []]);
  });
});

describe('a page of a listing that 1.5 fails on', () => {
  const ERROR = { ...silentFor(3000), about: 'server-error', state: 'failed', status: 500 } as const;

  /** Whoever stands at an odd place is there; the others fail, and so does every larger page. */
  function ask(size: number, total: number) {
    const { client } = clientOf(() => json({}));
    const inner = async ({ question }: PartnerQuery) => {
      const page = question.kind === 'genes-list' ? question.page : { page: 0, size: 0 };
      if (page.size !== 1) return answerWithout(ERROR);
      return page.page === 1 ? answerWithout(ERROR) : answerWith([page.page], { total });
    };
    const question: Question = { kind: 'genes-list', page: { page: 0, size } };
    return splitOnFailure({ client, taxa: async () => [] })(inner)(queryOf(question));
  }

  test('is asked for record by record, and what still fails is told', async () => {
    expect(await ask(20, 3)).toMatchObject({
      records: [0, 2],
      total: 3,
      limits: ['cannot answer for 1 of the records of this page'],
      failure: undefined,
    });
  });

  test('is left as it is where it is too large, and says how large it may be', async () => {
    const { records, failure } = await ask(51, 60);
    expect([records, failure?.status]).toEqual([undefined, 500]);
    expect(failure?.detail).toContain('Pages of up to 50 records can be had.');
  });
});
