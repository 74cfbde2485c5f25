/** Everybody, or every gene, of all registries: one page of each. */

import type { ListingQuery } from '../../domain/federation/federated-query.ts';
import { namedSources, nothingMore, omittedParts } from '../../domain/federation/queried-sources.ts';
import type { Source } from '../../domain/federation/source.ts';
import { hasGivenAll, listingPage, positionOf } from '../../domain/pages/listing-pages.ts';
import { type ListingRead, startingAt } from '../../domain/pages/listing-reads.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { SourceQuery } from '../fan-out.ts';
import type { Signer } from '../signer.ts';
import { continuedListing } from './continued-listing.ts';
import type { FederatedPlan, Planner, WithOrigins } from './federated-plan.ts';
import type { RecordsPage } from './federated-search.ts';
import { cursorsAfter, startOf } from './page-start.ts';

/** @throws RegistryError `cursor-invalid`, `cursor-of-another-question`, `unknown-origin` */
export type FederatedListing = (
  query: ListingQuery,
  viewer: Viewer,
  signal: AbortSignal,
) => FederatedPlan<WithOrigins<RecordsPage>>;

type ListingOptions = { sources: () => readonly Source[]; plan: Planner; signer: Signer };

export function federatedListing({ sources, plan, signer }: ListingOptions): FederatedListing {
  return ({ kind, origins, page }, viewer, signal) => {
    const paged = { question: kind, blank: startingAt(0), signer };
    const start = startOf(page, viewer, paged);
    const reads = new Map<string, ListingRead>();
    const all = sources();
    const named = namedSources(all, origins);
    const queried = named.filter(({ key }) => !hasGivenAll(start, key));
    const done = named.filter(({ key }) => hasGivenAll(start, key));

    function queryOf(source: Source): SourceQuery {
      const position = positionOf(start, source.key);
      const { size } = start;
      const hasGivenNothing = position.answer === undefined && position.keys === '';
      const onRead = (read: ListingRead) => void reads.set(source.key, read);
      return {
        source: hasGivenNothing ? source : continuedListing(source, { kind, position, size, onRead }),
        question: { kind, page: { page: Math.floor(position.at / size), size } },
        isRetry: origins !== undefined,
      };
    }

    return plan(
      {
        query: { page: start.page, size: start.size },
        queries: queried.map(queryOf),
        others: [...omittedParts(all, named), ...nothingMore(done)],
        read: (parts) => {
          const { records, envelope, remarks, hasChanged, ...behind } = listingPage(parts, start, reads);
          return { content: { records, envelope, ...cursorsAfter(behind, paged) }, remarks, hasGap: hasChanged };
        },
      },
      viewer,
      signal,
    );
  };
}
