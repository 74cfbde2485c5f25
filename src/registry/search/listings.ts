/** Lists researchers and registered genes page by page (rdp-protocol 2.5). */

import type { PageRequest, Sort } from '../../domain/query/paging.ts';
import type { PrivacyLevel, Tier, Viewer } from '../../domain/record/model.ts';
import { presentGene } from '../record/lookups.ts';
import { type RecordList, recordList } from '../record/record-list.ts';
import type { RegisteredGene, Visibility } from '../record/visibility.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import { withdrawnGenes } from '../store/withdrawn.ts';
import type { ListingIndex } from './listing-index.ts';
import type { OrderKeys } from './order-keys.ts';
import type { SearchCache } from './search-cache.ts';

/** The records of one page, and the number of all records of the listing for this viewer. */
type ListingPage = { records: RecordList; totalElements: number };

export type ListPage = (viewer: Viewer, page: PageRequest, sorts: readonly Sort[]) => Promise<ListingPage>;

type ListingsOptions = {
  store: Store;
  listingIndex: ListingIndex;
  visibility: Visibility;
  searchCache: SearchCache;
  orderKeys: OrderKeys;
};

type RegisteredRow = [userId: number, geneId: number, tier: Tier | null, ownLevel: PrivacyLevel | null];

/** Selects registered genes by one of their numbers, in the requested order. */
const registeredBy = (column: string) => `
SELECT user_id, gene_id, tier, privacy_level
FROM json_each(?) AS wanted CROSS JOIN user_gene ON user_gene.${column} = wanted.value
ORDER BY wanted.id
`;

/** People are listed by id; genes by person and gene id, or with `sort=id` in order of registration. */
export function listings({ store, listingIndex: audiences, visibility, searchCache, orderKeys }: ListingsOptions): {
  users: ListPage;
  genes: ListPage;
} {
  const registered = {
    gene: store.query<RegisteredRow>(registeredBy('id')),
    registration: store.query<RegisteredRow>(registeredBy('registration')),
  };

  const presentOf = presentGene(store);
  const { presentLevel } = withdrawnGenes(store);

  function registeredGenes(
    tx: ReadTransaction,
    kind: 'gene' | 'registration',
    ids: readonly number[],
  ): RegisteredGene[] {
    const rows = registered[kind].all(tx, JSON.stringify(ids));
    return rows.flatMap(([userId, geneId, tier, written]) => {
      const ownLevel = presentLevel(tx, userId, geneId, written);
      return ownLevel === 'gone' ? [] : { userId, geneId, tier, ownLevel };
    });
  }

  return {
    users: (viewer, { page, size }, sorts) =>
      audiences.withVisible('user', viewer, (tx, visible) => {
        const ids = visible.slice(page * size, (page + 1) * size, isDescending(sorts));
        const records = recordList(tx, {
          store,
          viewer,
          found: ids,
          toBytes: (tx, userId, options) => visibility.userBytes(tx, viewer, userId, options),
          idBatch: visibility.idBatch,
          orderOf: (tx, userId) => orderKeys.ofUser(tx, viewer, userId),
          userIdOf: (userId) => userId,
        });
        return { records, totalElements: visible.total };
      }),

    genes: (viewer, { page, size }, sorts) => {
      const kind = sorts.length > 0 ? 'registration' : 'gene';
      const isReversed = isDescending(sorts);
      return audiences.withVisible(kind, viewer, (tx, visible) => {
        const found = searchCache(tx, viewer, `list ${kind} ${isReversed} ${page} ${size}`, () => {
          const ids = visible.slice(page * size, (page + 1) * size, isReversed);
          return registeredGenes(tx, kind, ids);
        });
        const records = recordList(tx, {
          store,
          viewer,
          found,
          toBytes: (tx, gene, options) => visibility.geneBytes(tx, viewer, gene, options),
          idBatch: visibility.idBatch,
          orderOf: orderKeys.ofGenes(viewer),
          presentOf,
          userIdOf: ({ userId }) => userId,
          geneIdOf: (gene) => gene.geneId,
        });
        return { records, totalElements: visible.total };
      });
    },
  };
}

function isDescending(sorts: readonly Sort[]): boolean {
  return sorts[0]?.descending === true;
}
