/** Questions to other registries on the administrators' page: the latest, older ones, and the days of one partner. */

import type { ListedEntry, RenderedDay, TrailPage } from '../../../domain/federation/trail.ts';
import { type Html, html } from '../../html.ts';
import { timeElement, timeTaken } from '../../words/dates.ts';
import type { AllWords } from '../../words/words.ts';
import { byId, elementsOf } from '../page.ts';
import { cellsOf, type Desk, faultIn, fill, noRow } from './desk.ts';
import { failureList } from './failures.ts';

/** The answer of `GET /api/admin/trail`. */
type ReadTrail = TrailPage & { keepDays: number; withText: boolean; trouble: string | null };

/** The number of rows that are read at a time. */
const PAGE = 10;

/** The position after the last row that is shown; null at the end. */
let next: number | null = null;
/** The number of the latest request; answers to earlier ones are ignored. */
let latest = 0;

/** Reads the newest questions that match the form, and shows them in place of the current ones. @throws ClientError */
export async function showTrail(desk: Desk): Promise<void> {
  const mine = ++latest;
  const params = filter();
  const key = params.get('partner');
  const [page, days] = await Promise.all([
    desk.ask()?.json<ReadTrail>('/api/admin/trail', params),
    key === null
      ? undefined
      : desk.ask()?.json<{ days: RenderedDay[] }>(`/api/admin/trail/partners/${encodeURIComponent(key)}`),
  ]);
  if (page === undefined || mine !== latest || desk.ask() === undefined) return;
  const { trail } = desk.view.words;
  const rows = page.entries.map((entry) => entryRow(entry, desk.view.words));
  fill('trail', rows.length === 0 ? [noRow(trail.columns, trail.none)] : rows);
  byId('trail-about').textContent = aboutTrail(page, desk.view.words);
  letGoOn(page);
  showDays(key, days?.days, desk.view.words);
}

/** Makes the form and the button below the table show other questions. */
export function letFilterTrail(desk: Desk): void {
  byId('trail-form').addEventListener('submit', (event) => {
    event.preventDefault();
    showTrail(desk).catch((error: unknown) => desk.say(faultIn(error, desk.view.words)));
  });
  byId('trail-older').addEventListener('click', () => {
    showOlder(desk).catch((error: unknown) => desk.say(faultIn(error, desk.view.words)));
  });
}

export function forgetTrail(): void {
  latest++;
  letGoOn({ next: null });
  (byId('trail-form') as HTMLFormElement).reset();
  for (const id of ['trail', 'trail-about', 'trail-days']) byId(id).replaceChildren();
}

async function showOlder(desk: Desk): Promise<void> {
  if (next === null) return;
  const mine = ++latest;
  const params = filter();
  params.set('before', String(next));
  const page = await desk.ask()?.json<ReadTrail>('/api/admin/trail', params);
  if (page === undefined || mine !== latest) return;
  const rows = elementsOf(page.entries.map((entry) => entryRow(entry, desk.view.words)));
  const [first] = rows;
  byId('trail').append(...rows);
  letGoOn(page);
  if (first instanceof HTMLElement) first.querySelector<HTMLElement>('summary')?.focus();
}

function letGoOn(page: Pick<TrailPage, 'next'>): void {
  next = page.next;
  byId('trail-older').hidden = next === null;
}

function filter(): URLSearchParams {
  const fields = new FormData(byId('trail-form') as HTMLFormElement);
  const given = [...fields].map(([name, value]) => [name, String(value)] as const);
  const wanted = given.filter(([, value]) => value !== '').map(([name, value]) => [name, value]);
  return new URLSearchParams([...wanted, ['size', String(PAGE)]]);
}

function aboutTrail({ keepDays, withText, trouble, leftOut }: ReadTrail, { trail }: AllWords): string {
  if (keepDays === 0) return trail.notStored;
  const about = withText ? trail.aboutWithText(keepDays) : trail.about(keepDays);
  return [about, trouble !== null && trail.trouble, leftOut > 0 && trail.omitted(leftOut)].filter(Boolean).join(' ');
}

function entryRow({ at, kind, viewer, outcome, elapsedMs, answers, asked }: ListedEntry, words: AllWords): Html {
  const { trail } = words;
  const answered = answers.filter(({ state }) => ['answered', 'empty', 'limited', 'unknown-term'].includes(state));
  const cells = [
    timeElement(at, `${at.slice(0, 19).replace('T', ' ')} UTC`),
    html`${trail.kinds[kind]}${asked && html` <small><span class="label">${trail.question}</span> <bdi class="asked">${asked.text}</bdi>${asked.userId !== null && html` · ${words.admin.account(asked.userId)}`}</small>`}`,
    trail.viewers[viewer],
    html`<details class="answers"><summary data-outcome="${outcome}">${trail.outcomes[outcome]} · ${answered.length}/${answers.length}</summary><ul>${answers.map((answer) => answerLine(answer, words))}</ul></details>`,
    timeTaken(elapsedMs, words),
  ];
  return html`<tr role="row">${cellsOf(trail.columns, cells)}</tr>`;
}

function answerLine({ key, state, count, elapsedMs, cache }: ListedEntry['answers'][number], words: AllWords): Html {
  const { trail } = words;
  const facts = [
    words.states[state],
    count > 0 && trail.records(count),
    cache === 'miss' || cache === 'shared' ? timeTaken(elapsedMs, words) : '',
    cache !== null && cache !== 'miss' && trail.caches[cache],
  ];
  return html`<li><bdi>${nameOf(key)}</bdi>: ${facts.filter(Boolean).join(' · ')}</li>`;
}

/** Returns the name of a registry from the form, or the key of one that is no longer asked. */
function nameOf(key: string): string {
  const { options } = byId('trail-partner') as HTMLSelectElement;
  return [...options].find(({ value }) => value === key)?.text ?? key;
}

function showDays(key: string | null, days: readonly RenderedDay[] | undefined, words: AllWords): void {
  const shown = key === null || days === undefined ? [] : elementsOf([dayTable(key, days, words)]);
  byId('trail-days').replaceChildren(...shown);
}

function dayTable(key: string, days: readonly RenderedDay[], words: AllWords): Html {
  const { trail } = words;
  const titles = Object.values(trail.dayColumns).map(
    (title) => html`<th scope="col" role="columnheader">${title}</th>`,
  );
  const rows = days.map(({ day, asked, answered, meanMs, slowestMs, failures }) => {
    const { day: title, ...columns } = trail.dayColumns;
    const cells = [
      ...[asked, answered],
      ...[meanMs, slowestMs].map((ms) => (ms === null ? '' : timeTaken(ms, words))),
      failureList(failures, words),
    ];
    return html`<tr role="row"><th scope="row" role="rowheader" data-label="${title}">${day}</th>${cellsOf(columns, cells)}</tr>`;
  });
  const empty = noRow(trail.dayColumns, trail.noDays);
  return html`<h3 id="trail-days-title">${trail.daysOf(nameOf(key))}</h3>
<div class="wide"><table role="table" aria-labelledby="trail-days-title"><thead role="rowgroup"><tr role="row">${titles}</tr></thead><tbody role="rowgroup">${rows.length === 0 ? empty : rows}</tbody></table></div>`;
}
