/** The lists of who is listed for whom: made once for all, and once more where that failed. */

import { expect, test } from 'vitest';
import { PUBLIC_VIEWER } from '../../../src/domain/record/model.ts';
import { listingIndex } from '../../../src/registry/search/listing-index.ts';
import type { Row, Store } from '../../../src/registry/store/store.ts';
import { smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { openTemporaryStore } from '../../support/registry/temporary-store.ts';

test('a list that could not be made, as the disk failed for a moment, is made for whoever asks next', async () => {
  using database = openTemporaryStore(smallSnapshot());
  const { store } = database;
  let fails = true;
  const failing: Store = {
    ...store,
    query<R extends Row>(sql: string) {
      const query = store.query<R>(sql);
      const all: typeof query.all = (tx, ...parameters) => {
        if (fails) throw new Error('the disk fails');
        return query.all(tx, ...parameters);
      };
      return { ...query, all };
    },
  };
  const { withVisible } = listingIndex({
    store: failing,
    remoteSearchUserId: () => undefined,
    orderKey: () => 0,
    anonymises: false,
  });
  const total = () => withVisible('user', PUBLIC_VIEWER, (_tx, visible) => visible.total);
  const outcomes = await Promise.allSettled([total(), total()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await Promise.all([total(), total()])).toEqual([2, 2]);
});
