/** Every HTTP call that a question needs, brought together into one list of records. */

import { describe, expect, test } from 'vitest';
import { reason } from '../../../src/domain/federation/reasons.ts';
import type { Question } from '../../../src/domain/federation/source.ts';
import type { CallOutcome } from '../../../src/federation/dialect/reply.ts';
import { askPartner } from '../../../src/federation/rdp/rdp.ts';
import { failing, json, replyWith, text } from '../../support/partners/fake-partner.ts';
import { clientOf, queryOf } from '../../support/partners/partner-queries.ts';
import { saying, titleIn } from '../../support/partners/saying.ts';
import { questionOf } from '../dialect/recorded-questions.ts';

const GENES = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606');
const BOTH = questionOf('/api/users/search?nameLike=a&prefix=true&descriptionLike=b');

/** What comes of it at a partner that answers by what stands in the path. */
async function answerOf(version: string | undefined, question: Question, answers: Record<string, CallOutcome>) {
  const { client, asked } = clientOf((path) => {
    const found = Object.entries(answers).find(([part]) => path.includes(part));
    if (found === undefined) throw new Error(`Nothing is said of ${path}.`);
    return found[1];
  });
  const answer = await askPartner(client)(queryOf(question, { version }));
  return { ...answer, asked: asked.map(([path]) => path) };
}

describe('an answer in several calls', () => {
  test('is the records of all of them, in the order they were asked', async () => {
    const answers = { 'tier=TIER1': json([1, 2]), 'tier=TIER2': json([3]) };
    expect(await answerOf('1.3.4', GENES, answers)).toMatchObject({
      records: [1, 2, 3],
      limits: [],
      failure: undefined,
    });
  });

  test('is put all at once', async () => {
    let underWay = 0;
    const seen: number[] = [];
    const { client } = clientOf(async () => {
      seen.push(++underWay);
      await Promise.resolve();
      return json([]);
    });
    await askPartner(client)(queryOf(GENES, { version: '1.3.4' }));
    expect(seen).toEqual([1, 2]);
  });

  test.each([
    ['an error', text(500, 'Oh.'), { state: 'failed', about: 'server-error', status: 500 }],
    ['a connection that fails', failing(), { state: 'unreachable', about: 'no-reply', error: 'connection_refused' }],
  ])('says what is missing where one of them brings %s', async (_, outcome, failure) => {
    const found = await answerOf(undefined, GENES, { 'tier=TIER1': json([1]), 'tier=TIER2': outcome });
    expect(found).toMatchObject({ records: [1], failure });
    expect(found.limits).toEqual([saying(`answered only in part: it ${titleIn(found.failure)}`)]);
  });

  test('says of a partner that was asked nothing as if it were not, where one of them was not sent', async () => {
    const failure = { state: 'busy', error: 'connection_limit_reached', reason: reason('no-turn') } as const;
    const { limits } = await answerOf(undefined, GENES, { 'tier=TIER1': json([1]), 'tier=TIER2': { failure } });
    expect(limits).toEqual([saying('answered only in part, as too many questions to it are under way')]);
  });

  test('has no records when all of them fail, and reports the first', async () => {
    const found = await answerOf(undefined, GENES, { 'tier=TIER1': text(429, ''), 'tier=TIER2': failing() });
    expect(found).toMatchObject({ records: undefined, limits: [], failure: { about: 'too-many', state: 'busy' } });
  });

  test('keeps how long the partner wants to be left alone', async () => {
    const found = await answerOf('1.5.10', GENES, { search: text(429, '', 77) });
    expect(found.failure).toMatchObject({ about: 'too-many', retryAfterSeconds: 77 });
  });

  test('says that it was cut, where one of them was', async () => {
    const cut = replyWith({ status: 200, contentType: 'application/json', body: '[{"a":1},{"a":', isCut: true });
    const found = await answerOf('1.3.4', GENES, { 'tier=TIER1': cut, 'tier=TIER2': json([{ a: 2 }]) });
    expect(found).toMatchObject({ records: [{ a: 1 }, { a: 2 }], limits: [reason('cut-by-size')], failure: undefined });
  });
});

