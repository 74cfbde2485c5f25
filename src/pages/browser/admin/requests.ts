/** Requests for access on the administrators' page: sender, person, reason, state, and how to delete one. */

import { ClientError } from '../../../client/fetch-json.ts';
import type { NotForwarded } from '../../../domain/contact/person-plan.ts';
import type { Asking, PersonEvent, RequestFigures, SenderSees } from '../../../domain/contact/request-events.ts';
import {
  LONGEST_ANSWER_ADDRESS,
  LONGEST_ANSWER_NAME,
  LONGEST_ANSWER_WORDS,
  LONGEST_NOTE,
  REQUEST_STATES,
  type RequestAnswer,
  type RequestState,
} from '../../../domain/contact/request-step.ts';
import { momentIn } from '../../parts/dates.ts';
import { type Html, html } from '../../parts/html.ts';
import type { AllWords } from '../../words/words.ts';
import { byId } from '../page.ts';
import { type Desk, faultIn, fill, momentOf } from './desk.ts';
import { type AboutRequest, answerAddress, forwardAddress } from './request-mail.ts';

type Person = { id: number; fullName: string | null };
type AccessRequest = AboutRequest & {
  id: number;
  name: string | null;
  organisation: string | null;
  confirmedAt: string | null;
  state: RequestState | 'unconfirmed';
  senderSees: SenderSees | null;
  asking: Asking | null;
  whyNotForwarded: NotForwarded | null;
  history: readonly Step[];
  user: Person & { email: string | null };
};

type Step = {
  at: string;
  state: RequestState | PersonEvent | 'confirmed';
  by: Person | null;
  isByPerson: boolean;
  note: string | null;
  answer: RequestAnswer | null;
};

export type AccessRequests = { requests: readonly AccessRequest[]; total: number; figures: RequestFigures };

/** The lists by their ids, each with the requests in it; the one of closed requests is folded. */
const LISTS = {
  requests: isOpen,
  'closed-requests': (request: AccessRequest) => !isOpen(request),
} as const;
type ListId = keyof typeof LISTS;
const LIST_IDS = Object.keys(LISTS) as ListId[];
/** The answers that a person may give, and an administrator in their place. */
const ANSWERS = ['accepted', 'not-now', 'declined'] as const;
/** As many requests as a list shows at first, and more at each press of its button. */
const PAGE = 20;

/** What the lists show, and how many of each. */
let listed: AccessRequests = { requests: [], total: 0, figures: { count: 0, accepted: 0, medianDays: null } };
let most: Record<ListId, number> = { requests: PAGE, 'closed-requests': PAGE };

/** Shows the requests, the latest first. Unsaved input is preserved, and the request that has it stays in sight. */
export function showRequests(given: AccessRequests, { view }: Desk): void {
  const { admin } = view.words;
  listed = given;
  const { requests, total, figures } = given;
  const drafts = draftsOf();
  for (const id of LIST_IDS) showList(id, drafts, view.words);
  const open = requests.filter(isOpen).length;
  const [closed, older] = [requests.length - open, total - requests.length];
  byId('closed-requests-title').textContent = admin.closedRequests(closed);
  byId('closed-requests-part').hidden = closed === 0;
  byId('requests-older').textContent = older > 0 ? admin.olderRequests(older) : '';
  byId('requests-sum').textContent =
    total === 0 ? '' : [admin.openRequests(open, total), ...figureLines(figures, view.words)].join(' · ');
  for (const form of forms()) putDraft(form, drafts.get(form.dataset.note ?? ''));
}

function showList(id: ListId, drafts: ReadonlyMap<string, Draft>, words: AllWords): void {
  const { admin } = words;
  const ofList = listed.requests.filter(LISTS[id]);
  const hasDraft = (request: AccessRequest) => (drafts.get(String(request.id))?.size ?? 0) > 0;
  const shown = ofList.filter((request, index) => index < most[id] || hasDraft(request));
  const none = listed.requests.length === 0 ? admin.noRequests : admin.noOpenRequests;
  fill(id, shown.length === 0 ? [html`<li class="help">${none}</li>`] : shown.map((request) => card(request, words)));
  const left = ofList.length - shown.length;
  byId(`${id}-more`).hidden = left === 0;
  byId(`${id}-more`).textContent = admin.moreRequests(Math.min(left, PAGE), left);
  const part = byId(id).closest('details');
  if (part !== null && shown.some(hasDraft)) part.open = true;
}

