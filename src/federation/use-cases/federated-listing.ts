/** Everybody, or every gene, of all registries: one page of each. */

import type { ListingQuery } from '../../domain/federation/federated-query.ts';
import { namedSources, nothingMore, omittedParts } from '../../domain/federation/queried-sources.ts';
import type { Source } from '../../domain/federation/source.ts';
import { hasGivenAll, listingPage, positionOf } from '../../domain/pages/listing-pages.ts';
import { type ListingRead, startingAt } from '../../domain/pages/listing-reads.ts';
import type { SourceQuery } from '../fan-out.ts';
import type { Signer } from '../signer.ts';
import { continuedListing } from './continued-listing.ts';
import type { Planner } from './federated-plan.ts';
import type { RecordsPage } from './federated-search.ts';
import { cursorsAfter, startOf } from './page-start.ts';

type ListingOptions = { sources: () => readonly Source[]; plan: Planner; signer: Signer };

export function federatedListing({ sources, plan, signer }: ListingOptions) {
  return plan<ListingQuery, RecordsPage>(({ kind, origins, page }, viewer) => {
    const paged = { question: kind, blank: startingAt(0), signer };
    const start = startOf(page, viewer, paged);
    const { size } = start;
    const reads = new Map<string, ListingRead>();
    const all = sources();
    const named = namedSources(all, origins);
    const { done = [], queried = [] } = Object.groupBy(named, ({ key }) =>
      hasGivenAll(start, key) ? 'done' : 'queried',
    );

    function queryOf(source: Source): SourceQuery {
      const position = positionOf(start, source.key);
      const hasGivenNothing = position.answer === undefined && position.keys === '';
      const onRead = (read: ListingRead) => void reads.set(source.key, read);
      return {
        source: hasGivenNothing ? source : continuedListing(source, { kind, position, size, onRead }),
        question: { kind, page: { page: Math.floor(position.at / size), size } },
        isRetry: origins !== undefined,
      };
    }

    return {
      query: { page: start.page, size },
      queries: queried.map(queryOf),
      others: [...omittedParts(all, named), ...nothingMore(done)],
      read: (parts) => {
        const { records, envelope, remarks, hasChanged, ...behind } = listingPage(parts, start, reads);
        return { content: { records, envelope, ...cursorsAfter(behind, paged) }, remarks, hasGap: hasChanged };
      },
    };
  });
}
