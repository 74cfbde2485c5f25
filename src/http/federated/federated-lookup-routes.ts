/** Routes of one record at its origin, by id or anonymous id, with the caller's rights there. */

import type { Request } from 'express';
import { PARAMETERS, parseOrigin, type RecordQuestion } from '../../domain/federation/federated-query.ts';
import type { RecordOfOrigin } from '../../federation/use-cases/record-at-origin.ts';
import type { UseCases } from '../../federation/use-cases/use-cases.ts';
import { readAnonymousId } from '../registry/record-routes.ts';
import { readId } from '../registry/users-routes.ts';
import type { PlainRoute } from './federated-route.ts';

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
    async answer({ context: { params, viewer }, req, signal }) {
      const question = questionOf(req.params);
      return withNotice(await recordAtOrigin({ question, origin: parseOrigin(params) }, viewer, signal));
    },
  };
}

/** Adds the notice of the registry to the record, which has no members of the same names. */
function withNotice({ json, notice }: RecordOfOrigin): string {
  const members = JSON.stringify(notice).slice(1, -1);
  return members === '' ? json : `${json.slice(0, -1)},${members}}`;
}