/** Shows the next requests of a list; the first of them has the focus. */
function showMore(id: ListId, desk: Desk): void {
  const first = byId(id).children.length;
  most[id] += PAGE;
  showRequests(listed, desk);
  byId(id).children[first]?.querySelector('summary')?.focus();
}

export function forgetRequests(): void {
  listed = { ...listed, requests: [], total: 0 };
  most = { requests: PAGE, 'closed-requests': PAGE };
  const texts = ['requests-sum', 'requests-older', 'closed-requests-title'];
  for (const id of [...LIST_IDS, ...texts]) byId(id).replaceChildren();
}

function figureLines({ count, accepted, medianDays }: RequestFigures, { admin }: AllWords): string[] {
  return [
    ...(count > 0 ? [admin.acceptedOf(accepted, count)] : []),
    ...(medianDays === null ? [] : [medianText(medianDays, admin)]),
  ];
}

function medianText(days: number, admin: AllWords['admin']): string {
  return days < 1 ? admin.medianHours(Math.max(1, Math.ceil(24 * days))) : admin.medianDays(days);
}

/** Whether an administrator has to act: not on an unconfirmed request, nor on a closed one. */
export function isOpen({ state, senderSees }: Pick<AccessRequest, 'state' | 'senderSees'>): boolean {
  return (state === 'received' || state === 'forwarded') && senderSees?.state !== 'closed';
}

function card(request: AccessRequest, words: AllWords): Html {
  const { id, reference, receivedAt, user, gene, reason, state, asking } = request;
  const { admin } = words;
  const { fullName } = user;
  const record = [fullName ?? `#${user.id}`, gene?.symbol].filter(Boolean).join(' · ');
  return html`<li data-request="${id}"><h3><span class="reference">${reference ?? admin.noReference}</span> <span class="request-state" data-state="${state}">${admin.requestStates[state]}</span></h3>
<p class="help">${admin.receivedAt} ${momentOf(receivedAt)} · ${admin.record} <bdi>${record}</bdi>${fullName !== null && html` <button type="button" class="small" id="person-of-${id}" data-person="${user.id}" aria-label="${admin.lookUpOf(fullName)}">${admin.lookUp}</button>`}</p>
<p class="help">${senderOf(request, words)}${seenOf(request, words)}</p>
${asking !== null && html`<p class="help">${askingText(asking, words)}</p>`}
<p dir="auto" class="reason">${reason}</p>
<p class="letters">${letters(request, words)}</p>
${history(request, words)}
${noteForm(request, words)}</li>`;
}

/** Returns the sender, as stated by them; only the address is verified. */
function senderOf({ name, organisation, confirmedAt, senderSees }: AccessRequest, { admin }: AllWords): Html {
  const who = [name, organisation].filter(Boolean).join(', ');
  const asker = who !== '' && html`${admin.requestedBy} <bdi>${who}</bdi> · `;
  return html`${asker}${senderSees !== null && confirmedAt === null && html`${admin.addressNotConfirmed} · `}`;
}

function askingText({ queuedAt, askedAt, remindedAt }: Asking, { admin }: AllWords): string {
  if (askedAt === null) return admin.waitsForPerson(momentIn(queuedAt));
  return admin.withPerson(momentIn(askedAt), remindedAt === null ? undefined : momentIn(remindedAt));
}

function seenOf({ senderSees }: AccessRequest, { admin }: AllWords): Html {
  if (senderSees === null) return html``;
  const until = 'closesAt' in senderSees && senderSees.state !== 'closed' ? momentIn(senderSees.closesAt) : undefined;
  return html`${admin.senderSees(admin.seenStates[senderSees.state], until)}`;
}

