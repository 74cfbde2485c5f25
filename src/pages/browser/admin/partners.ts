/** The partners on the administrators' page: the current state and the history of each, and its test. */

import type { OriginState, PartnerInfo, PartnerStatus } from '../../../client/answers.ts';
import type { Finding } from '../../../domain/federation/findings.ts';
import type { RenderedReason } from '../../../domain/federation/history-in-english.ts';
import { ownMember } from '../../../domain/own-member.ts';
import { breakable } from '../../parts/breakable.ts';
import { clockTime, momentIn, timeElement, timeTaken } from '../../parts/dates.ts';
import { type Html, html } from '../../parts/html.ts';
import type { AllWords } from '../../words/words.ts';
import { byId, elementsOf } from '../page.ts';
import { cellsOf, type Desk, faultIn, fill, momentOf, noRow } from './desk.ts';

/** Returns the list; undefined if there are no failures. */
export function failureList(
  failures: readonly (RenderedReason & { count: number })[],
  words: AllWords,
): Html | undefined {
  if (failures.length === 0) return undefined;
  const kinds = failures.map(
    ({ count, ...failure }) => html`<li>${count} × ${words.reasonOf(failure, 'failed', false)}</li>`,
  );
  return html`<ul class="failures">${kinds}</ul>`;
}

type Problem = RenderedReason & { detail: string; error: string | null; status: number | null };
/** A step of a test: what was tested, the finding as data, and the finding in English. */
export type TestStep = Finding & {
  check: keyof AllWords['admin']['testSteps'];
  result: keyof AllWords['admin']['testResults'];
  found: string;
  elapsedMs: number | null;
};

/** The answer of `POST /api/admin/partners/{key}/test`. */
export type Tested = {
  at: string;
  isReached: boolean;
  state: OriginState;
  elapsedMs: number;
  problem: Problem | null;
  version: string | null;
  token: 'none' | 'accepted' | 'refused' | 'unknown';
  steps: readonly TestStep[];
  restingUntil: string | null;
  timeoutMs: number;
  kinds: readonly string[];
  isThisRegistry: boolean;
};

type Findings = {
  verdict: 'well' | 'mend' | 'down';
  /** The first one says whether the partner was reached. */
  sentences: readonly string[];
  next: string;
};

/** Failures of the connection, by their codes in the API. */
const ON_THE_WAY: Readonly<Record<string, keyof AllWords['admin']['probe']['unreached']>> = {
  dns_error: 'address',
  dns_timeout: 'address',
  connection_refused: 'refused',
  tls_certificate_error: 'certificate',
  tls_protocol_error: 'encryption',
};
const AT_ONCE_MS = 1000;

/** Returns the verdict on a tested partner, what was found, and what to do next. */
export function findingsOf(tested: Tested, words: AllWords): Findings {
  const { probe, testSteps, found, foundThere } = words.admin;
  if (tested.isThisRegistry) return { verdict: 'mend', sentences: [probe.itself], next: probe.next.itself };
  if (!tested.isReached) {
    const way = ownMember(ON_THE_WAY, tested.problem?.error ?? '') ?? 'silent';
    return { verdict: 'down', sentences: [probe.unreached[way]], next: probe.next[way] };
  }
  const isAnswer = ['answered', 'empty', 'limited'].includes(tested.state);
  const version = tested.version === null ? probe.noVersion : probe.version(tested.version);
  if (!isAnswer) {
    const status = tested.problem?.status ?? null;
    const noAnswer = status === null ? probe.noAnswer : probe.errorInstead(status);
    const next = tested.state === 'busy' ? probe.next.busy : probe.next.failing;
    return { verdict: 'down', sentences: [probe.reached, version, noAnswer], next };
  }
  const isSlow = tested.elapsedMs > tested.timeoutMs;
  const taken = timeTaken(tested.elapsedMs, words);
  const speed = isSlow
    ? probe.tooSlow(taken, tested.timeoutMs / 1000)
    : tested.elapsedMs < AT_ONCE_MS
      ? probe.fast(taken)
      : probe.slow(taken);
  const troubles = tested.steps.filter(({ code }) => code in TO_MEND);
  const sentences = [
    ...[probe.reached, version, probe.token[tested.token], speed, ...kindLines(tested, words)],
    ...troubles.map((step) => foundThere(testSteps[step.check], found(step))),
  ];
  const trouble = whatToMend(tested, isSlow);
  return { verdict: trouble === undefined ? 'well' : 'mend', sentences, next: probe.next[trouble ?? 'well'] };
}

type Trouble = 'token' | 'version' | 'slow' | 'otherAddress' | 'certificate' | 'unencrypted';

/** The problems that a partner should fix although it answers, by finding. */
const TO_MEND: Readonly<Partial<Record<Finding['code'], Trouble>>> = {
  'other-address': 'otherAddress',
  'certificate-ends-soon': 'certificate',
  'not-encrypted': 'unencrypted',
};

function whatToMend({ token, version, steps }: Tested, isSlow: boolean): Trouble | undefined {
  if (token === 'refused') return 'token';
  if (version === null) return 'version';
  return isSlow ? 'slow' : steps.map(({ code }) => TO_MEND[code]).find((trouble) => trouble !== undefined);
}

/** Returns what the partner supports; empty if its version is unknown. */
function kindLines({ version, kinds }: Tested, words: AllWords): string[] {
  if (version === null) return [];
  const { probe } = words.admin;
  const names = Object.entries(probe.kinds);
  const can = names.filter(([kind]) => kinds.includes(kind)).map(([, name]) => name);
  const cannot = names.filter(([kind]) => !kinds.includes(kind)).map(([, name]) => name);
  return [probe.can(can.join(', ')), ...(cannot.length === 0 ? [] : [probe.cannot(cannot.join(', '))])];
}

/** One call. `isAnswer`: whether any answer arrived, whatever its content. */
export type TrendPoint = { at: string; isAnswer: boolean; elapsedMs: number };

type TrendLine = {
  /** The value of the attribute `points` of a polyline in a box of `WIDTH` by `HEIGHT`. */
  points: string;
  /** The positions of failed calls, on the same scale. */
  failures: { x: number; y: number }[];
};

export const WIDTH = 160;
export const HEIGHT = 32;
const MARGIN = 3;

/** Returns the line: the oldest call is on the left, with even spacing; higher is slower. A failed call is a mark at the top. */
export function trendLine(trend: readonly TrendPoint[]): TrendLine {
  const slowestMs = Math.max(1, ...trend.filter(({ isAnswer }) => isAnswer).map(({ elapsedMs }) => elapsedMs));
  const step = trend.length < 2 ? 0 : (WIDTH - 2 * MARGIN) / (trend.length - 1);
  const placed = trend.map(({ isAnswer, elapsedMs }, index) => ({
    isAnswer,
    x: round(MARGIN + index * step),
    y: round(isAnswer ? HEIGHT - MARGIN - (elapsedMs / slowestMs) * (HEIGHT - 4 * MARGIN) : MARGIN),
  }));
  return {
    points: placed
      .filter(({ isAnswer }) => isAnswer)
      .map(({ x, y }) => `${x},${y}`)
      .join(' '),
    failures: placed.filter(({ isAnswer }) => !isAnswer).map(({ x, y }) => ({ x, y })),
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

export type KnownPartner = PartnerInfo & Partial<Pick<PartnerStatus, 'trend' | 'failures'>>;

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
  return html`<tr role="row"><th scope="row" role="rowheader" data-label="${title}"><bdi data-name="${key}">${name}</bdi> <small>${breakable(url)}</small></th>${cellsOf(columns, cells)}</tr>`;
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
