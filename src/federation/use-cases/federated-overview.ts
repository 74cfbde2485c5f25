/** Over all registries: their statistics, and which of them knows which term. */

import {
  type StatsOverview,
  statsOverview,
  type TermKnowledge,
  termsOverview,
} from '../../domain/federation/federated-overview.ts';
import type { StatisticsQuery, TermsQuery } from '../../domain/federation/federated-query.ts';
import { namedSources, omittedParts } from '../../domain/federation/queried-sources.ts';
import type { Question, Source } from '../../domain/federation/source.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { FederatedPlan, Planner, WithOrigins } from './federated-plan.ts';

/** @throws RegistryError `unknown-origin` */
export type FederatedStatistics = (
  query: StatisticsQuery,
  viewer: Viewer,
  signal: AbortSignal,
) => FederatedPlan<WithOrigins<StatsOverview>>;

/** @throws RegistryError `unknown-origin` */
export type FederatedTerms = (
  query: TermsQuery,
  viewer: Viewer,
  signal: AbortSignal,
) => FederatedPlan<WithOrigins<{ content: TermKnowledge[] }>>;

type OverviewOptions = { sources: () => readonly Source[]; plan: Planner };

export function federatedStatistics({ sources, plan }: OverviewOptions): FederatedStatistics {
  return ({ origins }, viewer, signal) => {
    const all = sources();
    const queried = namedSources(all, origins);
    return plan(
      {
        query: {},
        queries: queried.map((source) => ({ source, question: { kind: 'stats' }, isRetry: origins !== undefined })),
        others: omittedParts(all, queried),
        read: (parts) => ({ content: statsOverview(parts) }),
      },
      viewer,
      signal,
    );
  };
}

export function federatedTerms({ sources, plan }: OverviewOptions): FederatedTerms {
  return ({ ontologyName, termIds, origins }, viewer, signal) => {
    const all = sources();
    const queried = namedSources(all, origins);
    const question: Question = { kind: 'terms', ontologyName, termIds };
    return plan(
      {
        query: { ontologyName, ontologyTermIds: termIds },
        queries: queried.map((source) => ({ source, question, isRetry: origins !== undefined })),
        others: omittedParts(all, queried),
        read: (parts) => ({ content: { content: termsOverview(parts, termIds) } }),
      },
      viewer,
      signal,
    );
  };
}
