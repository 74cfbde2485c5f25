/** People are found by first and last name together, though registries look for one text in either of them. */

import { describe, expect, test } from 'vitest';
import { parseSearchQuestion } from '../../src/domain/federation/federated-query.ts';
import { reason } from '../../src/domain/federation/reasons.ts';
import type { FoundRecord, Question, SourceAnswer } from '../../src/domain/federation/source.ts';
import { fold } from '../../src/domain/folding.ts';
import { PUBLIC_VIEWER } from '../../src/domain/record/model.ts';
import { readRecord } from '../../src/domain/record/records.ts';
import { orderKey } from '../domain/people/order-keys.ts';
import { sampleOf } from '../support/machine/sample.ts';
import { seededRandom } from '../tools/bench/invented/seeded-random.ts';
import { answered, record, STAYING, silent, source, useCasesOver } from './small-sources.ts';

const NO_PROBLEM = { error: undefined, status: undefined, nextTryAt: undefined };

type Person = { id: number; name: string; lastName: string };

const FIRST = [
  'Miriam',
  'Efraín',
  'Zoë',
  'Jean-Luc',
  'Ana María',
  'Björn',
  'Li',
  'Hannah',
  'Aoife',
  'Thi Thu',
  'Øystein',
];
const LAST = [
  'Ben-Harush',
  'Quispe',
  'Müller',
  "O'Brien",
  'de la Cruz',
  'Łukasik',
  'Wong',
  'Novák',
  'van der Berg',
  'Ó Briain',
];
const random = seededRandom(27);
const people: Person[] = Array.from({ length: 300 }, (_, id) => {
  return {
    id,
    name: random.pick(FIRST),
    lastName: `${random.pick(LAST)}${id % 3 === 0 ? '' : ` ${random.pick(LAST)}`}`,
  };
});

/** As RDP looks: one text in the first name or in the last, whatever its case and accents. */
function registry(key: string, own = people) {
  const foldedPeople = own.map((one) => ({ one, texts: [fold(one.name), fold(one.lastName)] }));
  return source(key, (question: Question) => {
    const like = (question.kind === 'users-search' && question.query.name?.like) || '';
    const part = fold(like);
    return answered(
      foldedPeople.flatMap(({ one, texts }) =>
        texts.some((text) => text.includes(part)) ? [record(one.id, one)] : [],
      ),
    );
  });
}

async function search(like: string, sources = [registry('a'), registry('b')]) {
  const params = new URLSearchParams({ nameLike: like, prefix: 'false' });
  const query = { question: parseSearchQuestion('users', params), origins: undefined };
  const collected = await useCasesOver(sources).wholeSearch(query, PUBLIC_VIEWER, STAYING).collect();
  const ids = collected?.parts.map(({ records }) => records.map((one) => readRecord<Person>(one).id)) ?? [];
  return { ids, parts: collected?.parts ?? [], answer: collected?.answer, sources };
}

const FORMS: readonly [string, (person: Person) => string][] = [
  ['as registered', ({ name, lastName }) => `${name} ${lastName}`],
  ['last name first', ({ name, lastName }) => `${lastName}, ${name}`],
  ['with a title', ({ name, lastName }) => `Prof. Dr. ${name} ${lastName}`],
  ['with an initial', ({ name, lastName }) => `${[...name][0]}. ${lastName}`],
  ['in capitals without accents', ({ name, lastName }) => fold(`${name} ${lastName}`).toUpperCase()],
];

test.each(FORMS)(
  'of 300 people in two registries, written %s, 99 of 100 are found, and no zero is falsely certain',
  async (_, write) => {
    const some = sampleOf(people, 100);
    let found = 0;
    for (const person of some) {
      const { ids, parts } = await search(write(person));
      if (ids.some((own) => own.includes(person.id))) found += 1;
      const isFalse = parts.some(({ origin }, index) => origin.state === 'empty' && !ids[index]?.includes(person.id));
      expect([write(person), isFalse]).toEqual([write(person), false]);
    }
    expect(found / some.length).toBeGreaterThanOrEqual(0.99);
  },
);

