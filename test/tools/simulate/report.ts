/** The tables of the simulation. */

import { shown, textTable } from '../bench/text-table.ts';
import type { Demand } from './demand.ts';
import type { Figures, Times } from './figures.ts';

/** What the registries and the instances have to do. */
export function loadTable(all: readonly Figures[]): string {
  const head = [
    'Instances, answers',
    'asked/min',
    'refused',
    'requests/min',
    'slowest',
    'its load',
    'kept',
    'busy',
    'ms',
    'MB',
  ];
  return textTable(
    head,
    all.map((figures) => {
      const { scenario, asked, refused, parts, slowest } = figures;
      return [
        nameOf(figures),
        shown((asked * 60_000) / scenario.countedMs),
        percent(asked === 0 ? 0 : refused / asked),
        shown(figures.requestsOfMean),
        shown(slowest.requests),
        percent(slowest.load),
        percent(parts.kept),
        percent(figures.busy),
        shown(figures.workOfAnswer),
        shown(figures.keptMegabytes),
      ];
    }),
  );
}

/** What readers whose question was let in get. */
export function readerTable(all: readonly Figures[]): string {
  const head = [
    'Instances, answers',
    'registries',
    'of 20, 19',
    'all',
    '99 %',
    'silent',
    'resting',
    'failed',
    'busy',
    'half of the people ms',
    'end ms',
  ];
  return textTable(
    head,
    all.map((figures) => {
      const { registries, parts, half, end } = figures;
      return [
        nameOf(figures),
        shown(registries.half),
        shown(registries.least),
        percent(figures.complete),
        percent(figures.nearlyComplete),
        percent(parts.silent),
        percent(parts.resting + parts.stale),
        percent(parts.failed),
        percent(parts.busy + parts.ended),
        timesText(half),
        timesText(end),
      ];
    }),
  );
}

export type NamedDemand = { name: string; instances: number; demand: Demand };

/** What is asked of everything that may run out; above 100 % it breaks there. */
export function demandTable(rows: readonly NamedDemand[]): string {
  const head = ['Load', 'requests/min', 'processors', 'of those there', 'slowest', 'too many for', 'fresh GB'];
  return textTable(
    head,
    rows.map(({ name, instances, demand }) => [
      name,
      shown(demand.requests),
      shown(demand.processors),
      percent(demand.processors / instances),
      percent(demand.slowest),
      percent(demand.overloaded),
      shown(demand.megabytes / 1024),
    ]),
  );
}

export type Carried = { registries: number; fleet: string; questions: number; readers: number } & Pick<
  Demand,
  'requests' | 'overloaded'
>;

/** How much is carried, and what the registries would be asked then. */
export function carriedTable(rows: readonly Carried[]): string {
  return textTable(
    ['Registries', 'machines', 'questions/min', 'readers', 'requests/min', 'too many for'],
    rows.map(({ registries, fleet, questions, readers, requests, overloaded }) => [
      String(registries),
      fleet,
      rounded(questions),
      rounded(readers),
      rounded(requests),
      percent(overloaded),
    ]),
  );
}

export type ThroughHubs = {
  /** Registries behind each that is asked; 1 without hubs. */
  each: number;
  hubs: number;
  /** Milliseconds of processor time where the question is asked, and at all hubs together. */
  askedMs: number;
  hubMs: number;
};

/** What one new question costs, and what is lost with one that is asked. */
export function hubTable(rows: readonly ThroughHubs[]): string {
  return textTable(
    ['Asked', 'work here ms', 'work of hubs ms', 'together', 'lost with one'],
    rows.map(({ each, hubs, askedMs, hubMs }) => [
      hubs === 0 ? 'every registry' : `${hubs} hubs`,
      shown(askedMs),
      shown(hubMs),
      shown(askedMs + hubMs),
      String(each),
    ]),
  );
}

function nameOf({ scenario: { instances, isShared } }: Figures): string {
  return `${instances}, ${isShared ? 'shared' : 'each its own'}`;
}

function timesText(times: Times): string {
  return times.map((value) => (value === undefined ? 'never' : shown(value))).join(' / ');
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
}

/** Two digits that count: more would say more than is known. */
function rounded(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en');
}