function letters(request: AccessRequest, words: AllWords): Html {
  const { admin } = words;
  const registry = byId('admin-view').dataset.registry ?? '';
  const { contact, user } = request;
  const forward = forwardAddress(request, registry, words);
  return html`${letter(admin.answerMail.link, contact, answerAddress(request, registry, words))}${user.email !== null && html` ${letter(admin.forwardMail.link, user.email, forward)}`}`;
}

/** Returns an address that can also be copied, if no mail program opens. */
function letter(words: string, address: string, link: string | undefined): Html {
  return html`<span>${words} ${link === undefined ? html`<bdi>${address}</bdi>` : html`<a href="${link}"><bdi>${address}</bdi></a>`}</span>`;
}

function history({ history: steps }: AccessRequest, { admin }: AllWords): Html {
  return html`<details class="history"><summary>${admin.history(steps.length)}</summary><ol>${steps.map(
    ({ at, state, by, isByPerson, note, answer }) =>
      html`<li>${momentOf(at)} · ${admin.requestStates[state]}${isByPerson && html` · ${admin.byPerson}`}${by !== null && html` · <bdi>${by.fullName ?? admin.account(by.id)}</bdi>`}${[answerText(answer), note].map((one) => one !== null && html`<br><span dir="auto" class="reason">${one}</span>`)}</li>`,
  )}</ol></details>`;
}

function answerText(answer: RequestAnswer | null): string | null {
  if (answer === null) return null;
  return 'name' in answer ? [answer.name, answer.address, answer.words].filter(Boolean).join(' · ') : answer.until;
}

/** Returns the form: first the answers of an open request, then any state and a note. */
function noteForm(request: AccessRequest, { admin }: AllWords): Html {
  const { id, reference, state, contact } = request;
  const options = REQUEST_STATES.map(
    (one) => html`<option value="${one}"${one === state && html` selected`}>${admin.requestStates[one]}</option>`,
  );
  const name = reference ?? contact;
  const canForward = byId('admin-view').dataset.sendsMail !== undefined && request.whyNotForwarded === null;
  return html`<form class="note" data-note="${id}" data-name="${name}" data-seen="${request.history.length}">${isOpen(request) && answerButtons(request, name, admin)}<p class="field"><label for="state-${id}">${admin.newState}</label><select id="state-${id}" name="state">${options}</select></p>
${answerFields(request, admin)}
<p class="field"><label for="note-${id}">${admin.note}</label><input id="note-${id}" name="note" maxlength="${LONGEST_NOTE}" autocomplete="off"></p>
<p id="refused-${id}" class="error"></p>
<p class="orders">${canForward && html`<button type="button" id="forward-${id}" data-forward="${id}" data-name="${name}" aria-label="${admin.forwardOf(name)}">${admin.forward}</button> `}<button type="submit" id="save-${id}" aria-label="${admin.saveStateOf(name)}">${admin.saveState}</button> <button type="button" id="delete-${id}" data-delete="${id}" data-contact="${contact}" aria-label="${admin.deleteRequestOf(contact)}">${admin.deleteRequest}</button></p></form>`;
}

/** Returns the buttons that choose an answer: its fields appear, and saving sends it. */
function answerButtons({ id, asking }: AccessRequest, name: string, admin: AllWords['admin']): Html {
  const button = (of: (typeof ANSWERS)[number]) =>
    html`<button type="button" id="${of}-${id}" data-choose="${of}" aria-pressed="false" aria-label="${admin.answerOf(admin.answer[of], name)}">${admin.answer[of]}</button> `;
  return html`<p class="orders">${ANSWERS.map(button)}</p>${asking?.askedAt && html`<p class="help whole">${admin.endsLink}</p>`}`;
}

/**
 * Returns the fields for an answer on behalf of the person; those of the chosen state are visible. They start with the
 * answer that the sender already sees, so that adding a note does not change it.
 */
