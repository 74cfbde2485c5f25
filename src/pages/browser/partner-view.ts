/** The script of `/looking-glass`, the partner's own view. The token is only in this module, and is lost with the page. */

import type { LookingGlass } from '../../client/answers.ts';
import { ClientError, type FetchJson, fetchJson } from '../../client/fetch-json.ts';
import type { AuditKind } from '../../domain/federation/audit-log.ts';
import { momentIn, timeElement } from '../parts/dates.ts';
import { type Html, html, type Shown } from '../parts/html.ts';
import type { AllWords } from '../words/words.ts';
import { momentOf } from './admin/desk.ts';
import { trendPicture } from './admin/partners.ts';
import { baseUrl, byId, elementsOf } from './page.ts';
import { searchBoxes, slashLeadsToBox } from './search-boxes.ts';
import { readWholeView } from './whole-view.ts';

const form = byId('glass-form') as HTMLFormElement;
const field = byId('token') as HTMLInputElement;
const wholeView = readWholeView();
// The listener is added before the words are loaded, because a form that is sent earlier would load another page.
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void wholeView.then(() => open(field.value.trim()));
});
const view = await wholeView;
const shown = byId('glass-view');
let ask: FetchJson | undefined;

const callsWith = (token?: string) =>
  fetchJson({
    baseUrl: baseUrl(view),
    token,
    fetch: (address, init) => fetch(address, { ...init, cache: 'no-store' }),
  });

async function open(token: string): Promise<void> {
  try {
    byId('glass-live').textContent = '';
    ask = callsWith(token);
    await show();
    byId('glass-title').focus();
  } catch (error) {
    forget();
    showError(error);
    field.focus();
  }
}

async function show(): Promise<void> {
  const mine = ask;
  const glass = await mine?.json<LookingGlass>('/api/federated/partners/me');
  // The reader may have closed the view in the meantime.
  if (glass === undefined || ask !== mine) return;
  shown.replaceChildren(...elementsOf([glassIn(glass, view.words)]));
  shown.hidden = false;
  form.hidden = true;
  field.value = '';
}

function forget(): void {
  ask = undefined;
  field.value = '';
  form.hidden = false;
  shown.hidden = true;
  shown.replaceChildren();
}

function showError(error: unknown): void {
  const { admin, glass } = view.words;
  const { status, code } = error instanceof ClientError ? error : {};
  const isRefused = status === 401 || code === 'unaskable';
  byId('glass-live').textContent = status === 404 ? glass.notTied : isRefused ? glass.refused : admin.failed;
}

function glassIn(glass: LookingGlass, words: AllWords): Html {
  const { admin } = words;
  return html`<p class="bar"><button type="button" id="refresh">${admin.refresh}</button> <button type="button" id="forget">${admin.close}</button></p>
<h2 id="glass-title" tabindex="-1"><bdi>${glass.name}</bdi></h2>
<p>${glass.url}</p>
<dl>${factsIn(glass, words).map(([name, fact]) => html`<dt>${name}</dt><dd>${fact}</dd>`)}</dl>
${trendPicture(glass, words)}
${countsTable(
  'glass-failures',
  words.glass.failures,
  words.glass.noFailures,
  glass.failures.map((row) => ({ ...row, what: words.reasonOf(row, 'failed', false) })),
  words,
)}
${countsTable(
  'glass-faults',
  words.glass.faults,
  words.glass.noFaults,
  glass.faults.map((row) => ({ ...row, what: html`<span lang="en">${row.member}</span>` })),
  words,
)}
${questionsTable(glass, words)}`;
}

function factsIn(
  glass: LookingGlass,
  { admin, glass: words, nextTry, reasonOf }: AllWords,
): [name: string, fact: Shown][] {
  const { state, version, lastAnswerAt, lastFailure, reliability, restingUntil, details, tokenGoodAt } = glass;
  const { versionLearnedAt, saysItIs, tokenState } = details;
  const rest = restingUntil !== null && html` ${timeElement(restingUntil, nextTry(momentIn(restingUntil)))}`;
  const learned = versionLearnedAt !== null && html` <small>${momentOf(versionLearnedAt)}</small>`;
  return [
    [admin.columns.state, html`${admin.partnerStates[state]}${rest}`],
    [admin.columns.version, version === null ? words.unknown : html`${version}${learned}`],
    [admin.columns.lastAnswer, momentOf(lastAnswerAt) ?? words.never],
    [
      admin.columns.lastFailure,
      lastFailure === null ? words.never : html`${momentOf(lastFailure.at)} ${reasonOf(lastFailure, 'failed', false)}`,
    ],
    [admin.columns.reliability, reliability === null ? words.unknown : `${Math.round(reliability * 100)} %`],
    [
      words.ourToken,
      html`${admin.tokenStates[tokenState]}${tokenGoodAt !== null && html` · ${words.lastGood} ${momentOf(tokenGoodAt)}`}`,
    ],
    [words.saysItIs, [saysItIs?.origin, saysItIs?.originUrl].filter(Boolean).join(' · ') || words.unknown],
  ];
}

type CountRow = { what: Shown; count: number; lastAt: string };

function countsTable(id: string, title: string, none: string, rows: readonly CountRow[], { glass }: AllWords): Html {
  const { columns } = glass;
  if (rows.length === 0) return html`<h3>${title}</h3><p>${none}</p>`;
  return html`<h3 id="${id}">${title}</h3><div class="wide"><table aria-labelledby="${id}"><thead><tr><th scope="col">${columns.what}</th><th scope="col">${columns.count}</th><th scope="col">${columns.last}</th></tr></thead>
<tbody>${rows.map(({ what, count, lastAt }) => html`<tr><th scope="row">${what}</th><td>${count}</td><td>${momentOf(lastAt)}</td></tr>`)}</tbody></table></div>`;
}

function questionsTable({ questions: { sent, came } }: LookingGlass, { glass, auditLog }: AllWords): Html {
  const kinds = Object.entries(auditLog.kinds) as [AuditKind, string][];
  const rows = kinds.filter(([kind]) => (sent[kind] ?? 0) + (came[kind] ?? 0) > 0);
  const { columns } = glass;
  const table = html`<div class="wide"><table aria-labelledby="glass-questions"><thead><tr><th scope="col">${columns.kind}</th><th scope="col">${columns.sent}</th><th scope="col">${columns.came}</th></tr></thead>
<tbody>${rows.map(([kind, name]) => html`<tr><th scope="row">${name}</th><td>${sent[kind] ?? 0}</td><td>${came[kind] ?? 0}</td></tr>`)}</tbody></table></div>`;
  return html`<h3 id="glass-questions">${glass.questions}</h3><p class="help">${glass.neverTexts}</p>${rows.length === 0 ? html`<p>${glass.noQuestions}</p>` : table}`;
}

shown.addEventListener('click', ({ target }) => {
  const id = target instanceof HTMLElement ? target.id : '';
  if (id === 'refresh') show().then(() => byId('refresh').focus(), showError);
  if (id !== 'forget') return;
  forget();
  field.focus();
});
searchBoxes(view, callsWith());
slashLeadsToBox();
// The browser may cache the page for going back; it must not cache the token.
addEventListener('pagehide', forget);
