/** Federated routes besides searches and listings: single records, statistics, terms, coverage and the partners. */

import type { Request } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import {
  PARAMETERS,
  parseCoverageQuery,
  parseOrigin,
  parseOrigins,
  parseTermsQuery,
  type RecordQuestion,
} from '../../domain/federation/federated-query.ts';
import { memoizeByVersion } from '../../domain/memoize.ts';
import type { Viewer } from '../../domain/record/model.ts';
import { parseResolveBody, parseResolveQuestion, type ResolveQuestion } from '../../domain/resolve/candidate.ts';
import type { PartnerState, PartnerStatus } from '../../federation/partner/partner-state.ts';
import type { RecordOfOrigin } from '../../federation/record-at-origin.ts';
import type { UseCases } from '../../federation/use-cases.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import type { FederatedRoute, PlainRoute } from './federated-route.ts';
import { readAnonymousId, readId } from './record-routes.ts';

type RecordAtOrigin = UseCases['recordAtOrigin'];

export function federatedLookupRoutes(recordAtOrigin: RecordAtOrigin): PlainRoute[] {
  return [
    lookupRoute('/users/by-anonymous-id/:anonymousId', recordAtOrigin, ({ anonymousId }) => ({
      kind: 'anonymous-user',
      anonymousId: readAnonymousId(anonymousId),
    })),
    lookupRoute('/genes/by-anonymous-id/:anonymousId', recordAtOrigin, ({ anonymousId }) => ({
      kind: 'anonymous-gene',
      anonymousId: readAnonymousId(anonymousId),
    })),
    lookupRoute('/users/:userId', recordAtOrigin, ({ userId }) => ({ kind: 'user', userId: readId(userId) })),
  ];
}

function lookupRoute(
  path: string,
  recordAtOrigin: RecordAtOrigin,
  questionOf: (segments: Request['params']) => RecordQuestion,
): PlainRoute {
  return {
    path,
    parameters: PARAMETERS.record,
    answer({ context: { params, viewer }, req, signal }) {
      const asked = { question: questionOf(req.params), origin: parseOrigin(params) };
      return async () => withNotice(await recordAtOrigin(asked, viewer, signal));
    },
  };
}

/** Adds the notice of the registry to the record, which has no members of the same names. */
function withNotice({ json, notice }: RecordOfOrigin): string {
  const members = JSON.stringify(notice).slice(1, -1);
  return members === '' ? json : `${json.slice(0, -1)},${members}}`;
}

type OverviewRoutesOptions = Pick<UseCases, 'federatedStatistics' | 'federatedTerms' | 'federatedCoverage'> & {
  partnerStates: (viewer: Viewer) => readonly PartnerState[];
  /** Returns how a partner fares here, for the operators of that partner. */
  partnerStatus: (key: string) => PartnerStatus | undefined;
  /** The OpenAPI document of these routes. */
  document: () => Promise<object>;
};

export function federatedOverviewRoutes(options: OverviewRoutesOptions): (FederatedRoute | PlainRoute)[] {
  const { federatedStatistics, federatedTerms, federatedCoverage, partnerStates, partnerStatus, document } = options;
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
      answer:
        ({ context: { viewer } }) =>
        async () =>
          JSON.stringify({ partners: partnerStates(viewer) }),
    },
    {
      path: '/partners/me',
      parameters: [],
      answer({ context: { viewer } }) {
        const seen = viewer.partnerKey === undefined ? undefined : partnerStatus(viewer.partnerKey);
        // For all other viewers this address does not exist.
        if (seen === undefined) throw new RegistryError('no-endpoint');
        return async () => JSON.stringify(seen);
      },
    },
    documentRoute(document),
  ];
}

function documentRoute(document: OverviewRoutesOptions['document']): PlainRoute {
  const text = memoizeByVersion(document, async (made) => JSON.stringify(await made));
  return { path: '', parameters: [], repeatable: true, answer: () => text };
}

export function resolveRoute({
  resolveText,
  peopleCalled,
}: Pick<LocalRegistry, 'resolveText' | 'peopleCalled'>): PlainRoute {
  const resolved = async ({ text, limit }: ResolveQuestion) => {
    const [resolution, people] = await Promise.all([resolveText(text, limit), peopleCalled(text)]);
    return JSON.stringify({ ...resolution, people });
  };
  return {
    path: '/resolve',
    parameters: ['text', 'limit'],
    answer({ context: { params } }) {
      const question = parseResolveQuestion(params);
      return () => resolved(question);
    },
    answerBody: async (body) => resolved(parseResolveBody(body)),
  };
}
