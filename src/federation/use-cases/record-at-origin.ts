/** One record at its origin, by id or anonymous id, with the viewer's rights there. */

import { RegistryError } from '../../domain/errors.ts';
import { sourceOf } from '../../domain/federation/asked-sources.ts';
import type { RecordQuery } from '../../domain/federation/federated-query.ts';
import type { OriginState } from '../../domain/federation/origin.ts';
import type { FoundRecord, Source, SourceAnswer } from '../../domain/federation/source.ts';
import type { Viewer } from '../../domain/record/model.ts';

/** @throws RegistryError `unknown-origin`; `origin-record-unknown` and others of `origin-…` where there is no record */
export type RecordAtOrigin = (query: RecordQuery, viewer: Viewer, signal: AbortSignal) => Promise<FoundRecord>;

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

export function recordAtOrigin(sources: () => readonly Source[]): RecordAtOrigin {
  return async ({ question, origin }, viewer, signal) => {
    const source = sourceOf(sources(), origin);
    const answer = source.getCached(question, viewer) ?? (await source.ask(question, viewer, signal));
    const [record] = answer.records;
    // A bare record has no room to say that it is old.
    if (record === undefined || answer.state === 'stale') throw noRecord(source, answer);
    return record;
  };
}

function noRecord({ name }: Source, { state, problem }: SourceAnswer): RegistryError {
  const reason = problem?.title ?? 'gave no record';
  if (state === 'refused' && problem?.status === 401)
    return new RegistryError('origin-access-denied', { origin: name });
  return new RegistryError(CODES[state] ?? 'origin-failed', { origin: name, reason });
}
