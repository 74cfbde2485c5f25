/** The partners on the administrators' page: the current state and the history of each, and its test. */

import type { LookingGlass, PartnerInfo } from '../../../client/answers.ts';
import { type Html, html } from '../../html.ts';
import { clockTime, momentIn, timeElement, timeTaken } from '../../words/dates.ts';
import type { AllWords } from '../../words/words.ts';
import { byId, elementsOf } from '../page.ts';
import { cellsOf, type Desk, faultIn, fill, momentOf, noRow } from './desk.ts';
import { failureList } from './failures.ts';
import { type Findings, findingsOf, type Tested } from './probe-findings.ts';
import { HEIGHT, trendLine, WIDTH } from './trend-line.ts';

export type KnownPartner = PartnerInfo & Partial<Pick<LookingGlass, 'trend' | 'failures'>>;

export function showPartners(partners: readonly KnownPartner[], { view }: Desk): void {
  const { columns, noPartners } = view.words.admin;
  const rows = partners.map((partner) => partnerRow(partner, view.words));
  fill('partners', rows.length === 0 ? [noRow(columns, noPartners)] : rows);
}

/** Makes the buttons of the table test their partner. */
export function letTestPartners(desk: Desk): void {
  byId('partners').addEventListener('click', ({ target }) => {
    const key = target instanceof Element ? target.closest<HTMLElement>('[data-test]')?.dataset.test : undefined;
    if (key !== undefined) void test(key, desk);
  });
}

function partnerRow(partner: KnownPartner, words: AllWords): Html {
  const { key, name, url, state, version, lastAnswerAt, lastFailure, reliability, restingUntil, details } = partner;
  const { admin } = words;
  const { partner: title, ...columns } = admin.columns;
  const cells = [
    html`<span class="partner-state" data-state="${state}">${details?.isThisRegistry ? admin.thisRegistry : admin.partnerStates[state]}</span>${restingUntil !== null && html` <small>${timeElement(restingUntil, words.nextTry(momentIn(restingUntil)))}</small>`}`,
    version ?? '',
    momentOf(lastAnswerAt),
    lastFailure && html`${momentOf(lastFailure.at)} <small>${words.reasonOf(lastFailure, 'failed', false)}</small>`,
    reliability === null ? '' : `${Math.round(reliability * 100)} %`,
    html`${trendPicture(partner, words)}${failureList(partner.failures ?? [], words)}`,
    details && admin.tokenStates[details.tokenState],
    html`<button type="button" id="test-${key}" data-test="${key}" aria-label="${admin.testOf(name)}">${admin.testNow}</button> <span data-tested="${key}"></span>`,
  ];
  return html`<tr role="row"><th scope="row" role="rowheader" data-label="${title}"><bdi data-name="${key}">${name}</bdi> <small>${url}</small></th>${cellsOf(columns, cells)}</tr>`;
}

/** Returns the picture of the trend; undefined without questions. */
export function trendPicture(
  { name, trend = [] }: Pick<KnownPartner, 'name' | 'trend'>,
  words: AllWords,
): Html | undefined {
  const [first] = trend;
  if (first === undefined) return undefined;
  const { admin } = words;
  const { points, failures } = trendLine(trend);
  const answers = trend.filter(({ isAnswer }) => isAnswer);
  const label = admin.historyOf(name, answers.length, trend.length);
  const slowest = timeTaken(Math.max(0, ...answers.map(({ elapsedMs }) => elapsedMs)), words);
  return html`<svg class="trend" role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><polyline points="${points}"/>${failures.map(({ x, y }) => html`<circle cx="${x}" cy="${y}" r="2.5"/>`)}</svg>${answers.length > 0 && html`<small>${admin.slowest(slowest, momentIn(first.at))}</small>`}`;
}

async function test(key: string, desk: Desk): Promise<void> {
  const { words } = desk.view;
  const cellOfTest = () => document.querySelector(`[data-tested="${CSS.escape(key)}"]`);
  cellOfTest()?.replaceChildren(words.admin.testing);
  try {
    const tested = await desk.ask()?.order<Tested>('POST', `/api/admin/partners/${encodeURIComponent(key)}/test`);
    if (tested === undefined) return;
    await desk.refresh();
    const { verdict } = showProbe(key, tested, words);
    const sentence = words.admin.verdicts[verdict];
    desk.say(`${nameOf(key)}: ${sentence}`);
    cellOfTest()?.replaceChildren(sentence);
  } catch (error) {
    cellOfTest()?.replaceChildren(faultIn(error, words));
  }
}

function nameOf(key: string): string {
  return document.querySelector(`[data-name="${CSS.escape(key)}"]`)?.textContent ?? key;
}

/** Shows the result of a test in sentences below the table, with request and response in a folded part. */
function showProbe(key: string, tested: Tested, words: AllWords): Findings {
  const { admin, states } = words;
  const findings = findingsOf(tested, words);
  const { verdict, sentences, next } = findings;
  const { state, elapsedMs, problem } = tested;
  const because =
    problem &&
    html`${[problem.status, problem.error, words.reasonOf(problem, state, false)].filter(Boolean).join(' · ')} · <span lang="en">${problem.detail}</span>`;
  const rows = [
    ...tested.steps.map((step) => [
      ...[admin.testSteps[step.check], admin.testResults[step.result]],
      ...[step.elapsedMs === null ? '' : timeTaken(step.elapsedMs, words), admin.found(step)],
    ]),
    [admin.testSearch, states[state], timeTaken(elapsedMs, words), because],
  ];
  const steps = rows.map((cells) => html`<tr role="row">${cellsOf(admin.testColumns, cells)}</tr>`);
  const titles = Object.values(admin.testColumns).map(
    (title) => html`<th scope="col" role="columnheader">${title}</th>`,
  );
  const shown = html`<h3 id="probe-title">${admin.testHeading(nameOf(key), clockTime(tested.at))}</h3>
<p class="verdict" data-verdict="${verdict}">${admin.verdicts[verdict]}</p>
<ul>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>
<p class="next">${next}${tested.restingUntil !== null && html` ${timeElement(tested.restingUntil, words.nextTry(momentIn(tested.restingUntil)))}`}</p>
<details><summary>${admin.testDetails}</summary><div class="wide"><table role="table" aria-labelledby="probe-title"><thead role="rowgroup"><tr role="row">${titles}</tr></thead><tbody role="rowgroup">${steps}</tbody></table></div></details>`;
  const region = byId('probe');
  region.replaceChildren(...elementsOf([shown]));
  region.setAttribute('aria-labelledby', 'probe-title');
  region.hidden = false;
  return findings;
}

export function forgetProbe(): void {
  byId('probe').replaceChildren();
  byId('probe').hidden = true;
}
