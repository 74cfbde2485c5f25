/** What records are known by between pages: exact, short, and nothing of those who are anonymised. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FoundRecord } from '../../../src/domain/federation/source.ts';
import {
  addKey,
  countOf,
  isRowsTail,
  type KeyCounts,
  keyOf,
  type RecordKey,
  readCounts,
  readRow,
  rowsTail,
  sumOf,
  tailRows,
  writeCounts,
  writeRow,
} from '../../../src/domain/pages/record-keys.ts';
import { signer } from '../../../src/federation/signer.ts';
import { orderKey } from '../people/order-keys.ts';

const { sign } = signer(Buffer.alloc(32, 7));
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

/** Rows 4 to 7 of a list, of which the last two are anonymised. */
function rowsWindow(changes: Partial<Parameters<typeof rowsTail>[0]> = {}, tier = 'TIER1') {
  const hidden = (more: object) =>
    record({ isAnonymised: true, json: JSON.stringify({ anonymousId: crypto.randomUUID(), ...more }) });
  const records = [record({}), record({ order: orderKey({ id: 8 }) }), hidden({ tier }), hidden({ tier: 'TIER2' })];
  return { request: { page: 1, size: 4 }, records, dropped: 0, digest: sign, ...changes };
}

test.each([
  ['the same rows, whose ids are new', rowsWindow(), 8, true],
  ['rows of which one shows something else', rowsWindow({}, 'TIER3'), 8, false],
  ['the same rows at another place', rowsWindow(), 7, false],
  ['a place behind the page', rowsWindow(), 9, false],
  ['rows of which one is not shown, nobody knows which', rowsWindow({ dropped: 1 }), 8, false],
  [
    'the same rows, of which it is known that one in front is missing',
    rowsWindow({
      ...{ request: { page: 0, size: 8 }, dropped: 4, rows: { shown: [4, 5, 6, 7], missing: [0, 1, 2, 3] } },
    }),
    8,
    true,
  ],
])('the rows in front of a place are compared with %s', (_, window, at, expected) => {
  expect(isRowsTail(rowsTail(rowsWindow(), 8, 20), window, at)).toBe(expected);
});

test('no more rows are compared than are there, than follow in the next page, and than five', () => {
  const long = rowsWindow({ request: { page: 0, size: 8 }, records: Array.from({ length: 8 }, () => record({})) });
  expect([rowsTail(long, 8, 20), rowsTail(long, 8, 2), rowsTail(rowsWindow(), 7, 20)].map(tailRows)).toEqual([5, 2, 3]);
  expect([rowsTail(rowsWindow(), 4, 20), rowsTail(rowsWindow({ dropped: 1 }), 8, 20)]).toEqual(['', '']);
  expect([tailRows(''), isRowsTail('', rowsWindow(), 8)]).toEqual([0, false]);
  expect(rowsTail(long, 8, 20)).toHaveLength(9);
});
