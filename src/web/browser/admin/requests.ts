/** Requests for access on the administrators' page: who asks, for whom and why, what became of it, and deleting one. */

import { ClientError } from '../../../client/errors.ts';
import { LONGEST_NOTE, REQUEST_STATES, type RequestState } from '../../../domain/query/request-step.ts';
import { type Html, html } from '../../html.ts';
import type { AllWords } from '../../words/words.ts';
import { byId } from '../page.ts';
import { type Desk, faultIn, fill, momentOf } from './desk.ts';
import { type AboutRequest, answerAddress, forwardAddress } from './request-mail.ts';

type Person = { id: number; fullName: string | null };
export type AccessRequest = AboutRequest & {
  id: number;
  state: RequestState;
  history: readonly { at: string; state: RequestState; by: Person | null; note: string | null }[];
  user: Person & { email: string | null };
};

export type AccessRequests = { requests: readonly AccessRequest[]; total: number };

/** Shows them, the latest first. What is being written about one stays. */
export function showRequests({ requests, total }: AccessRequests, { view }: Desk): void {
  const { admin } = view.words;
  const drafts = draftsOf();
  const cards = requests.map((request) => card(request, view.words));
  const older = total - requests.length;
  if (older > 0) cards.push(html`<li class="help">${admin.olderRequests(older)}</li>`);
  fill('requests', cards.length === 0 ? [html`<li class="help">${admin.noRequests}</li>`] : cards);
  const open = requests.filter(({ state }) => state === 'received' || state === 'forwarded').length;
  byId('requests-sum').textContent = total === 0 ? '' : admin.openRequests(open, total);
  for (const form of forms()) putDraft(form, drafts.get(form.dataset.note ?? ''));
}

function card(request: AccessRequest, words: AllWords): Html {
  const { id, reference, receivedAt, user, gene, reason, state } = request;
  const { admin } = words;
  const { fullName } = user;
  const record = [fullName ?? `#${user.id}`, gene?.symbol].filter(Boolean).join(' · ');
  return html`<li data-request="${id}"><h3><span class="reference">${reference ?? admin.noReference}</span> <span class="request-state" data-state="${state}">${admin.requestStates[state]}</span></h3>
<p class="help">${admin.receivedAt} ${momentOf(receivedAt)} · ${admin.record} <bdi>${record}</bdi>${fullName !== null && html` <button type="button" class="small" id="person-of-${id}" data-person="${user.id}" aria-label="${admin.lookUpOf(fullName)}">${admin.lookUp}</button>`}</p>
<p dir="auto" class="reason">${reason}</p>
<p class="letters">${letters(request, words)}</p>
${history(request, words)}
${noteForm(request, words)}</li>`;
}

function letters(request: AccessRequest, words: AllWords): Html {
  const { admin } = words;
  const registry = byId('admin-view').dataset.registry ?? '';
  const { contact, user } = request;
  const forward = forwardAddress(request, registry, words);
  return html`${letter(admin.answerMail.link, contact, answerAddress(request, registry, words))}${user.email !== null && html` ${letter(admin.forwardMail.link, user.email, forward)}`}`;
}

/** The address can be read and copied, whether a mail program opens or not. */
function letter(words: string, address: string, link: string | undefined): Html {
  return html`<span>${words} ${link === undefined ? html`<bdi>${address}</bdi>` : html`<a href="${link}"><bdi>${address}</bdi></a>`}</span>`;
}

function history({ history: steps }: AccessRequest, { admin }: AllWords): Html {
  return html`<details class="history"><summary>${admin.history(steps.length)}</summary><ol>${steps.map(
    ({ at, state, by, note }) =>
      html`<li>${momentOf(at)} · ${admin.requestStates[state]}${by !== null && html` · <bdi>${by.fullName ?? admin.account(by.id)}</bdi>`}${note !== null && html`<br><span dir="auto" class="reason">${note}</span>`}</li>`,
  )}</ol></details>`;
}

