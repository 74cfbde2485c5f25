/** The one order of people: who can help now first, the same on every run, and explained by reasons that are data. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareRecords,
  foldedName,
  NO_GENE,
  type OrderKey,
  personKey,
  whyHere,
} from '../../../src/domain/people/order.ts';
import { orderKey, orderKeys } from './order-keys.ts';

const named = (lastName: string, more: { researcherPosition?: string; id?: number } = {}) =>
  personKey({ name: 'Ada', lastName, id: 7, ...more }, false);
const withheld = personKey({ name: 'Anonymous Researcher' }, true);
const PI = { researcherPosition: 'PRINCIPAL_INVESTIGATOR' };
const MOUSE = { taxonOrdering: 2, taxonCommonName: 'mouse', symbol: 'Brca1', geneId: 12189, isAskedGene: false };

describe('the order of people', () => {
  const inOrder: [why: string, key: OrderKey][] = [
    ['works on it now, this gene, principal investigator', orderKey(named('Zuse', PI))],
    ['no principal investigator, first by name', orderKey(named('Curie'))],
    ['letter case and accents do not count', orderKey(named('curié', { id: 9 }))],
    ['later by name', orderKey(named('Zuse'))],
    ['without any name', orderKey()],
    ['an ortholog', orderKey({ ...MOUSE, ...named('Abel', PI) })],
    ['the name is withheld', orderKey(withheld)],
    ['withheld, an ortholog', orderKey({ ...MOUSE, ...withheld })],
    ['has worked on it', orderKey({ tier: 'TIER2', ...named('Abel', PI) })],
    ['has worked on an ortholog', orderKey({ ...MOUSE, tier: 'TIER2', ...named('Abel', PI) })],
    ['has worked on it, withheld', orderKey({ tier: 'TIER2', ...withheld })],
  ];

  test('is: works on it now, named, the gene asked for, principal investigator, name', () => {
    const shuffled = inOrder.toSorted(([a], [b]) => (a < b ? -1 : 1));
    expect(shuffled.toSorted(([, a], [, b]) => compareRecords(a, b)).map(([why]) => why)).toEqual(
      inOrder.map(([why]) => why),
    );
  });

  test('goes on by organism, its name, symbol, gene and id of one person', () => {
    const keys = [
      orderKey({ taxonOrdering: 1, symbol: 'B' }),
      orderKey({ taxonOrdering: 2, symbol: 'A', geneId: 2, id: 1 }),
      orderKey({ taxonOrdering: 2, symbol: 'A', geneId: 2, id: undefined }),
      orderKey({ taxonOrdering: 2, symbol: 'A', geneId: 10 }),
      orderKey({ taxonOrdering: 2, symbol: 'B', geneId: 1 }),
      orderKey({ taxonOrdering: null, taxonCommonName: 'axolotl' }),
      orderKey({ taxonOrdering: null, taxonCommonName: 'newt' }),
    ];
    expect(keys.toReversed().toSorted(compareRecords)).toEqual(keys);
  });

  test('of a search for researchers is: named, principal investigator, name', () => {
    const keys = [named('Zuse', PI), named('Abel'), named('Zuse'), withheld].map((one) => ({ ...NO_GENE, ...one }));
    expect(keys.toReversed().toSorted(compareRecords)).toEqual(keys);
  });

  test('is one that records can be compared in: no circles, and equal ones are equal to the same others', () => {
    fc.assert(
      fc.property(orderKeys, orderKeys, orderKeys, (a, b, c) => {
        const [ab, bc, ac] = [compareRecords(a, b), compareRecords(b, c), compareRecords(a, c)].map(Math.sign);
        expect(Math.sign(compareRecords(b, a)) + (ab ?? 0)).toBe(0);
        if (ab === bc) expect(ac).toBe(ab);
        if (ab === 0) expect(ac).toBe(bc);
        expect(ab === 0).toBe(JSON.stringify([a, a.id ?? null]) === JSON.stringify([b, b.id ?? null]));
      }),
      { numRuns: 1000 },
    );
  });

  test('goes by the reasons: whoever has a better one comes before whoever has not', () => {
    const better = ['works-now', 'named', 'asked-gene', 'principal-investigator', 'name'] as const;
    fc.assert(
      fc.property(orderKeys, orderKeys, (a, b) => {
        const first = better.find((reason) => whyHere(a).includes(reason) !== whyHere(b).includes(reason));
        if (first === undefined) return;
        expect(compareRecords(a, b) < 0).toBe(whyHere(a).includes(first));
      }),
    );
  });
});

describe('why a record stands where it stands', () => {
  test('is explained by the reasons, in the order in which they count', () => {
    expect(whyHere(orderKey(named('Zuse', PI)))).toEqual([
      'works-now',
      'named',
      'asked-gene',
      'principal-investigator',
      'name',
    ]);
    expect(whyHere(orderKey({ ...MOUSE, tier: 'TIER2', ...withheld }))).toEqual([
      'worked-before',
      'withheld',
      'ortholog',
    ]);
  });

  test('is not explained by a gene where none was asked for', () => {
    expect(whyHere({ ...NO_GENE, ...named('Zuse') })).toEqual(['named', 'name']);
  });
});

test('a name that stands in for a withheld one, and the id beside it, are not looked at', () => {
  const before = personKey({ name: 'Anonymous', lastName: 'Zebra', id: 3 }, true);
  expect(before).toEqual(personKey({}, true));
});

test.each([
  ['Ada', 'Lovelace', 'lovelace, ada'],
  [' Ada ', ' ', 'ada'],
  [null, 'Lovelace', 'lovelace'],
  ['Ada', null, 'ada'],
  ['Émilie', 'du Châtelet', 'du chatelet, emilie'],
  [undefined, undefined, ''],
])('%s %s is ordered as "%s"', (name, lastName, folded) => {
  expect(foldedName(name, lastName)).toBe(folded);
});
