/** Questions to other registries on the administrators' page: the latest, older ones, and the days of one partner. */

import type { AuditPage, ListedEntry, RenderedDay } from '../../../domain/federation/audit-log.ts';
import { timeElement, timeTaken } from '../../parts/dates.ts';
import { type Html, html } from '../../parts/html.ts';
import type { AllWords } from '../../words/words.ts';
import { byId, elementsOf } from '../page.ts';
import { cellsOf, type Desk, faultIn, fill, noRow } from './desk.ts';
import { failureList } from './partners.ts';

/** The answer of `GET /api/admin/audit-log`. */
type ReadAuditLog = AuditPage & { keepDays: number; withText: boolean; trouble: string | null };

/** The number of rows that are read at a time. */
const PAGE = 10;

/** The position after the last row that is shown; null at the end. */
let next: number | null = null;
/** The number of the latest request; answers to earlier ones are ignored. */
let latest = 0;

/** Reads the newest questions that match the form, and shows them in place of the current ones. @throws ClientError */
export async function showAuditLog(desk: Desk): Promise<void> {
  const mine = ++latest;
  const params = filter();
  const key = params.get('partner');
  const [page, days] = await Promise.all([
    desk.ask()?.json<ReadAuditLog>('/api/admin/audit-log', params),
    key === null
      ? undefined
      : desk.ask()?.json<{ days: RenderedDay[] }>(`/api/admin/audit-log/partners/${encodeURIComponent(key)}`),
  ]);
  if (page === undefined || mine !== latest || desk.ask() === undefined) return;
  const { auditLog } = desk.view.words;
  const rows = page.entries.map((entry) => entryRow(entry, desk.view.words));
  fill('audit-log', rows.length === 0 ? [noRow(auditLog.columns, auditLog.none)] : rows);
  byId('audit-log-about').textContent = aboutAuditLog(page, desk.view.words);
  letGoOn(page);
  showDays(key, days?.days, desk.view.words);
}

/** Makes the form and the button below the table show other questions. */
export function letFilterAuditLog(desk: Desk): void {
  byId('audit-log-form').addEventListener('submit', (event) => {
    event.preventDefault();
    showAuditLog(desk).catch((error: unknown) => desk.say(faultIn(error, desk.view.words)));
  });
  byId('audit-log-older').addEventListener('click', () => {
    showOlder(desk).catch((error: unknown) => desk.say(faultIn(error, desk.view.words)));
  });
}

export function forgetAuditLog(): void {
  latest++;
  letGoOn({ next: null });
  (byId('audit-log-form') as HTMLFormElement).reset();
  for (const id of ['audit-log', 'audit-log-about', 'audit-log-days']) byId(id).replaceChildren();
}

async function showOlder(desk: Desk): Promise<void> {
  if (next === null) return;
  const mine = ++latest;
  const params = filter();
  params.set('before', String(next));
  const page = await desk.ask()?.json<ReadAuditLog>('/api/admin/audit-log', params);
  if (page === undefined || mine !== latest) return;
  const rows = elementsOf(page.entries.map((entry) => entryRow(entry, desk.view.words)));
  const [first] = rows;
  byId('audit-log').append(...rows);
  letGoOn(page);
  if (first instanceof HTMLElement) first.querySelector<HTMLElement>('summary')?.focus();
}

function letGoOn(page: Pick<AuditPage, 'next'>): void {
  next = page.next;
  byId('audit-log-older').hidden = next === null;
}

function filter(): URLSearchParams {
  const fields = new FormData(byId('audit-log-form') as HTMLFormElement);
  const given = [...fields].map(([name, value]) => [name, String(value)] as const);
  const wanted = given.filter(([, value]) => value !== '').map(([name, value]) => [name, value]);
  return new URLSearchParams([...wanted, ['size', String(PAGE)]]);
}

function aboutAuditLog({ keepDays, withText, trouble, leftOut }: ReadAuditLog, { auditLog }: AllWords): string {
  if (keepDays === 0) return auditLog.notStored;
  const about = withText ? auditLog.aboutWithText(keepDays) : auditLog.about(keepDays);
  return [about, trouble !== null && auditLog.trouble, leftOut > 0 && auditLog.omitted(leftOut)]
    .filter(Boolean)
    .join(' ');
}

function entryRow({ at, kind, viewer, outcome, elapsedMs, answers, asked }: ListedEntry, words: AllWords): Html {
  const { auditLog } = words;
  const answered = answers.filter(({ state }) => ['answered', 'empty', 'limited', 'unknown-term'].includes(state));
  const cells = [
    timeElement(at, `${at.slice(0, 19).replace('T', ' ')} UTC`),
    html`${auditLog.kinds[kind]}${asked && html` <small><span class="label">${auditLog.question}</span> <bdi class="asked">${asked.text}</bdi>${asked.userId !== null && html` · ${words.admin.account(asked.userId)}`}</small>`}`,
    auditLog.viewers[viewer],
    html`<details class="answers"><summary data-outcome="${outcome}">${auditLog.outcomes[outcome]} · ${answered.length}/${answers.length}</summary><ul>${answers.map((answer) => answerLine(answer, words))}</ul></details>`,
    timeTaken(elapsedMs, words),
  ];
  return html`<tr role="row">${cellsOf(auditLog.columns, cells)}</tr>`;
}

function answerLine({ key, state, count, elapsedMs, cache }: ListedEntry['answers'][number], words: AllWords): Html {
  const { auditLog } = words;
  const facts = [
    words.states[state],
    count > 0 && auditLog.records(count),
    cache === 'miss' || cache === 'shared' ? timeTaken(elapsedMs, words) : '',
    cache !== null && cache !== 'miss' && auditLog.caches[cache],
  ];
  return html`<li><bdi>${nameOf(key)}</bdi>: ${facts.filter(Boolean).join(' · ')}</li>`;
}

/** Returns the name of a registry from the form, or the key of one that is no longer asked. */
function nameOf(key: string): string {
  const { options } = byId('audit-log-partner') as HTMLSelectElement;
  return [...options].find(({ value }) => value === key)?.text ?? key;
}

function showDays(key: string | null, days: readonly RenderedDay[] | undefined, words: AllWords): void {
  const shown = key === null || days === undefined ? [] : elementsOf([dayTable(key, days, words)]);
  byId('audit-log-days').replaceChildren(...shown);
}

function dayTable(key: string, days: readonly RenderedDay[], words: AllWords): Html {
  const { auditLog } = words;
  const titles = Object.values(auditLog.dayColumns).map(
    (title) => html`<th scope="col" role="columnheader">${title}</th>`,
  );
  const rows = days.map(({ day, asked, answered, meanMs, slowestMs, failures }) => {
    const { day: title, ...columns } = auditLog.dayColumns;
    const cells = [
      ...[asked, answered],
      ...[meanMs, slowestMs].map((ms) => (ms === null ? '' : timeTaken(ms, words))),
      failureList(failures, words),
    ];
    return html`<tr role="row"><th scope="row" role="rowheader" data-label="${title}">${day}</th>${cellsOf(columns, cells)}</tr>`;
  });
  const empty = noRow(auditLog.dayColumns, auditLog.noDays);
  return html`<h3 id="audit-log-days-title">${auditLog.daysOf(nameOf(key))}</h3>
<div class="wide"><table role="table" aria-labelledby="audit-log-days-title"><thead role="rowgroup"><tr role="row">${titles}</tr></thead><tbody role="rowgroup">${rows.length === 0 ? empty : rows}</tbody></table></div>`;
}
