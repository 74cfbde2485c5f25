/** Walks through random listings of a partner, whatever it says of its pages: no row is lost unsaid, and each walk ends. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampledCount } from '../support/machine/sample.ts';
import { type PagedListing, type RowKind, type Walk, walkThrough } from './paged-listing.ts';

const SEED = 20_261_128;
const runs = (few: number, all: number) => ({ seed: SEED, numRuns: sampledCount(few, all) });

const rowKinds = (...kinds: RowKind[]) => fc.array(fc.constantFrom(...kinds), { maxLength: 70, size: 'max' });
/** Unwritable rows are few, as each costs many requests. */
const rows = fc.oneof(
  rowKinds('named'),
  rowKinds('named', 'named', 'anonymised'),
  rowKinds('named', 'unshown'),
  rowKinds('named', 'named', 'repeated'),
  rowKinds('named', 'anonymised', 'unshown', 'unreadable', 'repeated'),
  rowKinds(...Array<RowKind>(60).fill('named'), 'unwritable'),
);
const listings: fc.Arbitrary<PagedListing> = fc.record({
  rows,
  cap: fc.constantFrom(1000, 1000, 7, 20),
  total: fc.constantFrom('right', 'none', 'none', 'too small', 'too large', 'ten million'),
  last: fc.constantFrom('right', 'right', 'none', 'never', 'with an empty page'),
  statesSize: fc.boolean(),
  statesNumber: fc.boolean(),
});
const sizes = fc.oneof(
  fc.integer({ min: 1, max: 3 }),
  fc.integer({ min: 1, max: 20 }),
  fc.integer({ min: 20, max: 60 }),
);

const OF_LETTERS: Readonly<Record<string, RowKind>> = { n: 'named', a: 'anonymised', w: 'unwritable' };
const spelt = (letters: string) => [...letters].map((letter) => OF_LETTERS[letter] ?? 'named');
/** Listings in which rows were lost, or that had no end. */
const FORMER_FAULTS: [PagedListing, number][] = [
  ['nananannnnnna', 'too large', 1000, true, 3] as const,
  ['anannnanaann', 'ten million', 1000, true, 3] as const,
  ['nnnnnnnnnnnnnnnnnnnnnnnwn', 'too small', 20, false, 2] as const,
].map(([letters, total, cap, statesSize, size]) => [
  { rows: spelt(letters), cap, total, last: 'never', statesSize, statesNumber: true },
  size,
]);

const isComplete = ({ pages }: Walk) => pages.every(({ complete }) => complete);
const given = ({ named, anonymised }: Walk) => named.length + anonymised;

describe('a walk through a listing of a partner', () => {
  test('ends, loses and repeats no row without saying so, and states no total that is not what it gives', async () => {
    let complete = 0;
    await fc.assert(
      fc.asyncProperty(listings, sizes, async (listing, size) => {
        const most = listing.rows.length + 10;
        const walk = await walkThrough(listing, size, most);
        expect(walk.isEnded).toBe(true);
        expect(walk.requests).toBeLessThanOrEqual(
          150 + 8 * walk.pages.length + 300 * listing.rows.filter((kind) => kind === 'unwritable').length,
        );
        for (const { total, relation } of walk.pages) {
          if (relation === 'eq') expect(total).toBe(given(walk));
          else expect(total).toBeLessThanOrEqual(given(walk));
        }
        if (!isComplete(walk)) return;
        complete++;
        expect(walk.named).toEqual(walk.expected.named);
        expect(walk.anonymised).toBe(walk.expected.anonymised);
        expect(walk.pages.at(-1)?.relation).toBe('eq');
      }),
      { ...runs(60, 1000), examples: FORMER_FAULTS },
    );
    expect(complete).toBeGreaterThan(sampledCount(10, 300));
  });

  test.each([
    ['right', 'never'],
    ['none', 'never'],
    ['none', 'none'],
    ['ten million', 'none'],
  ] as const)(
    'ends where every page has the same rows, and says that some may be missing (%s, %s)',
    async (total, last) => {
      const listing = { rows: Array<RowKind>(40).fill('named'), cap: 1000, total, last, isStuck: true };
      const walk = await walkThrough({ ...listing, statesSize: true, statesNumber: false }, 10, 50);
      expect([walk.isEnded, walk.pages.at(-1)?.complete]).toEqual([true, false]);
      expect(walk.named).toEqual([...new Set(walk.named)]);
      expect(walk.requests).toBeLessThan(30);
    },
  );

  test('raises no doubt where the partner says what is true, and nothing changes', async () => {
    const healthy = fc.record({
      rows: fc.oneof(
        rowKinds('named'),
        rowKinds('named', 'anonymised'),
        rowKinds('named', 'anonymised', 'anonymised', 'anonymised', 'unshown'),
        rowKinds('anonymised'),
      ),
      cap: fc.constantFrom(1000, 20),
      ...{ total: fc.constant('right'), last: fc.constant('right') },
      ...{ statesSize: fc.constant(true), statesNumber: fc.constant(true) },
    } as const);
    await fc.assert(
      fc.asyncProperty(healthy, sizes, async (listing, size) => {
        const walk = await walkThrough(listing, size, listing.rows.length + 2);
        expect(walk.pages.map(({ summary }) => summary)).toEqual(walk.pages.map(() => 'Fly Registry answered.'));
        expect(walk.named).toEqual(walk.expected.named);
        expect(walk.anonymised).toBe(walk.expected.anonymised);
      }),
      runs(30, 300),
    );
  });

  test('tells of each row that cannot be read on the page where it would stand, and on no other', async () => {
    await fc.assert(
      fc.asyncProperty(rowKinds('named', 'named', 'named', 'unreadable'), sizes, async (rows, size) => {
        const listing = {
          rows,
          cap: 1000,
          total: 'right',
          last: 'right',
          statesSize: true,
          statesNumber: true,
        } as const;
        const { pages } = await walkThrough(listing, size, rows.length + 2);
        const unreadable = rows.filter((kind) => kind === 'unreadable').length;
        expect(pages.reduce((sum, page) => sum + page.unreadable, 0)).toBe(unreadable);
        for (const { unreadable, dropped } of pages) expect(unreadable).toBe(dropped);
      }),
      runs(30, 300),
    );
  });
});
