/** The lists of who is listed for whom: made once for all, and once more where that failed. */

import { expect, test } from 'vitest';
import { PUBLIC_VIEWER, type Viewer } from '../../../src/domain/record/model.ts';
import type { Visibility } from '../../../src/registry/record/visibility.ts';
import { listingIndex } from '../../../src/registry/search/listing-index.ts';
import { listings } from '../../../src/registry/search/listings.ts';
import type { OrderKeys } from '../../../src/registry/search/order-keys.ts';
import { searchCache } from '../../../src/registry/search/search-cache.ts';
import type { Row, Store } from '../../../src/registry/store/store.ts';
import { aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { importInto, openTemporaryStore } from '../../support/registry/temporary-store.ts';

/** The same store, of which `look` is called with every query before it is read. */
function watched(store: Store, look: (sql: string) => void): Store {
  return {
    ...store,
    query<R extends Row>(sql: string) {
      const query = store.query<R>(sql);
      const all: typeof query.all = (tx, ...parameters) => {
        look(sql);
        return query.all(tx, ...parameters);
      };
      return { ...query, all };
    },
  };
}

test('a list that could not be made, as the disk failed for a moment, is made for whoever asks next', async () => {
  using database = openTemporaryStore(smallSnapshot());
  const { store } = database;
  let fails = true;
  let reads = 0;
  const failing = watched(store, () => {
    reads++;
    if (fails) throw new Error('the disk fails');
  });
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
  const readsOfAll = reads;
  expect([await total(), reads]).toEqual([2, readsOfAll]);
});

test('a list that is out of date before it is used is made again', async () => {
  using database = openTemporaryStore(smallSnapshot());
  const { store } = database;
  const { withVisible } = listingIndex({
    store,
    remoteSearchUserId: () => undefined,
    orderKey: () => 0,
    anonymises: false,
  });
  const total = withVisible('user', PUBLIC_VIEWER, (_tx, visible) => visible.total);
  importInto(store, smallSnapshot({ users: [] }));
  expect(await total).toBe(0);
});

test('nobody is counted of whom something was withdrawn', async () => {
  using database = openTemporaryStore(smallSnapshot({ users: [aUser(1), aUser(2)] }));
  const { store } = database;
  const options = { store, remoteSearchUserId: () => undefined, orderKey: () => 0, anonymises: false };
  const { withVisible } = listingIndex(options);
  const ids = () => withVisible('user', PUBLIC_VIEWER, (_tx, visible) => visible.slice(0, 9, false));
  expect(await ids()).toEqual([1, 2]);
  store.withhold(new Set([1]));
  expect(await ids()).toEqual([2]);
});

test('a page of the public list of genes is read once until the data change, and for others each time', async () => {
  using database = openTemporaryStore(smallSnapshot());
  const { store } = database;
  let reads = 0;
  const { genes } = listings({
    store: watched(store, (sql) => {
      if (sql.includes('user_gene.id = wanted.value')) reads++;
    }),
    listingIndex: listingIndex({ store, remoteSearchUserId: () => undefined, orderKey: () => 0, anonymises: false }),
    searchCache: searchCache(new Map()),
    visibility: {} as Visibility,
    orderKeys: { ofGenes: () => () => undefined } as unknown as OrderKeys,
  });
  const member = { ...PUBLIC_VIEWER, kind: 'member', userId: 1 } as const;
  const readsFor = async (...viewers: Viewer[]) => {
    for (const viewer of viewers) await genes(viewer, { page: 0, size: 20 }, []);
    return reads;
  };
  expect(await readsFor(PUBLIC_VIEWER, PUBLIC_VIEWER)).toBe(1);
  expect(await readsFor(member, member)).toBe(3);
  importInto(store, smallSnapshot());
  expect(await readsFor(PUBLIC_VIEWER, PUBLIC_VIEWER)).toBe(4);
});
