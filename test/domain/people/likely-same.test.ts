/** One name or one ORCID iD in two registries is shown with its evidence, and no more is made of it. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type DistinctPeople,
  readDistinct,
  withDistinct,
  withoutDistinct,
  writeDistinct,
} from '../../../src/domain/people/distinct-people.ts';
import {
  type ComparedPerson,
  EVIDENCE,
  type Evidence,
  evidenceOf,
  fewestPeople,
  likelyRecordsInSteps,
  likelySame,
} from '../../../src/domain/people/likely-same.ts';
import { computingTime } from '../../support/machine/stopwatch.ts';

test('somebody of the same name in another registry is pointed out, accents and letter case aside', () => {
  const people = [person('local', 'Zoë', 'Müller'), person('fly', 'zoe', 'MULLER'), person('fly', 'Zoë', 'Miller')];
  expect(likelySame(people)).toEqual([
    [{ originKey: 'fly', registry: 'FLY', evidence: 'name' }],
    [{ originKey: 'local', registry: 'LOCAL', evidence: 'name' }],
    [],
  ]);
});

test('the same organisation is pointed out too, and of two namesakes in one registry the likelier one counts', () => {
  const ada = person('local', 'Ada', 'Bell', 'University of Example');
  const here = person('fly', 'Ada', 'Bell', ' UNIVERSITY of  example');
  const elsewhere = person('fly', 'Ada', 'Bell', 'Another University');
  expect(likelySame([ada, here, elsewhere])[0]).toEqual([
    { originKey: 'fly', registry: 'FLY', evidence: 'name-and-organisation' },
  ]);
  expect(likelySame([ada, elsewhere, here])[0]).toEqual([
    { originKey: 'fly', registry: 'FLY', evidence: 'name-and-organisation' },
  ]);
  expect(likelySame([ada, elsewhere])[0]).toEqual([{ originKey: 'fly', registry: 'FLY', evidence: 'name' }]);
});

test('thousands of one name in two registries are found at once', () => {
  const tookMs = computingTime();
  const manyAt = (key: string) => Array.from({ length: 2000 }, (_, at) => person(key, 'Ada', 'Bell', `Zürich ${at}`));
  expect(likelySame([...manyAt('local'), ...manyAt('fly')]).flat()).toHaveLength(4000);
  expect(tookMs()).toBeLessThan(200);
});

test('records are of so many people at least as the registry has that holds most of a name', () => {
  const ada = (key: string) => person(key, 'Ada', 'Bell');
  expect(fewestPeople([ada('local'), ada('fly'), person('fly', 'Grace', 'Bell')])).toBe(2);
  expect(fewestPeople([ada('fly'), ada('fly'), ada('local'), ada('mouse')])).toBe(2);
  expect(fewestPeople([person('mouse', 'Ada', null), person('fly', 'Ada', null)])).toBe(2);
  expect(fewestPeople([])).toBe(0);
});

test('whoever is withheld may be one of the others, and all who are may be one', () => {
  const hidden = { ...person('local', 'Demo', 'User'), isWithheld: true };
  const elsewhere = { ...hidden, originKey: 'fly' };
  expect(fewestPeople([hidden, hidden, elsewhere])).toBe(1);
  expect(fewestPeople([hidden, elsewhere, person('mouse', 'Ada', null)])).toBe(1);
  expect(fewestPeople([hidden, person('fly', 'Ada', 'Bell'), person('fly', 'Grace', 'Bell')])).toBe(2);
});

test('another partner lowers neither how many people they are at most nor at least', () => {
  const drawn = fc.record({
    key: fc.constantFrom('a', 'b', 'c'),
    name: fc.constantFrom('Ada', 'ada', 'Bo'),
    isWithheld: fc.boolean(),
  });
  const toPeople = (all: { key: string; name: string; isWithheld: boolean }[]) =>
    all.map(({ key, name, isWithheld }) => ({ ...person(key, name, 'Bell'), isWithheld }));
  fc.assert(
    fc.property(fc.array(drawn), fc.array(drawn), (before, more) => {
      const people = toPeople(before);
      const all = [...people, ...toPeople(more).map((one) => ({ ...one, originKey: 'new' }))];
      expect(all.length).toBeGreaterThanOrEqual(people.length);
      expect(fewestPeople(all)).toBeGreaterThanOrEqual(fewestPeople(people));
      expect(fewestPeople(all)).toBeLessThanOrEqual(all.length);
    }),
  );
});

test('two records of one registry say nothing of another', () => {
  expect(likelySame([person('fly', 'Ada', 'Bell'), person('fly', 'Ada', 'Bell')])).toEqual([[], []]);
});

test('whoever is withheld, or gives half a name, is nobody’s namesake', () => {
  const hidden = { ...person('local', 'Demo', 'User'), isWithheld: true };
  expect(likelySame([hidden, person('fly', 'Demo', 'User')])).toEqual([[], []]);
  expect(likelySame([person('local', 'Ada', null), person('fly', 'Ada', null)])).toEqual([[], []]);
});

test('the same ORCID iD says it whatever the names, also in one registry; different ones do not say the contrary', () => {
  const orcid = '0000-0002-1825-0097';
  const ada = { ...person('local', 'Ada', 'Bell'), orcid };
  const married = { ...person('fly', 'Ada', 'Example'), orcid };
  expect(likelySame([ada, married])[0]).toEqual([{ originKey: 'fly', registry: 'FLY', evidence: 'orcid' }]);
  expect(likelySame([ada, { ...ada, key: 'local/2' }])[0]).toEqual([
    { originKey: 'local', registry: 'LOCAL', evidence: 'orcid' },
  ]);
  const other = { ...person('fly', 'Ada', 'Bell'), orcid: '0000-0001-5109-3700' };
  expect(likelySame([ada, other])[0]).toEqual([{ originKey: 'fly', registry: 'FLY', evidence: 'name' }]);
  expect([fewestPeople([ada, married]), fewestPeople([ada, other])]).toEqual([1, 1]);
});

test('the same ROR id is the same organisation, however it is written', () => {
  const here = { ...person('local', 'Ada', 'Bell', 'University of Example'), ror: '03yrm5c26' };
  const there = { ...person('fly', 'Ada', 'Bell', 'UEx'), ror: '03yrm5c26' };
  expect(evidenceOf(here, there)).toBe('name-and-organisation');
});

test('whoever seems to be two others joins these two by nothing', () => {
  const orcid = '0000-0002-1825-0097';
  const before = { ...person('local', 'Ada', 'Bell'), orcid };
  const married = { ...person('fly', 'Ada', 'Example'), orcid };
  const namesake = person('mouse', 'Ada', 'Example');
  expect(likelySame([before, married, namesake]).map((others) => others.map(({ originKey }) => originKey))).toEqual([
    ['fly'],
    ['mouse', 'local'],
    ['fly'],
  ]);
  expect(fewestPeople([before, married, namesake])).toBe(2);
});

test('whom the reader calls somebody else is shown as that, counts as one more, and can be taken back', () => {
  const [ada, here, there] = [
    person('local', 'Ada', 'Bell'),
    person('fly', 'Ada', 'Bell'),
    person('mouse', 'Ada', 'Bell'),
  ];
  const said = withDistinct(new Map(), ada.key ?? '', [here.key ?? '']);
  expect(likelySame([ada, here, there], said)).toEqual([
    [
      { originKey: 'fly', registry: 'FLY', evidence: 'name', isDenied: true },
      { originKey: 'mouse', registry: 'MOUSE', evidence: 'name' },
    ],
    [
      { originKey: 'local', registry: 'LOCAL', evidence: 'name', isDenied: true },
      { originKey: 'mouse', registry: 'MOUSE', evidence: 'name' },
    ],
    [
      { originKey: 'local', registry: 'LOCAL', evidence: 'name' },
      { originKey: 'fly', registry: 'FLY', evidence: 'name' },
    ],
  ]);
  expect([fewestPeople([ada, here, there]), fewestPeople([ada, here, there], said)]).toEqual([1, 2]);
  expect(readDistinct(writeDistinct(said))).toEqual(said);
  expect(withoutDistinct(said, here.key ?? '', [ada.key ?? ''])).toEqual(new Map());
  for (const text of [null, '', 'no JSON', '7', '{}', '[[1]]', '[null]'])
    expect(readDistinct(text).size).toBeLessThan(2);
  const many = Array.from({ length: 1500 }, (_, at) => `fly/${at}`);
  const distinct = many.reduce<DistinctPeople>((all, key) => withDistinct(all, key, [`local ${key}`]), new Map());
  expect([
    distinct.size <= 1000,
    distinct.has('fly/1499'),
    distinct.has('local fly/1499'),
    distinct.has('fly/0'),
  ]).toEqual([true, true, true, false]);
});

/** People of few names, ORCID iDs and organisations, and of whom the reader said that they are not the same. */
const drawn = fc
  .array(
    fc.record({
      originKey: fc.constantFrom('a', 'b', 'c'),
      name: fc.constantFrom('Ada', 'ada', 'Bo', ''),
      organization: fc.constantFrom(null, 'X', 'x', 'Y'),
      orcid: fc.constantFrom(null, null, '1', '2'),
      ror: fc.constantFrom(null, 'r'),
      isWithheld: fc.nat({ max: 5 }).map((one) => one === 0),
    }),
    { maxLength: 9 },
  )
  .map((all) =>
    all.map((one, at) => ({ ...person(one.originKey, one.name, 'Bell'), ...one, key: `${one.originKey}/${at}` })),
  );
