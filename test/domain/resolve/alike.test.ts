/** How far apart two texts are, and which of many are near. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alikeTexts, editsBetween } from '../../../src/domain/resolve/alike.ts';

const symbolLike = fc.string({ unit: fc.constantFrom(...'abcq12-'), maxLength: 8 });

test.each([
  ['kcnq2', 'kcnq2', 0],
  ['kcnq2', 'kcnq3', 1],
  ['kcnq2', 'kcqn2', 1],
  ['kcnq2', 'knq2', 1],
  ['kcnq2', 'kccnq2', 1],
  ['kcnq2', 'kcqn3', 2],
  ['ca', 'abc', 3],
  ['', 'ab', 2],
  ['kcnq2', 'brca1', 4],
])('%j and %j are %d edits apart, and never more than one above what is asked', (one, other, edits) => {
  expect(editsBetween(one, other, 3)).toBe(edits);
  expect(editsBetween(other, one, 3)).toBe(edits);
  expect(editsBetween(one, other, 1)).toBe(Math.min(edits, 2));
});

describe('of many texts', () => {
  test('those within so many edits are answered, fewest edits first, then in their order', () => {
    const near = alikeTexts(['scn1a', 'kcnq3', 'kcnq2', 'kcnq1']);
    expect(near('kcnq2', 1)).toEqual([
      { text: 'kcnq2', edits: 0 },
      { text: 'kcnq3', edits: 1 },
      { text: 'kcnq1', edits: 1 },
    ]);
    expect(near('nothing', 2)).toEqual([]);
  });

  test('none within reach is passed over for the characters it has', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(symbolLike, { maxLength: 30 }),
        symbolLike,
        fc.constantFrom(1, 2),
        (texts, text, most) => {
          const found = alikeTexts(texts)(text, most).map((one) => one.text);
          const near = texts.filter((other) => editsBetween(text, other, most) <= most);
          expect(found.toSorted()).toEqual(near.toSorted());
        },
      ),
    );
  });
});
