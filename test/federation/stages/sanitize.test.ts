/** What is shown of a partner's records, and what is said to be missing. */

import { describe, expect, test } from 'vitest';
import { geneRecord, userRecord } from '../../../src/demo/mock-people.ts';
import { detailOf } from '../../../src/domain/federation/reasons-in-english.ts';
import type { Question } from '../../../src/domain/federation/source.ts';
import { MOST_RECORDS } from '../../../src/domain/sanitize/records.ts';
import type { CallOutcome } from '../../../src/federation/dialect/reply.ts';
import { answerWith } from '../../../src/federation/partner/partner-query.ts';
import { askPartner, RDP } from '../../../src/federation/rdp/rdp.ts';
import { sanitizedPartner } from '../../../src/federation/stages/stages.ts';
import {
  ANONYMOUS_ID,
  anonymisedUser,
  CHECKS,
  gene,
  SANITIZE,
  SIGNATURE,
  term,
  user,
} from '../../domain/sanitize/example-partner-records.ts';
import { leastOfThree, longestTurnMs } from '../../support/machine/stopwatch.ts';
import { failing, json, replyWith, text } from '../../support/partners/fake-partner.ts';
import { answerOf, clientOf, queryOf, type Replies, sanitized } from '../../support/partners/partner-queries.ts';
import { saying, titleIn } from '../../support/partners/saying.ts';
import { questionOf } from '../dialect/recorded-questions.ts';

const GENES = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606');
const USERS = questionOf('/api/users/search?nameLike=a&prefix=false');
const DIFFER = 'gave the same researcher more than once, with records that differ';
const UNCHECKED = 'gave a record that cannot be checked here';
const OPTIONS = { ...SANITIZE, resolveGene: async () => [] };

/** What a caller sees of the replies of a partner. */
async function said(question: Question, replies: Replies, { version = '1.5.10' } = {}) {
  const { client, asked } = clientOf(replies);
  const answer = await sanitized(OPTIONS, askPartner(client))(queryOf(question, { version }));
  return { ...answerOf(answer), asked };
}

describe('a whole answer', () => {
  test('is answered, exact, and without a problem', async () => {
    expect(await said(GENES, () => json([geneRecord(1)]))).toMatchObject({
      state: 'answered',
      isExact: true,
      problem: undefined,
      dropped: 0,
      shortened: 0,
      json: [{ remoteUser: { id: 1, origin: SIGNATURE.origin, originUrl: SIGNATURE.originUrl } }],
    });
  });

  test('says how many of its records are shown in part: too long ones, and those of too many marks', async () => {
    const names = ['Adams', 'a'.repeat(300), `A${'\u0301'.repeat(100)}dams`];
    const people = names.map((lastName, id) => user({ id: id + 1, lastName }));
    expect(await said(USERS, () => json(people))).toMatchObject({ state: 'answered', isExact: true, shortened: 2 });
  });

  test('without records is a certified zero', async () => {
    expect(await said(GENES, () => json([]))).toMatchObject({ state: 'empty', isExact: true, problem: undefined });
  });

  test('to a search is in the order it is merged in, to a listing in the order of the partner', async () => {
    const people = [3, 1, 2].map((id) => userRecord(id));
    const ids = (answer: { json: { id: number }[] }) => answer.json.map(({ id }) => id);
    expect(ids(await said(USERS, () => json(people)))).toEqual([1, 2, 3]);
    const list = () => json({ content: people, totalElements: 9 });
    expect(ids(await said(questionOf('/api/users'), list))).toEqual([3, 1, 2]);
  });
});

test('the member for which a record cannot be read is noted, of twenty of an answer, and a record that can be is not', async () => {
  const noted: unknown[] = [];
  const faulty = Array.from({ length: 21 }, (_, at) => ({ geneId: `x${at}` }));
  const { client } = clientOf(() => json([geneRecord(1), ...faulty]));
  const ask = sanitizedPartner(
    {
      ...{ key: 'odd', name: 'Odd', url: 'https://odd.example.org', type: RDP, client },
      notes: { fault: (one: unknown) => noted.push(one) } as never,
    },
    {
      ...{ sanitize: { checks: CHECKS, taxonOrdering: () => null }, registryUrl: 'https://registry.example.org' },
      ...{ resolveGene: async () => [], taxa: async () => [] },
      faultyMember: (kind, record) => `${kind} ${(record as { geneId: unknown }).geneId}` as never,
    },
  );
  await ask(queryOf(GENES));
  expect(noted).toEqual(faulty.slice(0, 20).map(({ geneId }) => `gene ${geneId}`));
});