describe('name and description below 1.5', () => {
  const [ADA, GRACE, MARY] = [1, 2, 3].map((id) => ({ id, name: `Person ${id}`, email: null }));

  test('are whoever is in both answers, by id', async () => {
    const found = await answerOf('1.4.11', BOTH, {
      nameLike: json([ADA, GRACE]),
      descriptionLike: json([GRACE, MARY]),
    });
    expect(found).toMatchObject({ records: [GRACE], limits: [], failure: undefined });
    expect(found.asked).toHaveLength(2);
  });

  test('pair nobody who has no id, though everything else is equal, and say how many those are', async () => {
    const hidden = { id: 0, anonymousId: crypto.randomUUID(), name: 'A User', email: null };
    const { id: _, ...nobody } = hidden;
    const answers = { nameLike: json([ADA, hidden, nobody]), descriptionLike: json([hidden, nobody, ADA]) };
    expect(await answerOf('1.4.11', BOTH, answers)).toMatchObject({
      records: [ADA],
      limits: [saying('gave 2 records without id, so it is unclear whether both conditions are met')],
    });
  });

  test.each([
    ['1.3.4', 950],
    ['1.4.11', 950],
    [undefined, 950],
    ['1.4.11', 1000],
  ])('are not all of them where more match one than are read (%s, from %i on)', async (version, from) => {
    const named = Array.from({ length: 1200 }, (_, index) => ({ id: index + 1, name: `Person ${index + 1}` }));
    const found = await answerOf(version, BOTH, { nameLike: json(named), descriptionLike: json(named.slice(from)) });
    expect(found.records).toHaveLength(1000 - from);
    const title = 'gave 1200 records for one of the two conditions, of which 1000 were compared';
    expect(found.limits).toEqual([saying(title)]);
  });

  test('are all of them where as many match one as are read', async () => {
    const named = Array.from({ length: 1000 }, (_, index) => ({ id: index + 1 }));
    const answers = { nameLike: json(named), descriptionLike: json(named.slice(990)) };
    expect(await answerOf('1.4.11', BOTH, answers)).toMatchObject({ records: named.slice(990), limits: [] });
  });

  test('may have the id 0, which is an id where the record is not anonymised', async () => {
    const [zero, hidden] = [
      { id: 0, name: 'Person 0' },
      { id: 0, anonymousId: crypto.randomUUID() },
    ];
    const answers = { nameLike: json([zero]), descriptionLike: json([hidden, zero, ADA]) };
    expect(await answerOf('1.4.11', BOTH, answers)).toMatchObject({ records: [zero], limits: [] });
  });

  test.each(['nameLike', 'descriptionLike'])('are nobody when one answer is missing (%s)', async (part) => {
    const answers = { nameLike: json([ADA]), descriptionLike: json([ADA]), ...{ [part]: failing() } };
    expect(await answerOf('1.4.11', BOTH, answers)).toMatchObject({
      records: undefined,
      failure: { state: 'unreachable' },
    });
  });

  test('are what 1.5 says, which is asked once', async () => {
    const found = await answerOf('1.5.10', BOTH, { search: json([ADA, { name: 'Nobody' }]) });
    expect(found).toMatchObject({ records: [ADA, { name: 'Nobody' }], limits: [] });
    expect(found.asked).toHaveLength(1);
  });
});

test('a question that needs no request brings no records, and no call', async () => {
  const nothing = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606&tiers=TIER3');
  expect(await answerOf('1.3.4', nothing, {})).toMatchObject({
    records: [],
    limits: [],
    failure: undefined,
    asked: [],
  });
});

test('a page of a listing keeps how many there are in all', async () => {
  const page = json({ content: [1, 2], totalElements: 63 });
  expect(await answerOf('1.5.10', questionOf('/api/users'), { users: page })).toMatchObject({
    records: [1, 2],
    total: 63,
  });
});
