/** The administrator's own tokens, and which of them end soon; the tokens of partners, and when they were used. */

import { type Html, html } from '../../html.ts';
import type { Words } from '../../words/words.ts';
import { cellsOf, type Desk, fill, momentOf, noRow } from './desk.ts';

export type Token = { label: string | null; createdAt: string; expiresAt: string };

const DAY_MS = 24 * 3_600_000;
const SOON_DAYS = 30;

export function showTokens(tokens: readonly Token[], { view }: Desk): void {
  const { tokenColumns: columns, noTokens } = view.words.admin;
  const rows = tokens.map(
    ({ label, createdAt, expiresAt }) =>
      html`<tr role="row">${cellsOf(columns, [label, momentOf(createdAt), expiry(expiresAt, Date.now(), view.words)])}</tr>`,
  );
  fill('tokens', rows.length === 0 ? [noRow(columns, noTokens)] : rows);
}

export type SearchToken = { name: string; requests: number; lastUsedAt: string | null };

export function showSearchTokens(tokens: readonly SearchToken[], { view }: Desk): void {
  const { searchTokenColumns: columns, noTokens, neverUsed } = view.words.admin;
  const rows = tokens.map(({ name, requests, lastUsedAt }) => {
    const cells = [name, requests, lastUsedAt === null ? neverUsed : momentOf(lastUsedAt)];
    return html`<tr role="row">${cellsOf(columns, cells)}</tr>`;
  });
  fill('search-tokens', rows.length === 0 ? [noRow(columns, noTokens)] : rows);
}

/** When it ends, marked where that is within a month, or past. @param nowMs since 1970 */
export function expiry(expiresAt: string, nowMs: number, { admin }: Words): Html {
  const days = Math.floor((Date.parse(expiresAt) - nowMs) / DAY_MS);
  const mark = days < 0 ? admin.expired : admin.expiresIn(days);
  return html`${momentOf(expiresAt)}${days <= SOON_DAYS && html` <strong class="${days < 0 ? 'bad' : 'unsure'}">${mark}</strong>`}`;
}