const pairs = fc.array(fc.tuple(fc.nat({ max: 8 }), fc.nat({ max: 8 })), { maxLength: 3 });

function said(people: readonly ComparedPerson[], of: readonly (readonly [number, number])[]): DistinctPeople {
  return of.reduce<DistinctPeople>((all, [a, b]) => {
    const [one, other] = [people[a]?.key, people[b]?.key];
    return one === undefined || other === undefined || one === other ? all : withDistinct(all, one, [other]);
  }, new Map());
}

/** The most people of whom no two are joined by evidence that the reader lets stand: by trying all of them. */
function mostApart(people: readonly ComparedPerson[], distinct: DistinctPeople): number {
  const [one, ...others] = people;
  if (one === undefined) return 0;
  const isApart = (other: ComparedPerson) =>
    evidenceOf(one, other) === undefined || distinct.get(one.key ?? '')?.has(other.key ?? '') === true;
  return Math.max(1 + mostApart(others.filter(isApart), distinct), mostApart(others, distinct));
}

test('evidence is symmetric, and is shown of exactly those whom a pair of evidence joins', () => {
  fc.assert(
    fc.property(drawn, pairs, (people, of) => {
      const distinct = said(people, of);
      const found = likelySame(people, distinct);
      for (const [index, one] of people.entries()) {
        const expected = new Map<string, { evidence: Evidence; isDenied: boolean }[]>();
        for (const [at, other] of people.entries()) {
          const evidence = at === index ? undefined : evidenceOf(one, other);
          expect(evidence).toBe(at === index ? undefined : evidenceOf(other, one));
          if (evidence === undefined) continue;
          const isDenied = distinct.get(one.key)?.has(other.key) === true;
          expected.set(other.originKey, [...(expected.get(other.originKey) ?? []), { evidence, isDenied }]);
        }
        const known = [...expected].map(([originKey, all]) => {
          const isDenied = all.every((each) => each.isDenied);
          const counted = all.filter((each) => isDenied || !each.isDenied).map(({ evidence }) => evidence);
          return [originKey, isDenied, EVIDENCE.findLast((kind) => counted.includes(kind))];
        });
        const others = (found[index] ?? []).map(({ originKey, isDenied = false, evidence }) => [
          originKey,
          isDenied,
          evidence,
        ]);
        expect(others.toSorted()).toEqual(known.toSorted());
      }
    }),
  );
});

