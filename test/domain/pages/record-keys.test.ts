/** What records are known by between pages: exact, short, and nothing of those who are anonymised. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FoundRecord } from '../../../src/domain/federation/source.ts';
import {
  addKey,
  countOf,
  type KeyCounts,
  keyOf,
  type RecordKey,
  readCounts,
  readRow,
  sumOf,
  writeCounts,
  writeRow,
} from '../../../src/domain/pages/record-keys.ts';
import { orderKey } from '../people/order-keys.ts';

const INT_MAX = 2_147_483_647;
const ids = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: INT_MAX }));
const keys: fc.Arbitrary<RecordKey> = fc.tuple(fc.oneof(fc.constant(0), ids), ids);

function countsOf(list: readonly RecordKey[]): KeyCounts {
  const counts: KeyCounts = new Map();
  for (const key of list) addKey(counts, key);
  return counts;
}

test('keys that are written are read again, each as often as it was there, in any order', () => {
  fc.assert(
    fc.property(fc.array(keys, { maxLength: 60 }), keys, (list, other) => {
      const text = writeCounts(countsOf(list));
      const read = readCounts(text);
      expect(sumOf(read)).toBe(list.length);
      for (const key of [...list, other]) {
        expect(countOf(read, key)).toBe(list.filter((one) => one.join() === key.join()).length);
      }
      expect(writeCounts(countsOf(list.toReversed()))).toBe(text);
      expect(Buffer.from(text, 'latin1').toString('latin1')).toBe(text);
    }),
  );
});

test('a row of keys is read again in its order, with its gaps', () => {
  fc.assert(
    fc.property(fc.array(fc.option(keys, { nil: undefined }), { maxLength: 40 }), (row) => {
      expect(readRow(writeRow(row))).toEqual(row);
    }),
  );
});

test('a thousand of ten thousand researchers of one gene take a byte each', () => {
  const list = Array.from({ length: 1000 }, (_, place): RecordKey => [672, place * 10 + 1]);
  expect(writeCounts(countsOf(list)).length).toBeLessThan(1010);
});

const record = (changes: Partial<FoundRecord>): FoundRecord => ({
  ...{ json: '{}', order: orderKey({ id: 7 }), isAnonymised: false, geneId: 672 },
  ...changes,
});

test.each([
  ['anonymised', record({ isAnonymised: true })],
  ['of somebody without an id', record({ order: orderKey({ id: undefined }) })],
  [
    'of a gene without an id',
    record({ order: orderKey({ geneId: Number.MAX_SAFE_INTEGER, id: 7 }), geneId: undefined }),
  ],
  ['without an order, such as statistics', record({ order: undefined })],
])('a record that is %s has no key', (_, one) => {
  expect(keyOf(one)).toBeUndefined();
});

test('every other record has the gene and the researcher for its key', () => {
  expect(keyOf(record({}))).toEqual([672, 7]);
});
