/** What is read of a page of a list that has changed: which rows follow, and what is in doubt. */

import { expect, test } from 'vitest';
import {
  readBehindAnchor,
  readByPlace,
  shownTo,
  startingAt,
  type Window,
} from '../../../src/domain/pages/listing-reads.ts';
import { writeRow } from '../../../src/domain/pages/record-keys.ts';
import { orderKey } from '../people/order-keys.ts';

const GENE_ID = 672;
const records = (...ids: number[]) =>
  ids.map((id) => ({
    ...{ json: `${id}`, order: orderKey({ id, geneId: GENE_ID }), isAnonymised: false, geneId: GENE_ID },
  }));
const shown = (...ids: number[]) => writeRow(ids.map((id) => [GENE_ID, id]));

function windowOf(page: number, size: number, more: Partial<Window>): Window {
  const nothing = { rows: undefined, lacksRows: false, total: undefined, isLast: undefined, edition: undefined };
  return { request: { page, size }, records: [], dropped: 0, ...nothing, digest: (text) => text, ...more };
}

test.each([
  ['at the end of the list', [5, 6, 7, 8], 9],
  ['in its middle', [5, 6, 7, 8, 9], 20],
])('what came where nobody looked is in doubt, %s', (_, ids, total) => {
  const before = { ...startingAt(0), at: 6, anchor: 5, isAnchorExact: true, keys: shown(6), answer: `${total - 1}` };
  const read = readBehindAnchor(windowOf(1, 5, { records: records(...ids), total }), before, 5);
  expect(read?.records.map(({ json }) => Number(json))).toEqual(ids.slice(2));
  expect(read).toMatchObject({ change: { gone: 0, among: 0 }, position: { doubts: ['unseen'], idle: 0 } });
});

test('a row that cannot be read counts on its page, though the last row that was shown is gone', () => {
  const before = { ...startingAt(0), at: 2, anchor: 1, isAnchorExact: true, keys: shown(1, 2), answer: '4' };
  const rows = { shown: [0, 1, 3], missing: [2], unreadable: [2], notGiven: [] };
  const read = readBehindAnchor(windowOf(0, 10, { records: records(1, 3, 4), dropped: 1, rows, total: 4 }), before, 5);
  expect(read?.missing).toEqual({ rows: 1, unreadable: 1, notGiven: 0 });
});

test.each([
  ['one is known to be missing at the end', { shown: [0, 1], missing: [2] }, 2],
  ['nobody knows which one is missing', undefined, 3],
])('the next rows are read from behind those that were shown, where %s', (_, rows, place) => {
  const hidden = records(1, 2).map((one) => ({ ...one, isAnonymised: true }));
  const { position } = readByPlace(windowOf(0, 3, { records: hidden, dropped: 1, rows }), startingAt(0), 3);
  expect([position.at, shownTo(position)]).toEqual([3, place]);
});
