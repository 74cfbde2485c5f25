/** What the answer to a question leaves in doubt once its records are checked. */

import { describe, expect, test, vi } from 'vitest';
import { silentFor } from '../../../src/federation/partner/no-answer-reasons.ts';
import {
  type AskPartner,
  answerWith,
  answerWithout,
  type PartnerAnswer,
} from '../../../src/federation/partner/partner-query.ts';
import { RDP } from '../../../src/federation/rdp/rdp.ts';
import { ask, askOnce } from '../../../src/federation/stages/ask.ts';
import { json } from '../../support/partners/fake-partner.ts';
import { NO_FACTS, queryOf, withEarly } from '../../support/partners/partner-queries.ts';
import { questionOf } from '../dialect/recorded-questions.ts';

const RECORD = { json: '{}', order: undefined, isAnonymised: false, geneId: 672 };
const SOMEBODY = answerWith([RECORD]);
const NOBODY = answerWith([]);

test.each([
  [150, []],
  [151, ['not-asked-for-all']],
])('of an answer in %i requests is said what is left out: %j', async (count, limits) => {
  const type: Parameters<typeof askOnce>[0]['type'] = {
    askWith: (client) => async (query) => {
      await Promise.all(Array.from({ length: count }, () => client.call('/api/stats', query)));
      return SOMEBODY;
    },
  };
  const options = { type, client: { call: async () => json([]) }, facts: NO_FACTS };
  const answer = await askOnce({ ...options, sanitize: async (_, one) => one as PartnerAnswer })(
    queryOf({ kind: 'stats' }),
  );
  expect(answer).toMatchObject({ records: [RECORD], limits: limits.map((code) => ({ code })) });
});

describe('organs of a search', () => {
  const QUERY = queryOf(questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606&organUberonIds=UBERON:0000955'));

  async function limitsOf(answer: PartnerAnswer, unknown: readonly string[]) {
    const options = { type: {}, unknownOrgans: async () => unknown, cached: () => undefined };
    return (await ask(async () => answer, options)(QUERY)).limits.map(({ code }) => code);
  }

  test('that are unknown here leave a zero in doubt, and nothing else', async () => {
    expect(await limitsOf(NOBODY, ['UBERON:0000955'])).toEqual(['terms-not-told']);
    expect(await limitsOf(SOMEBODY, ['UBERON:0000955'])).toEqual([]);
    expect(await limitsOf(NOBODY, [])).toEqual([]);
    expect(await limitsOf(answerWithout(silentFor(3000)), ['UBERON:0000955'])).toEqual([]);
  });
});

describe('terms of a search that finds nobody', () => {
  const TERMS = 'ontologyTermIds=MONDO:1&ontologyNames=mondo';
  const QUERY = queryOf(questionOf(`/api/genes/search?symbol=BRCA1&taxonId=9606&${TERMS}`));

  /** @param terms what is answered to the question about terms */
  async function settled(terms: AskPartner, cached?: PartnerAnswer) {
    const asked = vi.fn(terms);
    const once: AskPartner = async (query) => (query.question.kind === 'terms' ? asked(query) : NOBODY);
    const options = { type: RDP, unknownOrgans: async () => [], cached: () => cached };
    return { ...(await withEarly(ask(once, options), QUERY)), asked };
  }

  test('are asked for, without the search token', async () => {
    const { answer, asked } = await settled(async () => NOBODY);
    expect(answer).toMatchObject({ records: undefined, failure: { about: 'unknown-terms', state: 'unknown-term' } });
    expect(asked.mock.calls.map(([{ credential }]) => credential)).toEqual(['none']);
  });

  test('are not asked for where the answer about them is in the cache', async () => {
    const { answer, asked } = await settled(async () => answerWithout(silentFor(3000)), NOBODY);
    expect(answer.failure?.state).toBe('unknown-term');
    expect(asked).not.toHaveBeenCalled();
  });

  test('answer nobody early, as the search has its answer', async () => {
    const { answer, early } = await settled(async ({ onEarly }) => {
      onEarly?.(answerWithout(silentFor(300)));
      return answerWithout(silentFor(300));
    });
    expect(early).toEqual([]);
    expect(answer).toMatchObject({ records: [], limits: [{ code: 'terms-not-told' }] });
  });
});
