/** What is kept of a service, from rows as every kind of database answers them. */

import type { RequestState } from '../../domain/query/request-step.ts';
import type { KeptRequest, KeptStep, KeptToken } from './service-state.ts';

type Text = string | null;

/** The columns of {@link TOKEN_COLUMNS}. */
export type TokenRow = [
  ...[id: number, userId: number, email: Text, hash: Uint8Array, label: Text],
  ...[createdAt: string, expiresAt: string, lastUsedAt: Text],
];
export const TOKEN_COLUMNS = 'id, user_id, email, hash, label, created_at, expires_at, last_used_at';

/** The columns of {@link REQUEST_COLUMNS}. */
export type RequestRow = [
  ...[id: number, receivedAt: string, userId: number, geneId: number | null],
  ...[contact: string, reason: string, reference: Text],
];
export const REQUEST_COLUMNS = 'id, received_at, user_id, gene_id, contact, reason, reference';

/** The columns of {@link STEP_COLUMNS}. */
export type StepRow = [requestId: number, at: string, state: string, byUserId: number, note: Text];
export const STEP_COLUMNS = 'request_id, at, state, by_user, note';

export function toToken([id, userId, email, hash, label, createdAt, expiresAt, lastUsedAt]: TokenRow): KeptToken {
  return { id, userId, email, hash, label, createdAt, expiresAt, lastUsedAt };
}

/** Requests in the order of their rows, each with its steps in the order of theirs. */
export function toRequests(rows: readonly RequestRow[], stepRows: readonly StepRow[]): KeptRequest[] {
  const stepsById = Map.groupBy(stepRows, ([requestId]) => requestId);
  return rows.map(([id, receivedAt, userId, geneId, contact, reason, reference]) => {
    const steps = (stepsById.get(id) ?? []).map(toStep);
    return { id, receivedAt, userId, geneId, contact, reason, reference, steps };
  });
}

function toStep([, at, state, byUserId, note]: StepRow): KeptStep {
  return { at, state: state as RequestState, byUserId, note };
}
