/** What was found is cached until the data change, under a key from which nobody learns what was searched for. */

import { expect, test } from 'vitest';
import { PUBLIC_VIEWER } from '../../../src/domain/record/model.ts';
import { type Hits, searchCache } from '../../../src/registry/search/search-cache.ts';
import { smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { openTemporaryStore } from '../../support/registry/temporary-store.ts';

test('a search is found once, and no key of the cache shows the gene', () => {
  using temporary = openTemporaryStore(smallSnapshot());
  const kept = new Map<string, Hits<unknown>>();
  const cached = searchCache(kept);
  let searches = 0;
  const search = () =>
    temporary.store.read((tx) =>
      cached(tx, PUBLIC_VIEWER, 'genes 9606 KCNQ2', () => {
        searches++;
        return [1, 2];
      }),
    );
  expect([search(), search()]).toEqual([
    [1, 2],
    [1, 2],
  ]);
  expect(searches).toBe(1);
  expect(kept.size).toBe(1);
  expect([...kept.keys()].join()).not.toMatch(/kcnq2|9606|genes/i);
});
