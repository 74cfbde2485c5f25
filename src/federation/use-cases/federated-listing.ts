/** Everybody, or every gene, of all registries: one page of each. */

import { leftOut, namedSources, nothingMore } from '../../domain/federation/asked-sources.ts';
import { isDone, listingPage, pageAt } from '../../domain/federation/federated-pages.ts';
import type { ListingQuery } from '../../domain/federation/federated-query.ts';
import type { Source } from '../../domain/federation/source.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { Signer } from '../signer.ts';
import type { FederatedPlan, Planner, WithOrigins } from './federated-plan.ts';
import type { RecordsPage } from './federated-search.ts';
import { cursorAfter, startOf } from './page-start.ts';

/** @throws RegistryError `cursor-invalid`, `cursor-of-another-question`, `unknown-origin` */
export type FederatedListing = (
  query: ListingQuery,
  viewer: Viewer,
  signal: AbortSignal,
) => FederatedPlan<WithOrigins<RecordsPage>>;

type ListingOptions = { sources: readonly Source[]; plan: Planner; signer: Signer };

export function federatedListing({ sources, plan, signer }: ListingOptions): FederatedListing {
  return ({ kind, origins, page }, viewer, signal) => {
    const start = startOf(page, kind, signer);
    const named = namedSources(sources, origins);
    const asked = named.filter(({ key }) => !isDone(start, key));
    const done = named.filter(({ key }) => isDone(start, key));
    return plan(
      {
        query: { page: start.page, size: start.size },
        queries: asked.map((source) => ({
          source,
          question: { kind, page: { page: pageAt(start, source.key), size: start.size } },
          isRetry: origins !== undefined,
        })),
        others: [...leftOut(sources, named), ...nothingMore(done)],
        read: (parts) => {
          const { records, envelope, next, remarks, hasChanged } = listingPage(parts, start);
          const cursor = cursorAfter(next, kind, signer);
          return { content: { records, envelope, cursor }, remarks, hasGap: hasChanged };
        },
      },
      viewer,
      signal,
    );
  };
}
