/** Everybody of a long answer is listed in steps: nobody else waits for longer than one of them takes. */

import { expect, test } from 'vitest';
import { facetCounts } from '../../../src/domain/people/facets.ts';
import { atOnce } from '../../../src/domain/steps.ts';
import { type ListView, readListView } from '../../../src/pages/parts/list-view.ts';
import { foundPeople } from '../../../src/pages/people/found-people.ts';
import { type Row, rowsOf } from '../../../src/pages/people/order.ts';
import { listedPeople } from '../../../src/pages/people/people-region.ts';
import { arrangedPeople } from '../../../src/pages/people/people-sorting.ts';
import { peopleWithin } from '../../../src/pages/people/people-within.ts';
import { en } from '../../../src/pages/words/en.ts';
import { computingTime } from '../../support/machine/stopwatch.ts';
import { ADA, ADAS_GENE } from '../parts/example-records.ts';

const PEOPLE = 5000;
const ORIGINS = ['local', 'registry-b'];
/** What others may wait more while somebody asks for everybody. */
const MOST_STEP_MS = 50;
const families = new Map();

/** Each with a gene, half of them in each of two registries. */
function everybody(): Row[] {
  return ORIGINS.flatMap((originKey) => {
    const records = Array.from({ length: PEOPLE / ORIGINS.length }, (_, index) => ({
      ...ADAS_GENE,
      remoteUser: {
        ...ADA,
        id: index + 1,
        lastName: `Lovelace ${index}`,
        userOrgans: { [`UBERON:${index % 90}`]: {} },
      },
    }));
    return rowsOf(records as never, { batch: originKey, originKey, placeOfTaxon: () => 1, queryTaxonId: 9606 });
  });
}

/** What is listed, and the processor time of the longest step. */
function listed(rows: readonly Row[], listView: ListView) {
  const steps = listedPeople({ rows, origins: [], listView, words: en, families });
  let longestMs = 0;
  for (;;) {
    const tookMs = computingTime();
    const { done, value } = steps.next();
    longestMs = Math.max(longestMs, tookMs());
    if (done === true) return { ...value, longestMs };
  }
}

test.each([
  ['as they come', ''],
  ['narrowed by a text', 'within=lovelace%207'],
  ['narrowed, and in a table sorted by name', 'only-position=PRINCIPAL_INVESTIGATOR&view=table&sort=name'],
])('%s, five thousand people are the same as at once, and no step is long', (_, address) => {
  const listView = readListView(new URLSearchParams(address));
  // What runs for the first time is slower, and what others left to be collected falls into one step at most.
  const before = [listed(everybody(), listView), listed(everybody(), listView)];
  const rows = everybody();
  const { all, people, counts, contextOf, longestMs } = listed(rows, listView);
  expect(Math.min(longestMs, ...before.map((one) => one.longestMs))).toBeLessThan(MOST_STEP_MS);
  expect(all).toEqual(foundPeople(rows));
  const within = peopleWithin(listView.text, all, en);
  expect(people).toEqual(arrangedPeople(within, listView, { words: en, families }));
  expect(people.length).toBeGreaterThan(0);
  expect(counts).toEqual(
    atOnce(
      facetCounts(
        within.map(({ facts }) => facts),
        listView.choice,
      ),
    ),
  );
  expect(contextOf(all[0] as (typeof all)[number]).namesakes).toHaveLength(1);
});
