/** Records of a gene search that were not asked for. */

import { describe, expect, test } from 'vitest';
import { geneRecord } from '../../../src/demo/mock-people.ts';
import type { Question } from '../../../src/domain/federation/source.ts';
import { answerWith } from '../../../src/federation/partner/partner-query.ts';
import { RDP, rdpProgram } from '../../../src/federation/rdp/rdp.ts';
import { SANITIZE } from '../../domain/sanitize/example-partner-records.ts';
import { json } from '../../support/partners/fake-partner.ts';
import {
  answerOf,
  clientOf,
  NO_FACTS,
  queryOf,
  type Replies,
  sanitized,
} from '../../support/partners/partner-queries.ts';
import { saying, titleIn } from '../../support/partners/saying.ts';
import { questionOf } from '../dialect/recorded-questions.ts';

const USERS = questionOf('/api/users/search?nameLike=a&prefix=false');
const OPTIONS = { ...SANITIZE, resolveGene: async () => [] };

async function said(question: Question, replies: Replies) {
  const { client } = clientOf(replies);
  return answerOf(await sanitized(OPTIONS, RDP.askWith(client, NO_FACTS))(queryOf(question)));
}

describe('orthologs in one organism', () => {
  const inMouse = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606&orthologTaxonId=10090');
  const MOUSE = { id: 10090, scientificName: 'Mus musculus', commonName: 'mouse' };

  test('are those of that organism, whatever else the partner answers', async () => {
    const answers = () => json([geneRecord(1), { ...geneRecord(2), taxon: MOUSE }]);
    const { state, json: records } = await said(inMouse, answers);
    expect([state, records.map(({ taxon }) => taxon.id)]).toEqual(['limited', [10090]]);
  });

  test('of an organism that the partner does not know are not those of every other, which it answers then', async () => {
    expect(await said(inMouse, () => json([geneRecord(1), geneRecord(2)]))).toMatchObject({
      state: 'unknown-term',
      records: [],
      problem: { reason: saying('does not know the taxon 10090 (mouse)') },
    });
  });
});

test('genes of a tier that was not asked for are left out and counted', async () => {
  const onlyTier1 = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606&tiers=TIER1');
  const genes = [geneRecord(1), geneRecord(2, { tier: 'TIER2' }), geneRecord(3, { tier: 'TIER3' })];
  const { records, dropped, problem } = await said(onlyTier1, () => json(genes));
  expect([records.length, dropped, titleIn(problem)]).toEqual([1, 2, 'gave 2 records that nobody asked for']);
});

test('what is no gene search is left as it is', async () => {
  const answer = answerWith([geneRecord(1, { tier: 'TIER2' })]);
  const { client } = clientOf(() => json([]));
  expect(await rdpProgram(async () => answer, client, NO_FACTS)(queryOf(USERS))).toBe(answer);
});