function noteForm({ id, reference, state, contact }: AccessRequest, { admin }: AllWords): Html {
  const options = REQUEST_STATES.map(
    (one) => html`<option value="${one}"${one === state && html` selected`}>${admin.requestStates[one]}</option>`,
  );
  const name = reference ?? contact;
  return html`<form class="note" data-note="${id}" data-name="${name}"><p class="field"><label for="state-${id}">${admin.newState}</label><select id="state-${id}" name="state">${options}</select></p>
<p class="field"><label for="note-${id}">${admin.note}</label><input id="note-${id}" name="note" maxlength="${LONGEST_NOTE}" autocomplete="off"></p>
<p class="orders"><button type="submit" id="save-${id}" aria-label="${admin.saveStateOf(name)}">${admin.saveState}</button> <button type="button" id="delete-${id}" data-delete="${id}" data-contact="${contact}" aria-label="${admin.deleteRequestOf(contact)}">${admin.deleteRequest}</button></p></form>`;
}

type Draft = { state: string | undefined; note: string };

function forms(): HTMLFormElement[] {
  return [...byId('requests').querySelectorAll<HTMLFormElement>('form[data-note]')];
}

function partsOf(form: HTMLFormElement): { state: HTMLSelectElement; note: HTMLInputElement } {
  return {
    state: form.elements.namedItem('state') as HTMLSelectElement,
    note: form.elements.namedItem('note') as HTMLInputElement,
  };
}

/** What was chosen or written and not yet saved, by the id of the request. */
function draftsOf(): Map<string, Draft> {
  return new Map(
    forms().map((form) => {
      const { state, note } = partsOf(form);
      const isChanged = !state.selectedOptions[0]?.defaultSelected;
      return [form.dataset.note ?? '', { state: isChanged ? state.value : undefined, note: note.value }];
    }),
  );
}

function putDraft(form: HTMLFormElement, draft: Draft | undefined): void {
  if (draft === undefined) return;
  const { state, note } = partsOf(form);
  if (draft.state !== undefined) state.value = draft.state;
  note.value = draft.note;
}

/** Lets the forms of the list take down what became of their request, and the buttons delete it, after asking. */
export function letKeepRequests(desk: Desk): void {
  const { admin } = desk.view.words;
  byId('requests').addEventListener('submit', (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) void save(event.target, desk);
  });
  byId('requests').addEventListener('click', ({ target }) => {
    const pressed = target instanceof Element ? target.closest<HTMLElement>('[data-delete]') : null;
    const { delete: id, contact } = pressed?.dataset ?? {};
    if (pressed === null || id === undefined || contact === undefined) return;
    if (confirm(admin.confirmDelete(contact))) void deleteRequest({ id, contact, pressed }, desk);
  });
}

async function save(form: HTMLFormElement, desk: Desk): Promise<void> {
  const { words } = desk.view;
  const { note: id, name } = form.dataset;
  const { state, note } = partsOf(form);
  const step = { state: state.value as RequestState, note: note.value };
  try {
    await desk.ask()?.order('PATCH', `/api/admin/access-requests/${id}`, step);
    form.reset();
    await desk.refresh();
    desk.say(words.admin.saved(name ?? '', words.admin.requestStates[step.state]));
  } catch (error) {
    desk.say(faultIn(error, words));
  }
}

type Deleted = { id: string; contact: string; pressed: HTMLElement };

async function deleteRequest({ id, contact, pressed }: Deleted, desk: Desk): Promise<void> {
  const { words } = desk.view;
  const next = pressed.closest('[data-request]')?.nextElementSibling?.querySelector('[data-delete]')?.id;
  try {
    await desk.ask()?.order('DELETE', `/api/admin/access-requests/${id}`).catch(unlessGone);
    (document.getElementById(next ?? '') ?? heading()).focus();
    document.getElementById(`delete-${id}`)?.closest('[data-request]')?.remove();
    desk.say(words.admin.deleted(contact));
    await desk.refresh();
  } catch (error) {
    desk.say(faultIn(error, words));
  }
}

/** Another administrator was quicker. */
export function unlessGone(error: unknown): void {
  if (!(error instanceof ClientError && error.status === 404)) throw error;
}

function heading(): HTMLElement {
  const found = byId('requests-title');
  found.tabIndex = -1;
  return found;
}
