/** A law: an answer in which no registry answered in full is never complete, in whatever form it is sent. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { completenessOf, endLine, type Part } from '../../../src/domain/federation/federated-answer.ts';
import { ORIGIN_STATES } from '../../../src/domain/federation/origin.ts';
import type { Position } from '../../../src/domain/pages/cursor.ts';
import { pageStart } from '../../../src/domain/pages/federated-pages.ts';
import { listingPage } from '../../../src/domain/pages/listing-pages.ts';
import { startingAt } from '../../../src/domain/pages/listing-reads.ts';
import { NOTHING_GIVEN, searchPage } from '../../../src/domain/pages/search-pages.ts';
import { exportMetadata, exportPieces } from '../../../src/domain/tables/export-table.ts';
import { answerTag } from '../pages/walk-pages.ts';
import { aPart, origins } from './generated-parts.ts';

const NOT_WHOLE = ORIGIN_STATES.filter((state) => state !== 'answered' && state !== 'empty');

/** Answers of up to six registries, none of whom answered in full; of none at all, too. */
const wanting: fc.Arbitrary<Part[]> = fc.oneof(
  fc.constant<Part[]>([]),
  origins.chain((lists) =>
    fc
      .array(fc.constantFrom(...NOT_WHOLE), { minLength: lists.length, maxLength: lists.length })
      .map((states) => lists.map(({ key, records }, index) => aPart(key, records, states[index]))),
  ),
);

const KEYS = ['local', 'alpha', 'beta', 'gamma', 'a-b', 'a.b:8080'];
const requests = fc.record({ size: fc.integer({ min: 1, max: 5 }), page: fc.integer({ min: 0, max: 3 }) });
/** Where registries may stand behind a page; also where everybody has given everything. */
const outcomes = fc.dictionary(
  fc.constantFrom(...KEYS),
  fc.record({
    at: fc.integer({ min: 0, max: 9 }),
    answer: fc.constantFrom(undefined, '3', '3+'),
    isDone: fc.boolean(),
  }),
);
type Outcome = typeof outcomes extends fc.Arbitrary<infer Value> ? Value : never;

const READER = 'caller';

/** First pages, and pages behind a cursor with positions of one kind. */
function startsWith<Kind extends Position>(beginning: Kind) {
  const cursorOf = (positions: Outcome) => ({
    question: 'question',
    number: 1,
    size: 2,
    caller: READER,
    names: new Map(),
    positions: new Map(Object.entries(positions).map(([key, position]) => [key, { ...beginning, ...position }])),
  });
  return fc.oneof(
    requests.map((request) => pageStart<Kind>(request, undefined, READER)),
    outcomes.map((positions) => pageStart<Kind>({ page: 0, size: 0 }, cursorOf(positions), READER)),
  );
}

describe('where no registry answered in full', () => {
  test('neither the answer nor the end of a stream says that it is complete', () => {
    fc.assert(
      fc.property(wanting, (parts) => {
        const origins = parts.map(({ origin }) => origin);
        const completeness = completenessOf(origins);
        expect(completeness.complete).toBe(false);
        expect(JSON.parse(endLine({ ...completeness, origins })).complete).toBe(false);
      }),
    );
  });

  test('no page of a search or a listing says that its total is all there is', () => {
    fc.assert(
      fc.property(wanting, startsWith(NOTHING_GIVEN), startsWith(startingAt(0)), (parts, search, listing) => {
        expect(searchPage(parts, search, answerTag).envelope.totalRelation).toBe('gte');
        expect(
          listingPage(parts, listing, { reads: new Map(), digest: String, hasHiddenRows: false }).envelope
            .totalRelation,
        ).toBe('gte');
      }),
    );
  });

  test('no file says that it is complete, nor do its metadata', () => {
    fc.assert(
      fc.property(wanting, (parts) => {
        const origins = parts.map(({ origin }) => origin);
        const about = {
          kind: 'genes',
          total: 0,
          records: [],
          askedAt: new Date(0),
          address: 'https://a.example.org',
        } as const;
        const file = { ...about, origins, completeness: completenessOf(origins) };
        for (const text of [[...exportPieces('json', file, [])].join(''), exportMetadata(file)])
          expect(text).toContain('"complete":false');
      }),
    );
  });

  test('where nobody was even asked, the sentence says so', () => {
    fc.assert(
      fc.property(origins, (lists) => {
        const origins = lists.map(({ key }) => aPart(key, [], 'not-asked').origin);
        expect(completenessOf(origins).summary).toMatch(/^No registry was asked[;.]/);
      }),
    );
  });
});
