/** One name in two registries is told with its evidence, and no more is made of it. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ComparedPerson, fewestPeople, likelySame } from '../../../src/domain/people/likely-same.ts';
import { computingTime } from '../../support/machine/stopwatch.ts';

test('somebody of the same name in another registry is told, accents and letter case aside', () => {
  const people = [person('local', 'Zoë', 'Müller'), person('fly', 'zoe', 'MULLER'), person('fly', 'Zoë', 'Miller')];
  expect(likelySame(people)).toEqual([
    [{ registry: 'FLY', evidence: 'name' }],
    [{ registry: 'LOCAL', evidence: 'name' }],
    [],
  ]);
});

test('the same organisation is told too, and of two namesakes in one registry the likelier one counts', () => {
  const ada = person('local', 'Ada', 'Bell', 'University of Example');
  const here = person('fly', 'Ada', 'Bell', ' UNIVERSITY of  example');
  const elsewhere = person('fly', 'Ada', 'Bell', 'Another University');
  expect(likelySame([ada, here, elsewhere])[0]).toEqual([{ registry: 'FLY', evidence: 'name-and-organisation' }]);
  expect(likelySame([ada, elsewhere, here])[0]).toEqual([{ registry: 'FLY', evidence: 'name-and-organisation' }]);
  expect(likelySame([ada, elsewhere])[0]).toEqual([{ registry: 'FLY', evidence: 'name' }]);
});

test('thousands of one name in two registries are told at once', () => {
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

test('who is likely the same as another has that one likely the same, by the same evidence', () => {
  const names = fc.constantFrom('Ada', 'ada', 'Bo');
  const people = fc.array(
    fc.record({ key: fc.constantFrom('a', 'b'), name: names, organization: fc.constantFrom(null, 'X', 'x', 'Y') }),
  );
  fc.assert(
    fc.property(people, (drawn) => {
      const all = drawn.map(({ key, name, organization }) => person(key, name, 'Bell', organization));
      const found = likelySame(all);
      for (const [index, one] of all.entries()) {
        const others = all.filter((_, at) => at !== index && all[at]?.originKey !== one.originKey);
        const isFound = (found[index] ?? []).length > 0;
        expect(isFound).toBe(others.some((other) => other.name?.toLowerCase() === one.name?.toLowerCase()));
      }
    }),
  );
});

function person(
  originKey: string,
  name: string,
  lastName: string | null,
  organization: string | null = null,
): ComparedPerson {
  return { originKey, registry: originKey.toUpperCase(), isWithheld: false, name, lastName, organization };
}
