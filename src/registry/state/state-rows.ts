/** What is kept of a service, from rows as every kind of database answers them. */

import type { KeptRequest, KeptToken } from './service-state.ts';

type Text = string | null;

/** The columns of {@link TOKEN_COLUMNS}. */
export type TokenRow = [
  ...[id: number, userId: number, email: Text, hash: Uint8Array, label: Text],
  ...[createdAt: string, expiresAt: string],
];
export const TOKEN_COLUMNS = 'id, user_id, email, hash, label, created_at, expires_at';

/** The columns of {@link REQUEST_COLUMNS}. */
export type RequestRow = [
  ...[id: number, receivedAt: string, userId: number, geneId: number | null],
  ...[contact: string, reason: string],
];
export const REQUEST_COLUMNS = 'id, received_at, user_id, gene_id, contact, reason';

export function toToken([id, userId, email, hash, label, createdAt, expiresAt]: TokenRow): KeptToken {
  return { id, userId, email, hash, label, createdAt, expiresAt };
}

export function toRequest([id, receivedAt, userId, geneId, contact, reason]: RequestRow): KeptRequest {
  return { id, receivedAt, userId, geneId, contact, reason };
}
