/** One record at its origin, by id or anonymous id, with the caller's rights there (design 3). */

import { RegistryError } from '../../domain/errors.ts';
import type { OriginState } from '../../domain/federation/origin.ts';
import type { Question, Source, SourceAnswer } from '../../domain/federation/source.ts';
import { readAnonymousId } from '../registry/record-routes.ts';
import { readId } from '../registry/users-routes.ts';
import type { Origins } from './federated-origins.ts';
import type { PlainRoute, Segments } from './federated-route.ts';

export function federatedLookupRoutes(origins: Origins): PlainRoute[] {
  return [
    lookupRoute('/users/by-anonymous-id/:anonymousId', origins, ({ params }) => ({
      kind: 'anonymous-user',
      anonymousId: readAnonymousId(params.anonymousId),
    })),
    lookupRoute('/genes/by-anonymous-id/:anonymousId', origins, ({ params }) => ({
      kind: 'anonymous-gene',
      anonymousId: readAnonymousId(params.anonymousId),
    })),
    lookupRoute('/users/:userId', origins, ({ params }) => ({ kind: 'user', userId: readId(params.userId) })),
  ];
}

function lookupRoute(path: string, origins: Origins, questionOf: (segments: Segments) => Question): PlainRoute {
  return {
    path,
    async answer({ params, viewer }, segments, signal) {
      const question = questionOf(segments);
      const source = origins.theOne(params);
      const answer = source.getCached(question, viewer) ?? (await source.ask(question, viewer, signal));
      const [record] = answer.records;
      // A bare record has no room to say that it is old.
      if (record === undefined || answer.state === 'stale') throw noRecord(source, answer);
      return record.json;
    },
  };
}

const CODES: Partial<Record<OriginState, RegistryError['code']>> = {
  answered: 'origin-record-unknown',
  empty: 'origin-record-unknown',
  'unknown-term': 'origin-record-unknown',
  refused: 'origin-access-denied',
  unsupported: 'origin-unsupported',
  'timed-out': 'origin-timed-out',
  busy: 'origin-unavailable',
  resting: 'origin-unavailable',
};

function noRecord({ name }: Source, { state, problem }: SourceAnswer): RegistryError {
  const reason = problem?.title ?? 'gave no record';
  if (state === 'refused' && problem?.status === 401)
    return new RegistryError('origin-access-denied', { origin: name });
  return new RegistryError(CODES[state] ?? 'origin-failed', { origin: name, reason });
}