function answerFields(
  { id, user, state, senderSees }: AccessRequest,
  { answerFields: fields }: AllWords['admin'],
): Html {
  const line = (field: 'name' | 'address', value: string, longest: number) =>
    html`<p class="field"><label for="${field}-${id}">${fields[field]}</label><input id="${field}-${id}" name="${field}" required maxlength="${longest}" autocomplete="off" value="${value}"></p>`;
  const group = (of: (typeof ANSWERS)[number], content: Html) =>
    html`<fieldset data-answer="${of}"${state !== of && html` hidden disabled`}><legend>${fields[of]}</legend>${content}</fieldset>`;
  const account = { name: user.fullName ?? '', address: user.email ?? '', words: null };
  const shown = senderSees?.state === 'accepted' ? senderSees : account;
  return html`${group(
    'accepted',
    html`<p class="help">${fields.agreed}</p>${line('name', shown.name, LONGEST_ANSWER_NAME)}${line('address', shown.address, LONGEST_ANSWER_ADDRESS)}<p class="field"><label for="words-${id}">${fields.words}</label><textarea id="words-${id}" name="words" rows="2" maxlength="${LONGEST_ANSWER_WORDS}">${shown.words}</textarea></p>`,
  )}${group(
    'not-now',
    html`<p><label><input type="checkbox" name="isShown"> ${fields.isShown}</label></p><p class="field"><label for="until-${id}">${fields.until}</label><input id="until-${id}" name="until" type="date"></p>`,
  )}${group('declined', html`<p class="help">${fields.unanswered}</p>`)}`;
}

/** Reads the form. Only some states have an answer. */
function stepOf(form: HTMLFormElement): { state: RequestState; note: string; answer: RequestAnswer | null } {
  const given = new FormData(form);
  const text = (name: string) => String(given.get(name) ?? '');
  const state = text('state') as RequestState;
  const answer =
    state === 'accepted'
      ? { name: text('name'), address: text('address'), words: text('words') }
      : state === 'not-now' && given.has('isShown')
        ? { until: text('until') || null }
        : null;
  return { state, note: text('note'), answer };
}

function showAnswerFields(form: HTMLFormElement): void {
  const { state } = stepOf(form);
  for (const group of form.querySelectorAll<HTMLFieldSetElement>('fieldset[data-answer]')) {
    group.hidden = group.dataset.answer !== state;
    group.disabled = group.hidden;
  }
  for (const button of form.querySelectorAll<HTMLElement>('[data-choose]')) {
    button.ariaPressed = String(button.dataset.choose === state);
  }
}

/** Chooses an answer: its first field, or else the button that saves it, has the focus. */
function choose({ dataset, form }: HTMLButtonElement): void {
  const state = form?.querySelector('select');
  if (!form || !state) return;
  state.value = dataset.choose ?? '';
  showAnswerFields(form);
  form.querySelector<HTMLElement>('fieldset:not([hidden]) [name], [type=submit]')?.focus();
}

type Draft = ReadonlyMap<string, string | boolean>;

function forms(): HTMLFormElement[] {
  return [...byId('requests-part').querySelectorAll<HTMLFormElement>('form[data-note]')];
}

function fieldsOf(form: HTMLFormElement) {
  return [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>('[name]')];
}

/** Returns unsaved input by the id of the request. */
function draftsOf(): Map<string, Draft> {
  return new Map(
    forms().map((form) => {
      const changed = fieldsOf(form).flatMap((field): [string, string | boolean][] => {
        if (field instanceof HTMLSelectElement) {
          return field.selectedOptions[0]?.defaultSelected ? [] : [[field.name, field.value]];
        }
        if (field.type === 'checkbox') return [[field.name, (field as HTMLInputElement).checked]];
        return field.value === field.defaultValue ? [] : [[field.name, field.value]];
      });
      return [form.dataset.note ?? '', new Map(changed)];
    }),
  );
}

function putDraft(form: HTMLFormElement, draft: Draft | undefined): void {
  if (draft === undefined) return;
  for (const field of fieldsOf(form)) {
    const value = draft.get(field.name);
    if (typeof value === 'string') field.value = value;
    else if (typeof value === 'boolean') (field as HTMLInputElement).checked = value;
  }
  showAnswerFields(form);
}

