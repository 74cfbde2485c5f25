/** Routes over all registries: statistics, terms, coverage of a gene, and the state of the partners. */

import { RegistryError } from '../../domain/errors.ts';
import {
  PARAMETERS,
  parseCoverageQuery,
  parseOrigins,
  parseTermsQuery,
} from '../../domain/federation/federated-query.ts';
import { madeOnce } from '../../domain/made-once.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { LookingGlass, PartnerState } from '../../federation/partner/partner-state.ts';
import type { UseCases } from '../../federation/use-cases/use-cases.ts';
import type { FederatedRoute, PlainRoute } from './federated-route.ts';

type OverviewRoutesOptions = Pick<UseCases, 'federatedStatistics' | 'federatedTerms' | 'federatedCoverage'> & {
  partnerStates: (viewer: Viewer) => readonly PartnerState[];
  /** Returns how a partner fares here, for the operators of that partner. */
  lookingGlass: (key: string) => LookingGlass | undefined;
  /** The OpenAPI document of these routes. */
  document: () => object;
};

export function federatedOverviewRoutes(options: OverviewRoutesOptions): (FederatedRoute | PlainRoute)[] {
  const { federatedStatistics, federatedTerms, federatedCoverage, partnerStates, lookingGlass, document } = options;
  return [
    {
      path: '/stats',
      parameters: PARAMETERS.statistics,
      plan: ({ context: { params, viewer }, signal }) =>
        federatedStatistics({ origins: parseOrigins(params) }, viewer, signal),
    },
    {
      path: '/ontologies/:ontologyName/terms',
      parameters: PARAMETERS.terms,
      plan: ({ context: { params, viewer }, req, signal }) =>
        federatedTerms(parseTermsQuery(String(req.params.ontologyName), params), viewer, signal),
    },
    {
      path: '/genes/coverage',
      parameters: PARAMETERS.coverage,
      plan: ({ context: { params, viewer }, signal }) => federatedCoverage(parseCoverageQuery(params), viewer, signal),
    },
    {
      path: '/partners',
      parameters: [],
      answer: async ({ context }) => JSON.stringify({ partners: partnerStates(context.viewer) }),
    },
    {
      path: '/partners/me',
      parameters: [],
      answer: async ({ context: { viewer } }) => {
        const seen = viewer.partnerKey === undefined ? undefined : lookingGlass(viewer.partnerKey);
        // For all other viewers this address does not exist.
        if (seen === undefined) throw new RegistryError('no-endpoint');
        return JSON.stringify(seen);
      },
    },
    documentRoute(document),
  ];
}

function documentRoute(document: OverviewRoutesOptions['document']): PlainRoute {
  const text = madeOnce(document, (made) => JSON.stringify(made));
  return { path: '', parameters: [], answer: async () => text() };
}
