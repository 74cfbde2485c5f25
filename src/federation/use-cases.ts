/**
 * The federated questions of the API, the pages and the exports. They take sources, viewer and signal, and know nothing
 * of HTTP.
 */

import { statsOverview, termsOverview } from '../domain/federation/federated-overview.ts';
import type { StatisticsQuery, TermsQuery } from '../domain/federation/federated-query.ts';
import type { Source } from '../domain/federation/source.ts';
import type { ResolveGene } from '../domain/query/gene-names.ts';
import type { AskList, FanOut } from './fan-out.ts';
import { federatedBatch, type LookUpText } from './federated-batch.ts';
import { federatedCoverage } from './federated-coverage.ts';
import { federatedListing } from './federated-listing.ts';
import { type Planner, partFor, planner, questionTo } from './federated-plan.ts';
import { federatedSearch, wholeSearch } from './federated-search.ts';
import { recordAtOrigin } from './record-at-origin.ts';
import type { Signer } from './signer.ts';

type OverviewOptions = { sources: () => readonly Source[]; plan: Planner };

function federatedStatistics({ sources, plan }: OverviewOptions) {
  return plan(({ origins }: StatisticsQuery) => ({
    query: {},
    ...questionTo(sources(), origins, { kind: 'stats' }),
    read: (parts) => ({ content: statsOverview(parts) }),
  }));
}

function federatedTerms({ sources, plan }: OverviewOptions) {
  return plan(({ ontologyName, termIds, origins }: TermsQuery) => ({
    query: { ontologyName, ontologyTermIds: termIds },
    ...questionTo(sources(), origins, { kind: 'terms', ontologyName, termIds }),
    read: (parts) => ({ content: { content: termsOverview(parts, termIds) } }),
  }));
}

export type UseCases = ReturnType<typeof useCases>;

type Options = {
  /** Returns every registry that can be queried at present, this one first. */
  sources: () => readonly Source[];
  fanOut: FanOut;
  askList: AskList;
  /** Seals cursors. */
  signer: Signer;
  resolveGene: ResolveGene;
  resolveText: LookUpText;
  /** How long a search may take. */
  searchTimeoutMs: number;
  /** Returns milliseconds since 1970. */
  now: () => number;
};

export function useCases(given: Options) {
  const { sources, fanOut, signer, resolveGene, now } = given;
  const seen = partFor(now);
  const plan = planner({ sources, fanOut, seen });
  const options = { sources, plan, signer, resolveGene };
  return {
    federatedSearch: federatedSearch(options),
    wholeSearch: wholeSearch(options),
    federatedListing: federatedListing(options),
    federatedStatistics: federatedStatistics(options),
    federatedTerms: federatedTerms(options),
    federatedCoverage: federatedCoverage(options),
    federatedBatch: federatedBatch({ ...given, seen }),
    recordAtOrigin: recordAtOrigin(sources),
  };
}
