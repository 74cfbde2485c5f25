/** The order of search answers (rdp-protocol 3.8): one order, the same on every run. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareGenes,
  compareNullsLast,
  compareText,
  compareUsers,
  fullName,
  type GeneKey,
  type UserKey,
} from '../../../src/domain/record/ordering.ts';
import { anyText } from '../../support/machine/any-text.ts';

type Compared = GeneKey & { tier: string };

describe('the full name', () => {
  test.each([
    ['Ada', 'Lovelace', 'Lovelace, Ada'],
    [null, 'Lovelace', ''],
    ['', 'Lovelace', ''],
    ['Ada', null, 'Ada'],
    ['Ada', '', 'Ada'],
    [null, null, ''],
    ['', '', ''],
    [null, '', ''],
  ])('of %j and %j is %j', (name, lastName, expected) => {
    expect(fullName(name, lastName)).toBe(expected);
  });
});

describe('researchers stand', () => {
  const known = (fullName: string, id: number): UserKey => ({ fullName, id, hiddenKey: 0 });
  const hidden = (fullName: string, hiddenKey: number): UserKey => ({ fullName, id: undefined, hiddenKey });

  test('by name, upper case first, then by id, hidden ones last of their name', () => {
    const ordered = [
      known('', 9),
      known('Lovelace, Ada', 3),
      known('Lovelace, Ada', 20),
      known('Lovelace, Byron', 1),
      known('RDP User', 99),
      hidden('RDP User', 4),
      hidden('RDP User', 5),
      known('Zuse, Konrad', 2),
      known('de Vries, Hugo', 4),
      known('Östberg, Ö', 5),
      known('😀', 6),
      known('\uff21', 7),
    ];
    expect(ordered.toReversed().sort(compareUsers)).toEqual(ordered);
  });
});

describe('genes stand', () => {
  const human = { taxonOrdering: 1, taxonCommonName: 'human' };
  const gene = (facts: Partial<Compared>): Compared => ({ geneId: 1, symbol: 'A', tier: 'TIER1', ...human, ...facts });

  test('by organism, tier, symbol, gene id', () => {
    const ordered = [
      gene({ geneId: 900 }),
      gene({ geneId: 901 }),
      gene({ symbol: 'B' }),
      gene({ symbol: 'a' }),
      gene({ tier: 'TIER2' }),
      gene({ taxonCommonName: 'mouse' }),
      gene({ taxonOrdering: 2, taxonCommonName: 'fly' }),
      gene({ taxonOrdering: 10, taxonCommonName: 'ant' }),
      gene({ taxonOrdering: null, taxonCommonName: 'Zebrafish' }),
      gene({ taxonOrdering: null, taxonCommonName: 'yeast', tier: 'TIER1' }),
      gene({ taxonOrdering: null, taxonCommonName: 'yeast', tier: 'TIER2' }),
    ];
    expect(ordered.toReversed().sort(compareGenes)).toEqual(ordered);
  });
});

describe('the laws of an order', () => {
  const words = fc.oneof(anyText(), fc.constantFrom('', 'a', 'A', 'RDP User'));
  const smallIds = fc.integer({ min: 0, max: 4 });
  const userKeys: fc.Arbitrary<UserKey> = fc.record({
    fullName: words,
    id: fc.option(smallIds, { nil: undefined }),
    hiddenKey: fc.oneof(smallIds, fc.constant(Number.MAX_SAFE_INTEGER)),
  });
  const geneKeys: fc.Arbitrary<Compared> = fc.record({
    geneId: smallIds,
    symbol: words,
    tier: fc.constantFrom('TIER1', 'TIER2'),
    taxonOrdering: fc.option(fc.integer({ min: -2, max: 2 })),
    taxonCommonName: words,
  });

  function keepsTheLaws<T>(name: string, values: fc.Arbitrary<T>, compare: (a: T, b: T) => number) {
    describe(name, () => {
      test('says equal of what is equal in every member, and of nothing else', () => {
        fc.assert(
          fc.property(values, values, (a, b) => {
            expect(compare(a, structuredClone(a))).toBe(0);
            expect(compare(a, b) === 0).toBe(JSON.stringify(a) === JSON.stringify(b));
          }),
        );
      });

      test('is antisymmetric', () => {
        fc.assert(fc.property(values, values, (a, b) => Math.sign(compare(a, b)) === -Math.sign(compare(b, a))));
      });

      test('is transitive', () => {
        fc.assert(
          fc.property(values, values, values, (a, b, c) => {
            fc.pre(compare(a, b) <= 0 && compare(b, c) <= 0);
            expect(compare(a, c)).toBeLessThanOrEqual(0);
          }),
        );
      });

      test('sorts every permutation the same', () => {
        const shuffled = fc
          .array(values, { maxLength: 12 })
          .chain((list) =>
            fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
          );
        fc.assert(
          fc.property(shuffled, ([list, permuted]) => {
            expect(permuted.toSorted(compare)).toEqual(list.toSorted(compare));
          }),
        );
      });
    });
  }

  keepsTheLaws('researchers', userKeys, compareUsers);
  keepsTheLaws('genes', geneKeys, compareGenes);
  keepsTheLaws('texts', words, compareText);
  keepsTheLaws('numbers, null last', fc.option(fc.integer()), compareNullsLast);

  test('null comes after every number', () => {
    fc.assert(fc.property(fc.integer(), (number) => compareNullsLast(number, null) < 0));
  });

  test('texts are compared by code unit, as every machine does it', () => {
    expect(['b', 'ä', 'a', 'Z', '\uffff', '😀', ''].sort(compareText)).toEqual([
      '',
      'Z',
      'a',
      'b',
      'ä',
      '😀',
      '\uffff',
    ]);
  });
});
