/** The tables that `npm run simulate` prints. */

import { shown, textTable } from '../bench/text-table.ts';
import type { Demand } from './demand.ts';

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

function percent(share: number): string {
  return `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
}

/** Two digits that count: more would say more than is known. */
function rounded(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en');
}