describe('members that only records of another kind have', () => {
  test.each([null, 5, { id: 1 }])('remoteUser %j of researchers says nothing', async (remoteUser) => {
    const people = [1, 2].map((id) => ({ ...userRecord(id), remoteUser, geneId: 1 }));
    const { json: shown, isExact } = await said(USERS, () => json([...people, people[0]]));
    expect([shown.map((person) => (person as { id: number }).id), isExact]).toEqual([[1, 2], true]);
  });

  test('an id of terms may hold anything', async () => {
    const question = questionOf('/api/ontologies/mondo/terms?ontologyTermIds=MONDO:1');
    const odd = { ...term(), id: { toString: null, valueOf: null } };
    expect((await said(question, () => json([odd]))).json).toMatchObject([{ termId: 'MONDO:1' }]);
    const asked = questionOf('/api/ontologies/mondo/terms?ontologyTermIds=MONDO:1&ontologyTermIds=MONDO:2');
    const alike = ['MONDO:1', 'MONDO:2'].map((termId) => ({ ...term(), termId, id: 7 }));
    expect(await said(asked, () => json(alike))).toMatchObject({ state: 'answered', isExact: true });
  });
});

test.each([
  [null, null],
  [undefined, undefined],
  [672, 673],
])('several genes of one person with the ids %s and %s are all right', async (...geneIds) => {
  const genes = ['BRCA1', 'BRCA1L'].map((name, at) => ({ ...geneRecord(1), geneId: geneIds[at], name }));
  const { json: shown, isExact } = await said(GENES, () => json(genes));
  expect([shown, isExact]).toMatchObject([[{ name: 'BRCA1' }, { name: 'BRCA1L' }], true]);
});

describe('records without a person', () => {
  const hidden = (anonymousId: string, more: object = {}) => anonymisedUser({ anonymousId, ...more });

  test('stand once for each id, in whatever letter case', async () => {
    const others = [ANONYMOUS_ID, ANONYMOUS_ID.toUpperCase(), ANONYMOUS_ID.replace('7', '8')];
    expect((await said(USERS, () => json(others.map((id) => hidden(id))))).json).toHaveLength(2);
  });

  test.each([
    ['1.5.10', {}, []],
    ['1.5.10', { id: 0 }, ['hidden-taken-for-one']],
    ['1.4.11', {}, ['hidden-taken-for-one']],
  ])('of a gene search may stand for several at a partner of %s: %j', async (version, more, codes) => {
    const record = gene({ anonymousId: ANONYMOUS_ID, remoteUser: hidden(ANONYMOUS_ID, more) });
    const { problem } = await said(GENES, () => json([record]), { version });
    expect(problem === undefined ? [] : [problem.reason.code]).toEqual(codes);
  });
});

describe('a page of a listing', () => {
  const list = () =>
    json({ content: [geneRecord(1), { ...geneRecord(2), tier: 'TIER3' }, null, geneRecord(4)], totalElements: 4 });

  test('says where its records stand among the rows of the partner', async () => {
    const { rows, dropped } = await said(questionOf('/api/genes'), list);
    expect([rows, dropped]).toEqual([{ shown: [0, 3], missing: [1, 2], unreadable: [2] }, 2]);
  });
});

