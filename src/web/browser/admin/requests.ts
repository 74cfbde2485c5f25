/** Requests for access on the administrators' page: who asks, for whom, and why; and deleting one that is answered. */

import { ClientError } from '../../../client/errors.ts';
import { type Html, html } from '../../html.ts';
import type { Words } from '../../words/words.ts';
import { byId } from '../page.ts';
import { cellsOf, type Desk, faultIn, fill, momentOf, noRow } from './desk.ts';

export type AccessRequest = {
  id: number;
  receivedAt: string;
  reason: string;
  contact: string;
  user: { id: number; fullName: string | null };
  gene: { symbol: string | null } | null;
};

export type AccessRequests = { requests: readonly AccessRequest[]; total: number };

/** Shows them, the latest first. */
export function showRequests({ requests, total }: AccessRequests, { view }: Desk): void {
  const { admin } = view.words;
  const columns = admin.requestColumns;
  const rows = requests.map((request) => requestRow(request, admin));
  const older = total - requests.length;
  if (older > 0) rows.push(noRow(columns, admin.olderRequests(older)));
  fill('requests', rows.length === 0 ? [noRow(columns, admin.noRequests)] : rows);
}

function requestRow({ id, receivedAt, user, gene, reason, contact }: AccessRequest, admin: Words['admin']): Html {
  const { fullName } = user;
  const record = [fullName ?? `#${user.id}`, gene?.symbol].filter(Boolean).join(' · ');
  return html`<tr role="row">${cellsOf(admin.requestColumns, [
    momentOf(receivedAt),
    html`<bdi>${record}</bdi>${fullName !== null && html` <button type="button" id="person-of-${id}" data-person="${user.id}" aria-label="${admin.lookUpOf(fullName)}">${admin.lookUp}</button>`}`,
    html`<span dir="auto" class="reason">${reason}</span>`,
    html`<bdi>${contact}</bdi>`,
    html`<button type="button" id="delete-${id}" data-delete="${id}" data-contact="${contact}" aria-label="${admin.deleteRequestOf(contact)}">${admin.deleteRequest}</button>`,
  ])}</tr>`;
}

/** Lets the buttons of the table delete their request, after asking. */
export function letDeleteRequests(desk: Desk): void {
  const { admin } = desk.view.words;
  byId('requests').addEventListener('click', ({ target }) => {
    const pressed = target instanceof Element ? target.closest<HTMLElement>('[data-delete]') : null;
    const { delete: id, contact } = pressed?.dataset ?? {};
    if (pressed === null || id === undefined || contact === undefined) return;
    if (confirm(admin.confirmDelete(contact))) void deleteRequest({ id, contact, pressed }, desk);
  });
}

type Deleted = { id: string; contact: string; pressed: HTMLElement };

async function deleteRequest({ id, contact, pressed }: Deleted, desk: Desk): Promise<void> {
  const { words } = desk.view;
  const next = pressed.closest('tr')?.nextElementSibling?.querySelector('[data-delete]')?.id;
  try {
    await desk.ask()?.order('DELETE', `/api/admin/access-requests/${id}`).catch(unlessGone);
    (document.getElementById(next ?? '') ?? heading()).focus();
    document.getElementById(`delete-${id}`)?.closest('tr')?.remove();
    desk.say(words.admin.deleted(contact));
    await desk.refresh();
  } catch (error) {
    desk.say(faultIn(error, words));
  }
}

/** Another administrator was quicker. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ClientError && error.status === 404)) throw error;
}

function heading(): HTMLElement {
  const found = byId('requests-title');
  found.tabIndex = -1;
  return found;
}
