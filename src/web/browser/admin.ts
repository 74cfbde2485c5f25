/** The administrators' view: the token stays in this module, and goes with the page. */

import { type Ask, asker } from '../../client/ask.ts';
import { ClientError } from '../../client/errors.ts';
import type { OriginState, Partner } from '../../client/federated-answers.ts';
import { type Html, html } from '../html.ts';
import { momentIn, timeElement, timeTaken } from '../moments.ts';
import { baseUrl, byId, elementsOf, readView } from './page.ts';
import { HEIGHT, type TrendPoint, trendLine, WIDTH } from './trend-line.ts';

type Failure = { title: string; count: number; lastAt: string };
type KnownPartner = Partner & { trend?: readonly TrendPoint[]; failures?: readonly Failure[] };
type AccessRequest = {
  receivedAt: string;
  reason: string;
  contact: string;
  user: { id: number; fullName: string | null };
  gene: { symbol: string | null } | null;
};
type Overview = {
  partners: readonly KnownPartner[];
  accessRequests: { requests: readonly AccessRequest[]; total: number };
  tokens: readonly { label: string | null; createdAt: string; expiresAt: string }[];
};
type Tested = { state: OriginState; elapsedMs: number };

const { words, root } = await readView();
const { admin } = words;
const base = baseUrl({ root });
const form = byId('admin-form') as HTMLFormElement;
const field = byId('token') as HTMLInputElement;
const say = (sentence: string) => {
  byId('admin-live').textContent = sentence;
};
let ask: Ask | undefined;
let post: ((path: string) => Promise<Tested>) | undefined;

async function open(token: string): Promise<void> {
  try {
    say('');
    ask = asker({ baseUrl: base, token, fetch: (address, init) => fetch(address, init) });
    post = async (path) => {
      const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
      const response = await fetch(`${base}${path}`, { method: 'POST', headers });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return (await response.json()) as Tested;
    };
    await refresh();
    field.value = '';
    form.hidden = true;
    byId('admin-view').hidden = false;
    byId('partners-title').tabIndex = -1;
    byId('partners-title').focus();
  } catch (error) {
    forget();
    say(error instanceof ClientError && isRefusal(error) ? admin.refused : admin.failed);
    field.focus();
  }
}

function isRefusal({ status, code }: ClientError): boolean {
  return status === 401 || status === 403 || code === 'unaskable';
}

function forget(): void {
  ask = undefined;
  post = undefined;
  field.value = '';
  form.hidden = false;
  byId('admin-view').hidden = true;
  for (const id of ['partners', 'requests', 'tokens']) byId(id).replaceChildren();
}

async function refresh(): Promise<void> {
  const overview = await ask?.json<Overview>('/api/admin/overview');
  if (overview === undefined) return;
  const { requests } = overview.accessRequests;
  fill('partners', overview.partners.map(partnerRow));
  fill('requests', requests.length === 0 ? [none(admin.requestColumns, admin.noRequests)] : requests.map(requestRow));
  const { tokens } = overview;
  fill('tokens', tokens.length === 0 ? [none(admin.tokenColumns, admin.noTokens)] : tokens.map(tokenRow));
}

function fill(id: string, rows: readonly Html[]): void {
  byId(id).replaceChildren(...elementsOf(rows));
}

function none(columns: Readonly<Record<string, string>>, sentence: string): Html {
  return html`<tr><td colspan="${Object.keys(columns).length}">${sentence}</td></tr>`;
}

function partnerRow(partner: KnownPartner): Html {
  const { key, name, url, state, version, lastAnswerAt, lastFailure, reliability, restingUntil, details } = partner;
  const failures = partner.failures ?? [];
  const cells = [
    html`${admin.partnerStates[state]}${restingUntil !== null && html` <small>${timeElement(restingUntil, words.nextTry(momentIn(restingUntil)))}</small>`}`,
    version ?? '',
    moment(lastAnswerAt),
    lastFailure && html`${moment(lastFailure.at)} <small lang="en">${lastFailure.title}</small>`,
    reliability === null ? '' : `${Math.round(reliability * 100)} %`,
    html`${picture(partner)}${failures.length > 0 && html`<ul class="failures" lang="en">${failures.map(({ title, count }) => html`<li>${count} × ${title}</li>`)}</ul>`}`,
    details && admin.tokenStates[details.tokenState],
    html`<button type="button" data-test="${key}" aria-label="${admin.testOf(name)}">${admin.testNow}</button> <span data-tested="${key}"></span>`,
  ];
  const titles = Object.values(admin.columns);
  return html`<tr><th scope="row" data-label="${titles[0]}"><bdi>${name}</bdi> <small>${url}</small></th>${cells.map((cell, index) => html`<td data-label="${titles[index + 1]}">${cell}</td>`)}</tr>`;
}

function picture({ name, trend = [] }: KnownPartner): Html | undefined {
  if (trend.length === 0) return undefined;
  const { points, failures } = trendLine(trend);
  const label = admin.historyOf(name, trend.filter(({ isAnswer }) => isAnswer).length, trend.length);
  return html`<svg class="trend" role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><polyline points="${points}"/>${failures.map(({ x, y }) => html`<circle cx="${x}" cy="${y}" r="2.5"/>`)}</svg>`;
}

function requestRow({ receivedAt, user, gene, reason, contact }: AccessRequest): Html {
  const titles = Object.values(admin.requestColumns);
  const cells = [
    moment(receivedAt),
    html`<bdi>${[user.fullName ?? `#${user.id}`, gene?.symbol].filter(Boolean).join(' · ')}</bdi>`,
    html`<span dir="auto" class="reason">${reason}</span>`,
    html`<bdi>${contact}</bdi>`,
  ];
  return html`<tr>${cells.map((cell, index) => html`<td data-label="${titles[index]}">${cell}</td>`)}</tr>`;
}

function tokenRow({ label, createdAt, expiresAt }: Overview['tokens'][number]): Html {
  const titles = Object.values(admin.tokenColumns);
  return html`<tr>${[label, moment(createdAt), moment(expiresAt)].map((cell, index) => html`<td data-label="${titles[index]}">${cell}</td>`)}</tr>`;
}

function moment(iso: string | null): Html | undefined {
  return iso === null ? undefined : timeElement(iso, momentIn(iso));
}

async function test(key: string): Promise<void> {
  const told = () => document.querySelector(`[data-tested="${CSS.escape(key)}"]`);
  told()?.replaceChildren(admin.testing);
  try {
    const tested = await post?.(`/api/admin/partners/${encodeURIComponent(key)}/test`);
    if (tested === undefined) return;
    await refresh();
    say(`${key}: ${sentenceOf(tested)}`);
    told()?.replaceChildren(sentenceOf(tested));
  } catch {
    told()?.replaceChildren(admin.failed);
  }
  document.querySelector<HTMLElement>(`[data-test="${CSS.escape(key)}"]`)?.focus();
}

function sentenceOf({ state, elapsedMs }: Tested): string {
  return `${words.states[state]}, ${timeTaken(elapsedMs, words)}`;
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void open(field.value.trim());
});
byId('forget').addEventListener('click', () => {
  forget();
  field.focus();
});
byId('partners').addEventListener('click', ({ target }) => {
  const key = target instanceof Element ? target.closest<HTMLElement>('[data-test]')?.dataset.test : undefined;
  if (key !== undefined) void test(key);
});
// A page that the browser keeps for going back must not keep the token.
addEventListener('pagehide', forget);