describe('an answer is limited, and says why,', () => {
  test.each([
    [1, 'gave a record that cannot be read'],
    [3, 'gave 3 records that cannot be read'],
  ])('when %i of its records cannot be believed', async (count, title) => {
    const strange = Array(count).fill({ ...geneRecord(2), tier: 'TIER9' });
    expect(await said(GENES, () => json([geneRecord(1), ...strange, null].slice(0, count + 1)))).toMatchObject({
      state: 'limited',
      isExact: false,
      dropped: count,
      problem: { reason: saying(title) },
      json: [{ remoteUser: { id: 1 } }],
    });
  });

  test.each<[string, Question, unknown[], number, string]>([
    ['of one person differ', USERS, [userRecord(1), { ...userRecord(1), url: 'x' }, userRecord(1)], 3, DIFFER],
    ['of one gene of a person differ', GENES, [geneRecord(1), { ...geneRecord(1), name: 'x' }], 2, DIFFER],
    ['of one gene of a person lack a member', GENES, [geneRecord(1), { ...geneRecord(1), name: undefined }], 2, DIFFER],
    ['are of another gene, as far as is known here', GENES, [{ ...geneRecord(1), symbol: 'BRCC1' }], 1, UNCHECKED],
  ])('when records %s', async (_, question, records, shown, title) => {
    const answer = await said(question, () => json(records));
    expect([answer.state, answer.isExact, answer.dropped, answer.records.length]).toEqual(['limited', false, 0, shown]);
    expect(titleIn(answer.problem)).toBe(title);
  });

  test('when it holds more records than are shown of one partner', async () => {
    const genes = (count: number) => Array.from({ length: count }, (_, index) => geneRecord(index + 1));
    const whole = await said(GENES, () => json(genes(MOST_RECORDS)));
    expect([whole.state, whole.records.length]).toEqual(['answered', 1000]);
    const more = await said(GENES, () => json(genes(MOST_RECORDS + 1)));
    expect([more.state, more.isExact, more.json]).toEqual(['limited', false, whole.json]);
    expect(titleIn(more.problem)).toBe('gave 1001 records, of which 1000 are shown');
  });

  test('when it is longer than is read', async () => {
    const body = JSON.stringify([geneRecord(1), geneRecord(2)]).slice(0, -20);
    const cut = replyWith({ status: 200, contentType: 'application/json', body, isCut: true });
    const answer = await said(GENES, () => cut);
    expect(answer).toMatchObject({ state: 'limited', isExact: false, json: [{ remoteUser: { id: 1 } }] });
    expect(titleIn(answer.problem)).toBe('gave more than is read of one answer, so its last records are missing');
  });

  test('when one of several calls fails', async () => {
    const answers: Replies = (path) => (path.includes('TIER2') ? failing() : json([geneRecord(1)]));
    expect(await said(GENES, answers, { version: '1.3.4' })).toMatchObject({
      state: 'limited',
      problem: { reason: saying('answered only in part: it refuses connections'), error: 'connection_refused' },
    });
  });

  test('for every reason there is', async () => {
    const answers: Replies = (path) => (path.includes('TIER2') ? failing() : json([geneRecord(1), null]));
    const { problem } = await said(GENES, answers, { version: '1.3.4' });
    expect(titleIn(problem)).toBe(
      'answered only in part: it refuses connections and gave a record that cannot be read',
    );
    expect(problem && detailOf(problem.reason)).toMatch(/^It answered only in part.*\. Its host is there, .* port\.$/);
  });
});

describe('an answer of which nothing can be used', () => {
  test.each([
    [[null, 7, {}], 'gave 3 records that cannot be read'],
    [[geneRecord(1, { tier: 'TIER3' })], 'gave a record that nobody asked for'],
    [
      [null, geneRecord(1, { tier: 'TIER3' })],
      'gave a record that cannot be read and gave a record that nobody asked for',
    ],
  ])('is none (%#)', async (records, title) => {
    const { state, isExact, retrievedAt, dropped, problem } = await said(GENES, () => json(records));
    expect({ state, isExact, retrievedAt, dropped, title: titleIn(problem) }).toEqual({
      ...{ state: 'failed', isExact: false, retrievedAt: undefined, dropped: records.length, title },
    });
  });
});

