/** The tokens of accounts and of partners: which end soon, when each was used; making and revoking them. */

import { DAY_MS } from '../../../domain/durations.ts';
import { momentIn } from '../../parts/dates.ts';
import { type Html, html } from '../../parts/html.ts';
import type { AllWords } from '../../words/words.ts';
import { byId, elementsOf } from '../page.ts';
import { cellsOf, type Desk, faultIn, fill, momentOf, noRow } from './desk.ts';
import { unlessGone } from './requests.ts';

export type Token = {
  id: number;
  label: string | null;
  user: { id: number; fullName: string | null };
  createdAt: string;
  expiresAt: string;
  lastUsedAt: string | null;
  isOwn: boolean;
  mayBeUsed: boolean;
  mayBeRevoked: boolean;
};

const SOON_DAYS = 30;

/** @param count the number of all tokens */
export function showTokens(tokens: readonly Token[], count: number, { view }: Desk): void {
  const { tokenColumns: columns, noTokens, olderTokens } = view.words.admin;
  const rows = tokens.map((token) => tokenRow(token, view.words));
  if (count > tokens.length) rows.push(noRow(columns, olderTokens(count - tokens.length)));
  fill('tokens', rows.length === 0 ? [noRow(columns, noTokens)] : rows);
}

function tokenRow(token: Token, words: AllWords): Html {
  const { admin } = words;
  const { id, label, user, createdAt, expiresAt, lastUsedAt, isOwn, mayBeUsed, mayBeRevoked } = token;
  const account = [admin.account(user.id), isOwn ? admin.ownAccount : user.fullName].filter(Boolean).join(' · ');
  const name = label ?? `#${id}`;
  const lastUsed = lastUsedAt === null ? admin.notUsedYet : admin.usedInHour(momentIn(lastUsedAt));
  const question = admin.confirmRevoke(name, account, lastUsed);
  return html`<tr role="row">${cellsOf(admin.tokenColumns, [
    html`<bdi>${label ?? admin.unnamedToken}</bdi>`,
    html`<bdi>${account}</bdi>${!mayBeUsed && html` <strong class="bad">${admin.unusable}</strong>`}`,
    momentOf(createdAt),
    expiry(expiresAt, Date.now(), words),
    lastUsed,
    mayBeRevoked
      ? html`<button type="button" id="revoke-${id}" data-revoke="${id}" data-name="${name}" data-question="${question}" aria-label="${admin.revokeOf(name)}">${admin.revoke}</button>`
      : admin.revokedElsewhere,
  ])}</tr>`;
}

/** Makes the buttons of the table revoke their token after confirmation, and the form make one. */
export function letKeepTokens(desk: Desk): void {
  byId('tokens').addEventListener('click', ({ target }) => {
    const pressed = target instanceof Element ? target.closest<HTMLElement>('[data-revoke]') : null;
    const { revoke: id, name, question } = pressed?.dataset ?? {};
    if (id !== undefined && name !== undefined && confirm(question)) void revoke(id, name, desk);
  });
  byId('token-form').addEventListener('submit', (event) => {
    event.preventDefault();
    void make(byId('token-form') as HTMLFormElement, desk);
  });
  byId('made').addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.id === 'copy-token') void copy(desk);
    if (target.id === 'token-saved') forgetMade();
  });
}

async function revoke(id: string, name: string, desk: Desk): Promise<void> {
  const { words } = desk.view;
  try {
    await desk.ask()?.order('DELETE', `/api/admin/tokens/${id}`).catch(unlessGone);
    byId('tokens-title').tabIndex = -1;
    byId('tokens-title').focus();
    await desk.done(words.admin.revoked(name));
  } catch (error) {
    desk.say(faultIn(error, words));
  }
}

async function make(form: HTMLFormElement, desk: Desk): Promise<void> {
  const { words } = desk.view;
  const fields = new FormData(form);
  const account = String(fields.get('userId')).trim();
  const order = {
    label: String(fields.get('label')),
    days: Number(fields.get('days')),
    ...(account === '' ? {} : { userId: Number(account) }),
  };
  try {
    const made = await desk.ask()?.order<{ token: string }>('POST', '/api/admin/tokens', order);
    if (made === undefined) return;
    form.reset();
    showMade(made.token, words);
    await desk.done('');
  } catch (error) {
    desk.say(faultIn(error, words));
  }
}

/** Shows a new token until the administrator says that it is saved; it is lost with the page. */
function showMade(token: string, { admin }: AllWords): void {
  const shown = html`<p>${admin.tokenMade}</p><p><code id="made-token">${token}</code></p>
<p class="orders"><button type="button" id="copy-token">${admin.copy}</button> <button type="button" id="token-saved">${admin.tokenSaved}</button></p>`;
  byId('made').replaceChildren(...elementsOf([shown]));
  byId('made').hidden = false;
  byId('made').focus();
}

export function forgetMade(): void {
  byId('made').replaceChildren();
  byId('made').hidden = true;
}

async function copy({ view, say }: Desk): Promise<void> {
  const token = byId('made-token');
  try {
    await navigator.clipboard.writeText(token.textContent ?? '');
    say(view.words.admin.copied);
  } catch {
    // Without https, scripts have no clipboard: the token is selected, to be copied by hand.
    getSelection()?.selectAllChildren(token);
  }
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

/** Returns when a token ends, with a mark if that is within a month or past. @param nowMs since 1970 */
export function expiry(expiresAt: string, nowMs: number, { admin }: AllWords): Html {
  const days = Math.floor((Date.parse(expiresAt) - nowMs) / DAY_MS);
  const mark = days < 0 ? admin.expired : admin.expiresIn(days);
  return html`${momentOf(expiresAt)}${days <= SOON_DAYS && html` <strong class="${days < 0 ? 'bad' : 'unsure'}">${mark}</strong>`}`;
}

/** Whether a valid token ends within the period in which it should be replaced. @param now in ms */
export function endsSoon(expiresAt: string, now: number): boolean {
  const leftMs = Date.parse(expiresAt) - now;
  return leftMs >= 0 && leftMs <= SOON_DAYS * DAY_MS;
}
