/** Who works on most of the genes of a list. */

import { expect, test } from 'vitest';
import { mostGenesFirst, recordsOfGenes } from '../../../src/domain/people/genes-covered.ts';
import type { PlacedRecord } from '../../../src/domain/people/people.ts';
import { orderKey } from './order-keys.ts';

function record(originKey: string, order: Partial<PlacedRecord['order']>): PlacedRecord {
  return { originKey, place: 0, order: orderKey(order) };
}

test('an ortholog that two genes share is one record, and counts for both', () => {
  const para = () => record('a', { id: 7, geneId: 32619, symbol: 'para', taxonCommonName: 'fruit fly' });
  const first = para();
  const genesOf = recordsOfGenes([
    { gene: 0, records: [first] },
    { gene: 1, records: [para()] },
  ]);
  expect([...genesOf]).toEqual([[first, new Set([0, 1])]]);
});

test('a gene that is asked for itself and an ortholog of another has one place, whichever answer came first', () => {
  const searched = record('a', { id: 7, isAskedGene: true });
  const ortholog = record('a', { id: 7, isAskedGene: false });
  const both = new Set([0, 1]);
  for (const [first, second] of [
    [searched, ortholog],
    [ortholog, searched],
  ] as const) {
    const genesOf = recordsOfGenes([
      { gene: 0, records: [first] },
      { gene: 1, records: [second] },
    ]);
    expect([...genesOf]).toEqual([[searched, both]]);
  }
});

test.each([
  ['of another registry', record('b', { id: 7 })],
  ['of somebody else', record('a', { id: 8 })],
  ['of another gene', record('a', { id: 7, geneId: 2 })],
  ['of the same symbol in another organism', record('a', { id: 7, taxonCommonName: 'mouse' })],
])('a record %s is another one', (_, other) => {
  const genesOf = recordsOfGenes([{ gene: 0, records: [record('a', { id: 7 }), other] }]);
  expect(genesOf.size).toBe(2);
});

test('records without a name are never taken for one', () => {
  const withheld = () => record('a', { isWithheld: true, id: undefined });
  const genesOf = recordsOfGenes([
    { gene: 0, records: [withheld()] },
    { gene: 1, records: [withheld()] },
  ]);
  expect([...genesOf.values()]).toEqual([new Set([0]), new Set([1])]);
});

test('who works on most genes comes first, and the order of as many stays', () => {
  const people = [
    { name: 'A', covered: 1 },
    { name: 'B', covered: 3 },
    { name: 'C', covered: 1 },
    { name: 'D', covered: 3 },
  ];
  expect(mostGenesFirst(people).map(({ name }) => name)).toEqual(['B', 'D', 'A', 'C']);
});