describe('filters keep their word', () => {
  const FILTERED = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606&researcherPositions=PRINCIPAL_INVESTIGATOR');
  const LEADER = gene({ remoteUser: user({ id: 1, userGenes: {} }) });
  const MEMBER = gene({ remoteUser: user({ id: 2, userGenes: {}, researcherPosition: null }) });

  test.each([
    ['1.5.10', [LEADER], 'applied-there', 'answered'],
    ['1.5.10', [LEADER, MEMBER], 're-applied-here', 'answered'],
    ['1.5.10', [MEMBER], 're-applied-here', 'empty'],
    ['1.3.4', [LEADER, MEMBER], 're-applied-here', 'answered'],
    ['1.3.4', [geneOf13()], 'not-checkable', 'limited'],
  ])('of %s', async (version, records, applied, state) => {
    const answers: Replies = (path) => json(path.includes('TIER2') && version === '1.3.4' ? [] : records);
    const answer = await said(FILTERED, answers, { version });
    expect(answer).toMatchObject({ state, filters: [{ filter: 'researcherPositions', applied }] });
    expect(answer.json.some(({ remoteUser: { id } }) => id === 2)).toBe(false);
    if (state === 'limited') expect(titleIn(answer.problem)).toBe('could not be checked for every filter');
  });

  function geneOf13() {
    const { researcherPosition: _, ...person } = user({ userGenes: {} });
    return gene({ remoteUser: person });
  }
});

test('genes of tier 3 in a listing are counted and not shown, which is no fault of the answer', async () => {
  const content = [geneRecord(1), geneRecord(2, { tier: 'TIER3' }), geneRecord(3, { tier: 'TIER2' })];
  const answer = await said(questionOf('/api/genes'), () => json({ content, totalElements: 3 }));
  expect(answer).toMatchObject({ state: 'answered', isExact: true, dropped: 1, total: 3 });
  expect(answer.json.map(({ tier }) => tier)).toEqual(['TIER1', 'TIER2']);
});

describe('an answer without records', () => {
  test.each<[string, CallOutcome, object]>([
    ['an unknown symbol', text(404, 'Unknown gene with symbol: BRCA1.'), { state: 'unknown-term' }],
    ['an unknown organism', text(404, 'Unknown taxon ID: 9606.'), { state: 'unknown-term' }],
    [
      'a partner that is switched off',
      text(503, 'Public API is not available for this registry.'),
      { state: 'failed' },
    ],
    ['a partner that wants a pause', text(429, '', 60), { state: 'busy', failure: { retryAfterSeconds: 60 } }],
    ['no connection', failing(), { state: 'unreachable', problem: { error: 'connection_refused' } }],
  ])('is reported as what it is, and asked for once: %s', async (_, outcome, expected) => {
    const answer = await said(GENES, () => outcome);
    expect(answer).toMatchObject({ records: [], isExact: false, ...expected });
    expect(titleIn(answer.problem)).toMatch(/^[a-z]/);
    expect(answer.asked).toHaveLength(1);
  });

  test('of no orthologs is a certified zero', async () => {
    const none = text(404, 'Could not find any orthologs with given parameters.');
    const inMouse = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606&orthologTaxonId=10090');
    expect(await said(inMouse, () => none)).toMatchObject({ state: 'empty', isExact: true, problem: undefined });
  });
});

describe('a long answer keeps nobody waiting', () => {
  // One sign that folds to eighteen.
  const long = '\ufdfa'.repeat(250);
  const MANY_ORGANS = Object.fromEntries(Array.from({ length: 500 }, (_, id) => [`UBERON:${1000 + id}`, null]));
  test.each<[string, Question, unknown[]]>([
    ['of one record again and again', GENES, Array(500).fill({ ...geneRecord(1), other: Array(4000).fill(1) })],
    ['of names to compare', USERS, Array.from({ length: 1000 }, (_, id) => ({ ...userRecord(id + 1), name: long }))],
    [
      'of symbols to compare',
      GENES,
      Array.from({ length: 1000 }, (_, id) => ({ ...geneRecord(id + 1), symbol: long })),
    ],
    [
      'of organs to compare',
      questionOf('/api/users/search?nameLike=a&prefix=false&organUberonIds=UBERON:1'),
      Array.from({ length: 1000 }, (_, id) => ({ ...userRecord(id + 1), userOrgans: { ...MANY_ORGANS } })),
    ],
  ])('%s', async (_, question, records) => {
    const text = JSON.stringify(records);
    const measuredMs = () => {
      const came: unknown[] = JSON.parse(text);
      const ask = sanitized(OPTIONS, async () => answerWith(came));
      return longestTurnMs(Promise.resolve(ask(queryOf(question))));
    };
    expect(await leastOfThree(40, measuredMs)).toBeLessThan(40);
  });
});
