/** Records of an answer are people: nobody is lost, nobody is doubled, and whoever withholds their name is joined to nobody. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparePeople, comparePlaced, type PlacedRecord, peopleOf } from '../../../src/domain/people/people.ts';
import { orderKey, orderKeys } from './order-keys.ts';

/** Each with a place of its own in the answer of its origin, as records have it. */
const answers: fc.Arbitrary<PlacedRecord[]> = fc
  .array(fc.record({ originKey: fc.constantFrom('fly', 'local'), order: orderKeys }), { maxLength: 20 })
  .map((records) => records.map((record, place) => ({ ...record, place })));

test('two genes of one person of one registry are one person, who stands where the first of them would', () => {
  const ada = orderKey({ foldedName: 'lovelace, ada', id: 7 });
  const bell = orderKey({ foldedName: 'bell, bo', id: 8, tier: 'TIER2' });
  const records = [
    { originKey: 'fly', place: 0, order: { ...ada, tier: 'TIER2', symbol: 'Brca1', isAskedGene: false } },
    { originKey: 'fly', place: 1, order: bell },
    { originKey: 'fly', place: 2, order: ada },
    { originKey: 'local', place: 0, order: { ...ada, tier: 'TIER2' } },
  ];
  const people = peopleOf(records).map(({ originKey, records: own }) => [originKey, own.map(({ place }) => place)]);
  expect(people).toEqual([
    ['fly', [2, 0]],
    ['fly', [1]],
    ['local', [0]],
  ]);
});

test('whoever withholds their name is one for each record, whatever else is the same', () => {
  const withheld = orderKey({ isWithheld: true, id: undefined });
  const people = peopleOf([0, 1, 2].map((place) => ({ originKey: 'fly', place, order: withheld })));
  expect(people.map(({ records }) => records.length)).toEqual([1, 1, 1]);
});

test('no record is lost or doubled, no two people share an id, and people stand in the order of their first records', () => {
  fc.assert(
    fc.property(answers, (records) => {
      const people = peopleOf(records);
      expect(people.flatMap((one) => one.records).toSorted(comparePlaced)).toEqual(records.toSorted(comparePlaced));
      expect(people.toSorted(comparePeople)).toEqual(people);
      for (const { originKey, records: own } of people) {
        expect(own.every((record) => record.originKey === originKey && record.order.id === own[0].order.id)).toBe(true);
        expect(own.length === 1 || own.every(({ order }) => !order.isWithheld)).toBe(true);
      }
      const named = people.filter(({ records: [first] }) => first.order.id !== undefined && !first.order.isWithheld);
      const ids = named.map(({ originKey, records: [first] }) => `${originKey} ${first.order.id}`);
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});

test('whoever answered first, the people are the same in the same order', () => {
  fc.assert(
    fc.property(answers, fc.infiniteStream(fc.nat()), (records, draws) => {
      const shuffled = records
        .map((record) => ({ record, draw: draws.next().value }))
        .toSorted((a, b) => a.draw - b.draw)
        .map(({ record }) => record);
      expect(peopleOf(shuffled)).toEqual(peopleOf(records));
    }),
  );
});
