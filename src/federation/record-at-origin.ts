/** Gets one record from its origin, by id or anonymous id, with the viewer's rights there. */

import { RegistryError } from '../domain/errors.ts';
import { renderReason } from '../domain/federation/federated-answer.ts';
import type { RecordQuery } from '../domain/federation/federated-query.ts';
import type { OriginNotice, OriginState } from '../domain/federation/origin.ts';
import { sourceOf } from '../domain/federation/queried-sources.ts';
import { reason } from '../domain/federation/reasons.ts';
import type { FoundRecord, Source, SourceAnswer } from '../domain/federation/source.ts';
import type { Viewer } from '../domain/record/model.ts';

/** A record, and the notice that its registry wants to be shown with it. */
export type RecordOfOrigin = FoundRecord & { notice: OriginNotice };

/** @throws RegistryError `unknown-origin`; `origin-record-unknown` and others of `origin-…` if there is no record */
export type RecordAtOrigin = (query: RecordQuery, viewer: Viewer, signal: AbortSignal) => Promise<RecordOfOrigin>;

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

const SHORTLY_SECONDS = 2;

export function recordAtOrigin(sources: () => readonly Source[]): RecordAtOrigin {
  return async ({ question, origin }, viewer, signal) => {
    const source = sourceOf(sources(), origin);
    const answer = source.getCached(question, viewer) ?? (await source.ask(question, viewer, signal));
    const [record] = answer.records;
    // A single record has no member that could say that it is old.
    if (record === undefined || answer.state === 'stale') throw noRecord(source, answer);
    return { ...record, notice: source.notice ?? {} };
  };
}

function noRecord({ name: origin }: Source, { state, problem }: SourceAnswer): RegistryError {
  if (state === 'refused' && problem?.status === 401) return new RegistryError('origin-access-denied', { origin });
  const rendered = renderReason(problem?.reason ?? reason('no-record'));
  const code = CODES[state] ?? 'origin-failed';
  if (code !== 'origin-unavailable') return new RegistryError(code, { origin, reason: rendered });
  const retryAfterSeconds = secondsUntil(problem?.nextTryAt);
  return new RegistryError(code, { origin, reason: rendered, retryAfterSeconds });
}

/** Returns when to try again: a busy partner, and one whose circuit breaker is half-open, may be asked again soon. */
function secondsUntil(nextTryAt: Date | undefined): number {
  const leftMs = (nextTryAt?.getTime() ?? 0) - Date.now();
  return Math.max(SHORTLY_SECONDS, Math.ceil(leftMs / 1000));
}
