/** Overviews of all registries: their statistics, and which of them know a term. */

import { statsOverview, termsOverview } from '../../domain/federation/federated-overview.ts';
import type { StatisticsQuery, TermsQuery } from '../../domain/federation/federated-query.ts';
import type { Source } from '../../domain/federation/source.ts';
import { type Planner, questionTo } from './federated-plan.ts';

type OverviewOptions = { sources: () => readonly Source[]; plan: Planner };

export function federatedStatistics({ sources, plan }: OverviewOptions) {
  return plan(({ origins }: StatisticsQuery) => ({
    query: {},
    ...questionTo(sources(), origins, { kind: 'stats' }),
    read: (parts) => ({ content: statsOverview(parts) }),
  }));
}

export function federatedTerms({ sources, plan }: OverviewOptions) {
  return plan(({ ontologyName, termIds, origins }: TermsQuery) => ({
    query: { ontologyName, ontologyTermIds: termIds },
    ...questionTo(sources(), origins, { kind: 'terms', ontologyName, termIds }),
    read: (parts) => ({ content: { content: termsOverview(parts, termIds) } }),
  }));
}
