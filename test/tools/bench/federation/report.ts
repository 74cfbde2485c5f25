/** What was measured of searches over many registries, for people to read. */

import { median } from '../measure-workload.ts';
import { type Verdict, verdictWord } from '../targets.ts';
import { shown, textTable } from '../text-table.ts';
import type { CostFigures } from './cost.ts';
import type { FederationFigures } from './federation.ts';
import type { AskedOfHanging, HangingFigures } from './hanging.ts';
import type { Spread, WholeAnswers } from './timings.ts';

const TEN_P50_MS = 5;
const TEN_P99_MS = 20;
const FIFTY_P50_MS = 25;
const FIRST_PART_P50_MS = 5;
/** Of a question that the hanging partner ought not to hold up: what an answer takes without it, and a margin. */
const NOT_HELD_UP_MS = 75;
/** What the one question waits in addition that tries the partner again. */
const PROBE_MS = 250;
const ANSWER_CPU_MS = 0.45;
const MOST_MEGABYTES = 400;

/** What searches over many registries are measured by, and whether it was met. */
export function federationVerdicts({
  ten,
  tenAtOnce,
  fifty,
  firstPart,
  cached,
  cost,
  hanging,
}: FederationFigures): Verdict[] {
  return [
    atMost('10 partners: whole answer after the slowest, median', ten.beyondSlowest.p50Ms, TEN_P50_MS),
    atMost('10 partners: whole answer after the slowest, p99', ten.beyondSlowest.p99Ms, TEN_P99_MS),
    verdictOf('10 partners, 4 questions at once: median', tenAtOnce.beyondSlowest.p50Ms),
    verdictOf('10 partners, 4 questions at once: p99', tenAtOnce.beyondSlowest.p99Ms),
    atMost('50 partners: whole answer after the slowest, median', fifty.beyondSlowest.p50Ms, FIFTY_P50_MS),
    verdictOf('50 partners: p99', fifty.beyondSlowest.p99Ms),
    atMost("10 partners: a partner's first part at the reader, median", firstPart.p50Ms, FIRST_PART_P50_MS),
    verdictOf("10 partners: a partner's first part at the reader, p99", firstPart.p99Ms),
    {
      what: '10 partners, cached answers: of the ceiling',
      target: `>= ${cached.workload.target}`,
      figure: `${cached.ratio.toFixed(2)} (${cached.ordinaryRatio.toFixed(2)} of res.send)`,
      met: cached.ratio >= cached.workload.target,
    },
    ...costVerdicts(cost),
    ...[hanging.equal, hanging.different].flatMap((asked, index) => {
      const which = `a partner hangs: ${['the same question', 'different questions'][index]} after its time-out`;
      return [
        atMost(`${which}, median`, medianMs(asked.slice(1)), NOT_HELD_UP_MS),
        atMost(`${which}, longest`, longest(asked.slice(1)), NOT_HELD_UP_MS + PROBE_MS),
      ];
    }),
  ];
}

export function federationReport(figures: FederationFigures): string {
  const rows = federationVerdicts(figures).map(({ what, target, figure, met }) => [
    what,
    target,
    figure,
    verdictWord(met),
  ]);
  const heading = 'Searches over many registries, partners that answer after 50 ms';
  return [
    heading,
    textTable(['Target', 'wanted', 'found', ''], rows),
    timesTable(figures),
    cachedLine(figures),
    costTable(figures),
    hangingTable(figures.hanging),
  ].join('\n\n');
}

function timesTable({ ten, tenAtOnce, fifty, firstPart }: FederationFigures): string {
  const row = (title: string, { questions, whole, beyondSlowest }: WholeAnswers) => {
    return [title, String(questions), ...spread(whole), ...spread(beyondSlowest)];
  };
  const rows = [
    row('10 partners', ten),
    row('10 partners, 4 at once', tenAtOnce),
    row('50 partners', fifty),
    ["first part after a partner's last byte", '', '', '', '', ...spread(firstPart)],
  ];
  const head = ['', 'questions', 'p50 ms', 'p99 ms', 'most', 'after the slowest: p50', 'p99', 'most'];
  return textTable(head, rows);
}

function cachedLine({ cached: { registry, ceiling, cpuRatio, meanKilobytes } }: FederationFigures): string {
  const speeds = `${shown(registry.requestsPerSecond)} answers/s of ${shown(meanKilobytes)} kB`;
  const ofCeiling = `the ceiling sends ${shown(ceiling.requestsPerSecond)}`;
  const cpu = `CPU ${shown(registry.cpuMicroseconds)} µs, ratio by CPU ${cpuRatio.toFixed(2)}`;
  return `Cached answers: ${speeds}, ${ofCeiling}; ${cpu}; p99 ${shown(registry.p99Ms)} ms.`;
}

function costVerdicts({ asked, jsonMs, peakMegabytes }: CostFigures): Verdict[] {
  const answerMs = median(asked.map((one) => one.answerMs));
  return [
    {
      what: "10 partners, 8 to 64 askers: processor time of a partner's answer, median",
      target: `<= ${ANSWER_CPU_MS} ms`,
      figure: `${shown(answerMs)} ms, ${(answerMs / jsonMs).toFixed(1)} times its JSON alone`,
      met: answerMs <= ANSWER_CPU_MS,
    },
    {
      what: '10 partners, 8 to 64 askers: most memory resident',
      target: `<= ${MOST_MEGABYTES} MB`,
      figure: `${shown(peakMegabytes)} MB`,
      met: peakMegabytes <= MOST_MEGABYTES,
    },
  ];
}

function costTable({ cost: { asked, jsonMs } }: FederationFigures): string {
  const ofAskers = asked.map(({ askers, answerMs, searchesPerSecond, refused }) => {
    return [
      `10 partners, ${askers} askers`,
      shown(answerMs),
      shown(answerMs * 10),
      shown(searchesPerSecond),
      String(refused),
    ];
  });
  const head = ['Processor time, every question new', 'ms an answer', 'ms a search', 'searches/s', 'refused first'];
  const alone = ['the JSON alone, read and written', shown(jsonMs), '', '', ''];
  return textTable(head, [...ofAskers, alone]);
}

function hangingTable({ readTimeoutMs, equal, different }: HangingFigures): string {
  const cell = ({ tookMs, state }: AskedOfHanging) => `${Math.round(tookMs)} ${state}`;
  const head = ['Questions in turn, ms', ...equal.map((_, index) => String(index + 1))];
  const rows = [
    ['the same', ...equal.map(cell)],
    ['different', ...different.map(cell)],
  ];
  return `Three partners answer, the fourth hangs; its read time-out is ${readTimeoutMs} ms.\n${textTable(head, rows)}`;
}

function atMost(what: string, figureMs: number, mostMs: number): Verdict {
  return { what, target: `<= ${shown(mostMs)} ms`, figure: `${shown(figureMs)} ms`, met: figureMs <= mostMs };
}

function verdictOf(what: string, figureMs: number): Verdict {
  return { what, target: '', figure: `${shown(figureMs)} ms`, met: undefined };
}

function medianMs(asked: readonly AskedOfHanging[]): number {
  return median(asked.map(({ tookMs }) => tookMs));
}

function longest(asked: readonly AskedOfHanging[]): number {
  return Math.max(...asked.map(({ tookMs }) => tookMs));
}

function spread({ p50Ms, p99Ms, maxMs }: Spread): string[] {
  return [shown(p50Ms), shown(p99Ms), shown(maxMs)];
}
