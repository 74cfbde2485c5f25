/** The script of `/partner-status`. The token is only in this module, and is lost with the page. */

import type { PartnerStatus } from '../../client/answers.ts';
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

const form = byId('partner-status-form') as HTMLFormElement;
const field = byId('token') as HTMLInputElement;
const wholeView = readWholeView();
// The listener is added before the words are loaded, because a form that is sent earlier would load another page.
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void wholeView.then(() => open(field.value.trim()));
});
const view = await wholeView;
const shown = byId('partner-status-view');
let ask: FetchJson | undefined;

const callsWith = (token?: string) =>
  fetchJson({
    baseUrl: baseUrl(view),
    token,
    fetch: (address, init) => fetch(address, { ...init, cache: 'no-store' }),
  });

async function open(token: string): Promise<void> {
  try {
    byId('partner-status-live').textContent = '';
    ask = callsWith(token);
    await show();
    byId('partner-status-title').focus();
  } catch (error) {
    forget();
    showError(error);
    field.focus();
  }
}

async function show(): Promise<void> {
  const mine = ask;
  const partner = await mine?.json<PartnerStatus>('/api/federated/partners/me');
  // The reader may have closed the view in the meantime.
  if (partner === undefined || ask !== mine) return;
  shown.replaceChildren(...elementsOf([statusIn(partner, view.words)]));
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
  const { admin, partnerStatus } = view.words;
  const { status, code } = error instanceof ClientError ? error : {};
  const isRefused = status === 401 || code === 'unaskable';
  byId('partner-status-live').textContent =
    status === 404 ? partnerStatus.notTied : isRefused ? partnerStatus.refused : admin.failed;
}

function statusIn(partner: PartnerStatus, words: AllWords): Html {
  const { admin } = words;
  return html`<p class="bar"><button type="button" id="refresh">${admin.refresh}</button> <button type="button" id="forget">${admin.close}</button></p>
<h2 id="partner-status-title" tabindex="-1"><bdi>${partner.name}</bdi></h2>
<p>${partner.url}</p>
<dl>${factsIn(partner, words).map(([name, fact]) => html`<dt>${name}</dt><dd>${fact}</dd>`)}</dl>
${trendPicture(partner, words)}
${countsTable(
  'partner-status-failures',
  words.partnerStatus.failures,
  words.partnerStatus.noFailures,
  partner.failures.map((row) => ({ ...row, what: words.reasonOf(row, 'failed', false) })),
  words,
)}
${countsTable(
  'partner-status-faults',
  words.partnerStatus.faults,
  words.partnerStatus.noFaults,
  partner.faults.map((row) => ({ ...row, what: html`<span lang="en">${row.member}</span>` })),
  words,
)}
${questionsTable(partner, words)}`;
}

function factsIn(
  partner: PartnerStatus,
  { admin, partnerStatus: words, nextTry, reasonOf }: AllWords,
): [name: string, fact: Shown][] {
  const { state, version, lastAnswerAt, lastFailure, reliability, restingUntil, details, tokenGoodAt } = partner;
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

function countsTable(
  id: string,
  title: string,
  none: string,
  rows: readonly CountRow[],
  { partnerStatus }: AllWords,
): Html {
  const { columns } = partnerStatus;
  if (rows.length === 0) return html`<h3>${title}</h3><p>${none}</p>`;
  return html`<h3 id="${id}">${title}</h3><div class="wide"><table aria-labelledby="${id}"><thead><tr><th scope="col">${columns.what}</th><th scope="col">${columns.count}</th><th scope="col">${columns.last}</th></tr></thead>
<tbody>${rows.map(({ what, count, lastAt }) => html`<tr><th scope="row">${what}</th><td>${count}</td><td>${momentOf(lastAt)}</td></tr>`)}</tbody></table></div>`;
}

function questionsTable({ questions: { sent, came } }: PartnerStatus, { partnerStatus, auditLog }: AllWords): Html {
  const kinds = Object.entries(auditLog.kinds) as [AuditKind, string][];
  const rows = kinds.filter(([kind]) => (sent[kind] ?? 0) + (came[kind] ?? 0) > 0);
  const { columns } = partnerStatus;
  const table = html`<div class="wide"><table aria-labelledby="partner-status-questions"><thead><tr><th scope="col">${columns.kind}</th><th scope="col">${columns.sent}</th><th scope="col">${columns.came}</th></tr></thead>
<tbody>${rows.map(([kind, name]) => html`<tr><th scope="row">${name}</th><td>${sent[kind] ?? 0}</td><td>${came[kind] ?? 0}</td></tr>`)}</tbody></table></div>`;
  return html`<h3 id="partner-status-questions">${partnerStatus.questions}</h3><p class="help">${partnerStatus.neverTexts}</p>${rows.length === 0 ? html`<p>${partnerStatus.noQuestions}</p>` : table}`;
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