describe('a name of several words', () => {
  test('is asked for by one of them, and narrowing by the others is no loss', async () => {
    const { sources, parts, answer } = await search('Efraín Quispe');
    expect(sources.flatMap(({ questions }) => questions)).toMatchObject([
      { query: { name: { like: 'Quispe', prefix: false } } },
      { query: { name: { like: 'Quispe', prefix: false } } },
    ]);
    expect(parts.map(({ origin }) => [origin.state, origin.dropped, origin.exact])).toEqual([
      ['answered', 0, true],
      ['answered', 0, true],
    ]);
    expect(answer).toMatchObject({ complete: true, summary: 'Both registries answered.' });
  });

  test('that nobody has is certainly nobody’s, unless too many of its letters may stand for others', async () => {
    expect((await search('Efraín Nobody')).parts.map(({ origin }) => origin.state)).toEqual(['empty', 'empty']);
    const { parts, answer } = await search('Odd Todd');
    expect(parts.map(({ origin }) => [origin.state, origin.exact])).toEqual([
      ['limited', false],
      ['limited', false],
    ]);
    expect(answer?.summary).toBe(
      'Both registries answered; Registry a may write the name otherwise; Registry b may write the name otherwise.',
    );
  });

  test('is asked for once more where nobody was found, and a zero is not certain where that fails', async () => {
    const isFirst = (question: Question) => question.kind === 'users-search' && question.query.name?.like === 'Odegard';
    const answering = registry('a');
    const failing = source('b', (question) => (isFirst(question) ? answered([]) : silent()));
    const { parts, answer } = await search('Odegard', [answering, failing]);
    expect(answering.questions).toMatchObject([
      { query: { name: { like: 'Odegard' } } },
      ...['ard', 'arđ', 'arð'].map((like) => ({ query: { name: { like } } })),
    ]);
    expect(parts.map(({ origin }) => [origin.state, origin.exact])).toEqual([
      ['empty', true],
      ['limited', false],
    ]);
    expect(answer).toMatchObject({ complete: false });
    expect(answer?.summary).toContain('Registry b may write the name otherwise');
  });

  test('finds whoever has a sign, a blank or a letter that was not typed', async () => {
    const lastNames = ["Ya'akov", 'M’Baye', "Shin'ichi", 'No’am', 'Min-jun', 'Ji ho', 'van den Berg', 'Bjørn-Erik'];
    const own = lastNames.map((lastName, id) => ({ id, name: 'Miriam', lastName }));
    for (const [id, lastName] of lastNames.entries()) {
      const like = lastName.replace(/['’ -]/g, '').replace('ø', 'o');
      expect([like, (await search(like, [registry('a', own)])).ids]).toEqual([like, [[id]]]);
    }
  });

  test('is asked for once where every form has one text, and where somebody was found', async () => {
    for (const like of ['Łukasik', 'Krank', 'O’Brien', 'Novák']) {
      const { sources } = await search(like, [registry('a')]);
      expect([like, sources.flatMap(({ questions }) => questions).length]).toEqual([like, 1]);
    }
  });

  test('leaves whoever failed as failed', async () => {
    const { parts } = await search('Efraín Quispe', [source('a', silent)]);
    expect(parts.map(({ origin }) => origin.state)).toEqual(['timed-out']);
  });

  test('is put as it is where the last name must begin so', async () => {
    const sources = [registry('a')];
    const params = new URLSearchParams({ nameLike: 'de la Cruz', prefix: 'true' });
    const query = { question: parseSearchQuestion('users', params), origins: undefined };
    await useCasesOver(sources).wholeSearch(query, PUBLIC_VIEWER, STAYING).collect();
    expect(sources[0]?.questions).toMatchObject([{ query: { name: { like: 'de la Cruz', prefix: true } } }]);
  });
});

describe('a name that is asked for by two texts', () => {
  const AN_HOUR_AGO = new Date('2026-03-01T09:20:30Z');
  const TARO = record(1, { id: 1, name: '太郎', lastName: '田中' });
  const OLDER = answered([TARO], {
    ...{ state: 'stale', retrievedAt: AN_HOUR_AGO, isExact: false, problem: silent().problem },
    cache: { status: 'stale', ageSeconds: 3600 },
  });

  /** Returns what the partner answers together: to the first text, and to the second. */
  async function together(first: SourceAnswer, second: SourceAnswer) {
    const isFirst = (question: Question) => question.kind === 'users-search' && question.query.name?.like === '田中';
    const one = source('a', (question) => (isFirst(question) ? first : second));
    const { parts } = await search('田中太郎', [one]);
    expect(one.questions).toHaveLength(2);
    const [part] = parts;
    return { records: part?.records ?? [], origin: part?.origin };
  }

  test.each([
    ['a failure', silent()],
    ['an answer', answered([])],
    ['another older answer', OLDER],
  ])('gives an older answer, as one, where the other text has %s', async (_, other) => {
    const both = await Promise.all([together(OLDER, other), together(other, OLDER)]);
    for (const { records, origin } of both) {
      expect(records.map(({ json }) => json)).toEqual([TARO.json]);
      // The public sees the hour.
      expect(origin).toMatchObject({ state: 'stale', retrievedAt: '2026-03-01T09:00:00.000Z', exact: false });
    }
  });

  test('states each reason of both once', async () => {
    const cut = answered([TARO], {
      ...{ state: 'limited', isExact: false },
      problem: { ...NO_PROBLEM, reason: reason('unreadable-records', { records: 2 }) },
    });
    const both = reason('limited', {
      reasons: [reason('unreadable-records', { records: 2 }), reason('filters-not-checked')],
      because: null,
    });
    const { origin } = await together(cut, { ...cut, problem: { ...NO_PROBLEM, reason: both } });
    expect(origin?.problem?.params).toMatchObject({
      reasons: [{ code: 'unreadable-records' }, { code: 'filters-not-checked' }],
    });
  });

  test('keeps people apart who are shown without a name', async () => {
    const hidden = (anonymousId?: string): FoundRecord => {
      const order = orderKey({ id: undefined, isWithheld: true });
      return { json: JSON.stringify({ name: 'RDP User', anonymousId }), order, isAnonymised: true, geneId: undefined };
    };
    const two = answered([hidden(), hidden()]);
    const { records, origin } = await together(two, answered([TARO]));
    expect(records).toHaveLength(3);
    expect(origin).toMatchObject({ state: 'answered', exact: true });
    // New ids in every answer: nobody can know whether these are the same people.
    const twice = await together(answered([hidden('one'), hidden('two')]), answered([hidden('three'), TARO]));
    expect(twice.records).toHaveLength(3);
    expect(twice.origin).toMatchObject({ state: 'answered', exact: false });
  });
});