/** Makes the buttons choose an answer, the forms of the list save the state of their request, and the buttons forward it, or delete it after confirmation. */
export function letKeepRequests(desk: Desk): void {
  const { admin } = desk.view.words;
  const part = byId('requests-part');
  part.addEventListener('submit', (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) void save(event.target, desk);
  });
  part.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement && target.form !== null) showAnswerFields(target.form);
  });
  for (const id of LIST_IDS) byId(`${id}-more`).addEventListener('click', () => showMore(id, desk));
  part.addEventListener('click', ({ target }) => {
    const chosen = target instanceof Element ? target.closest<HTMLButtonElement>('[data-choose]') : null;
    if (chosen !== null) choose(chosen);
    const forwarded = target instanceof Element ? target.closest<HTMLElement>('[data-forward]') : null;
    if (forwarded !== null) void forward(forwarded.dataset, desk);
    const pressed = target instanceof Element ? target.closest<HTMLElement>('[data-delete]') : null;
    const { delete: id, contact } = pressed?.dataset ?? {};
    if (pressed === null || id === undefined || contact === undefined) return;
    if (confirm(admin.confirmDelete(contact))) void deleteRequest({ id, contact, pressed }, desk);
  });
}

async function save(form: HTMLFormElement, desk: Desk): Promise<void> {
  const { words } = desk.view;
  const { note: id = '', name } = form.dataset;
  const step = stepOf(form);
  const next = nextOf(form, '[data-choose], select');
  try {
    await desk.ask()?.order('PATCH', `/api/admin/access-requests/${id}`, { seen: Number(form.dataset.seen), ...step });
    form.reset();
    await desk.done(words.admin.saved(name ?? '', words.admin.requestStates[step.state]));
    // A request that is closed now has gone to the other list.
    if (document.activeElement === document.body) (document.getElementById(next) ?? heading()).focus();
  } catch (error) {
    // What changed meanwhile is shown; the input stays.
    if (error instanceof ClientError && error.status === 409) await desk.refresh().catch(() => {});
    refuse(id, error, desk);
  }
}

async function forward({ forward: id = '', name }: DOMStringMap, desk: Desk): Promise<void> {
  const { words } = desk.view;
  try {
    await desk.ask()?.order('POST', `/api/admin/access-requests/${id}/forward`);
    await desk.done(words.admin.forwarded(name ?? ''));
  } catch (error) {
    refuse(id, error, desk);
  }
}

type Deleted = { id: string; contact: string; pressed: HTMLElement };

async function deleteRequest({ id, contact, pressed }: Deleted, desk: Desk): Promise<void> {
  const { words } = desk.view;
  const next = nextOf(pressed, '[data-delete]');
  try {
    await desk.ask()?.order('DELETE', `/api/admin/access-requests/${id}`).catch(unlessGone);
    (document.getElementById(next) ?? heading()).focus();
    document.getElementById(`delete-${id}`)?.closest('[data-request]')?.remove();
    await desk.done(words.admin.deleted(contact));
  } catch (error) {
    refuse(id, error, desk);
  }
}

/** Says why nothing was done, and writes it into the request, too, whose history shows what somebody else did. */
function refuse(id: string, error: unknown, desk: Desk): void {
  const sentence = faultIn(error, desk.view.words);
  desk.say(sentence);
  const refused = document.getElementById(`refused-${id}`);
  refused?.replaceChildren(sentence);
  const history = refused?.closest('[data-request]')?.querySelector<HTMLDetailsElement>('.history');
  if (history && error instanceof ClientError && error.status === 409) history.open = true;
}

/** Returns the id of an element in the request after that of another element; '' if there is none. */
function nextOf(element: HTMLElement, wanted: string): string {
  return element.closest('[data-request]')?.nextElementSibling?.querySelector(wanted)?.id ?? '';
}

/** Ignores the error that the request is gone: another administrator has deleted it. */
export function unlessGone(error: unknown): void {
  if (!(error instanceof ClientError && error.status === 404)) throw error;
}

function heading(): HTMLElement {
  const found = byId('requests-title');
  found.tabIndex = -1;
  return found;
}
