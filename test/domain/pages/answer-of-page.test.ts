/** What is said of one page of a listing: only what is missing on it, whatever more of the list was read for it. */

import { expect, test } from 'vitest';
import { type Reason, reason } from '../../../src/domain/federation/reasons.ts';
import type { SourceAnswer } from '../../../src/domain/federation/source.ts';
import { keyBytes } from '../../../src/domain/pages/cursor.ts';
import { answerOfPage } from '../../../src/domain/pages/listing-pages.ts';
import type { ListingRead, MissingRows } from '../../../src/domain/pages/listing-reads.ts';

const RECORD = { json: '{}', order: undefined, isAnonymised: false, geneId: 672 };
const NOTHING: MissingRows = { rows: 0, unreadable: 0, notGiven: 0 };
const UNREADABLE = reason('unreadable-records', { records: 9 });
const LACKING = reason('rows-missing', { missing: 9, isNothingThere: false });
const FAILED = reason('failed');
const both = (...reasons: Reason[]) => reason('limited', { reasons, because: FAILED });

/** What is said of a page with so many records, of a longer answer that was limited for this reason. */
function said(because: Reason | undefined, records: number, missing: Partial<MissingRows>, state = 'limited') {
  const answer = { state, isExact: false, problem: because && { reason: because }, dropped: 9, records: [] };
  const read = { records: Array(records).fill(RECORD), missing: { ...NOTHING, ...missing } };
  const page = answerOfPage(answer as unknown as SourceAnswer, read as unknown as ListingRead);
  return [page.state, page.isExact, page.dropped, page.records.length, page.problem?.reason];
}

test.each([
  ['all are there', UNREADABLE, 1, {}, ['answered', true, 0, 1, undefined]],
  ['none is there', LACKING, 0, {}, ['empty', true, 0, 0, undefined]],
  [
    'one cannot be read',
    UNREADABLE,
    1,
    { rows: 1, unreadable: 1 },
    ['limited', false, 1, 1, reason('unreadable-records', { records: 1 })],
  ],
  [
    'two were not given, and nothing else is there',
    LACKING,
    0,
    { rows: 2, notGiven: 2 },
    ['limited', false, 2, 0, reason('rows-missing', { missing: 2, isNothingThere: true })],
  ],
  ['nobody knows which cannot be read', UNREADABLE, 1, { unreadable: undefined }, ['limited', false, 0, 1, UNREADABLE]],
  ['nobody knows which were not given', LACKING, 1, { notGiven: undefined }, ['limited', false, 0, 1, LACKING]],
  ['the reason is about no rows', FAILED, 1, {}, ['limited', false, 0, 1, FAILED]],
  [
    'two reasons have one cause',
    both(UNREADABLE, LACKING),
    1,
    { rows: 1, notGiven: 1 },
    [
      'limited',
      false,
      1,
      1,
      reason('limited', { reasons: [reason('rows-missing', { missing: 1, isNothingThere: false })], because: FAILED }),
    ],
  ],
  ['neither of two reasons is about its rows', both(UNREADABLE, LACKING), 1, {}, ['answered', true, 0, 1, undefined]],
] as const)('of the rows of a page %s', (_, because, records, missing, expected) => {
  expect(said(because, records, missing)).toEqual(expected);
});

test.each([
  ['answered', 1, 'answered'],
  ['answered', 0, 'empty'],
  ['empty', 1, 'answered'],
  ['failed', 0, 'failed'],
])('an answer that is %s is, of a page with %i records, %s', (state, records, expected) => {
  expect(said(undefined, records, { rows: 1 }, state)).toEqual([expected, false, 1, records, undefined]);
});

test.each([
  [1, 4742],
  [10, 3322],
  [40, 0],
])('the keys of %i registries have %i bytes of a cursor', (origins, bytes) => {
  expect(keyBytes(origins)).toBe(bytes);
});