test('no chain makes two one whom no pair of evidence joins, and at most is never lower for another partner', () => {
  fc.assert(
    fc.property(drawn, drawn, pairs, (people, more, of) => {
      const shown = people.filter(({ isWithheld }) => !isWithheld);
      const distinct = said(people, of);
      const fewest = fewestPeople(people, distinct);
      expect(fewest).toBeLessThanOrEqual(Math.max(mostApart(shown, distinct), Math.min(people.length, 1)));
      const all = [...people, ...more.map((one, at) => ({ ...one, originKey: 'new', key: `new/${at}` }))];
      expect(fewest).toBeLessThanOrEqual(people.length);
      expect(fewestPeople(all, distinct)).toBeLessThanOrEqual(all.length);
    }),
  );
});

/** All that it gives, and in how many steps. */
function recordsLike(people: readonly ComparedPerson[], wanted = people) {
  const steps = likelyRecordsInSteps(people, new Set(wanted));
  let count = 0;
  for (let step = steps.next(); ; step = steps.next(), count++) {
    if (step.done === true) return { likely: step.value, count };
  }
}

test('records that seem to be of one person are all with evidence, the best first, of those who are asked for', () => {
  fc.assert(
    fc.property(drawn, fc.nat({ max: 9 }), (drawnPeople, keyless) => {
      const people = drawnPeople.map((one, at) => (at === keyless ? { ...one, key: undefined } : one));
      const wanted = people.filter((_, at) => at % 3 !== 0);
      const { likely } = recordsLike(people, wanted);
      for (const one of people) {
        const others = people.flatMap((person) => {
          const isCompared = wanted.includes(one) && person !== one && ![one.key, person.key].includes(undefined);
          const evidence = isCompared ? evidenceOf(one, person) : undefined;
          return evidence === undefined ? [] : [{ person, evidence }];
        });
        const found = likely.get(one);
        expect(found === undefined ? 0 : found.length).toBe(others.length);
        expect(others).toEqual(expect.arrayContaining([...(found ?? [])]));
        const ranks = found?.map(({ evidence }) => EVIDENCE.indexOf(evidence)) ?? [];
        expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
      }
      expect([...likely.values()].filter(({ length }) => length === 0)).toEqual([]);
    }),
  );
});

test('of many records like one, ten are given, and other work may run between fifty people', () => {
  const many = Array.from({ length: 120 }, (_, at) => ({ ...person(`r${at}`, 'Ada', 'Bell'), key: `r${at}/1` }));
  const { likely, count } = recordsLike(many);
  expect([...likely.values()].map(({ length }) => length)).toEqual(Array(120).fill(10));
  expect(count).toBe(4);
});

test('where an ORCID iD has one name, they are exactly as many as no pair of evidence joins', () => {
  fc.assert(
    fc.property(drawn, (people) => {
      const all = people.map((one) => ({
        ...one,
        orcid: one.orcid && one.name && `${one.name.toLowerCase()} ${one.orcid}`,
      }));
      const shown = all.filter(({ isWithheld }) => !isWithheld);
      expect(fewestPeople(all)).toBe(Math.max(mostApart(shown, new Map()), Math.min(all.length, 1)));
    }),
  );
});

function person(
  originKey: string,
  name: string,
  lastName: string | null,
  organization: string | null = null,
): ComparedPerson {
  const nowhere = { orcid: null, ror: null };
  const registry = originKey.toUpperCase();
  return { key: `${originKey}/1`, originKey, registry, isWithheld: false, name, lastName, organization, ...nowhere };
}
