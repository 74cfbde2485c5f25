/** What a run counted, as figures to read. */

import { capacityOf, registries } from './registries.ts';
import type { Counted } from './run.ts';
import type { Scenario } from './scenario.ts';
import { noParts, type Part, type SearchResult } from './search.ts';

/** p50, p95 and p99 in milliseconds; undefined where it was not reached. */
export type Times = readonly [number | undefined, number | undefined, number | undefined];

export type Figures = {
  scenario: Scenario;
  asked: number;
  refused: number;
  answered: number;
  /** Requests a minute that a registry was sent, on average over all of them. */
  requestsOfMean: number;
  /** Of the slowest registry that was up: requests a minute, and the share of what it can do. */
  slowest: { requests: number; load: number };
  /** Shares of all parts of the answers. */
  parts: Record<Part, number>;
  /** Registries that answered, of those asked: of half of the answers more, of one in 20 fewer. */
  registries: { half: number; least: number };
  /** The share of answers in which every registry answered, and of those in which 99 of 100 did. */
  complete: number;
  nearlyComplete: number;
  end: Times;
  half: Times;
  /** Milliseconds of processor time of a question that was answered. */
  workOfAnswer: number;
  /** The share of the time in which the processors were busy. */
  busy: number;
  /** Megabytes of answers in each cache, on average. */
  keptMegabytes: number;
};

export function figuresOf(scenario: Scenario, counted: Counted): Figures {
  const { asked, refused, results, requests, workedMs, keptBytes } = counted;
  const minutes = scenario.countedMs / 60_000;
  const counts = results.map(({ answered }) => answered).toSorted(rising);
  const slowest = slowestOf(scenario);
  const ofSlowest = (requests[slowest.index] ?? 0) / minutes;
  const worked = sum(workedMs);
  return {
    ...{ scenario, asked, refused, answered: results.length },
    requestsOfMean: sum(requests) / requests.length / minutes,
    slowest: { requests: ofSlowest, load: ofSlowest / 60 / slowest.capacity },
    parts: partShares(results),
    registries: { half: quantile(counts, 0.5) ?? 0, least: quantile(counts, 0.05) ?? 0 },
    complete: share(results, ({ answered }) => answered === scenario.registries),
    nearlyComplete: share(results, ({ answered }) => answered >= 0.99 * scenario.registries),
    end: times(results.map(({ endMs }) => endMs)),
    half: times(results.map(({ halfMs }) => halfMs ?? Number.POSITIVE_INFINITY)),
    workOfAnswer: results.length === 0 ? 0 : worked / results.length,
    busy: Math.min(1, worked / (scenario.countedMs * scenario.instances)),
    keptMegabytes: sum(keptBytes) / keptBytes.length / 2 ** 20,
  };
}

/** Of those that are up at the start, the one that can answer the fewest requests, and how many a second. */
export function slowestOf({ seed, registries: count }: Pick<Scenario, 'seed' | 'registries'>) {
  const capable = registries(seed, count)
    .map((registry, index) => ({ index, capacity: capacityOf(registry), registry }))
    .filter(({ registry }) => !registry.isDown(0))
    .toSorted((one, other) => one.capacity - other.capacity);
  const [slowest] = capable;
  if (slowest === undefined) throw new Error('Every registry is down.');
  return slowest;
}

function times(values: readonly number[]): Times {
  const sorted = values.toSorted(rising);
  const at = (part: number) => {
    const value = quantile(sorted, part);
    return value === undefined || value === Number.POSITIVE_INFINITY ? undefined : value;
  };
  return [at(0.5), at(0.95), at(0.99)];
}

function quantile(sorted: readonly number[], part: number): number | undefined {
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
}

function partShares(results: readonly SearchResult[]): Record<Part, number> {
  const shares = noParts();
  for (const { parts } of results) for (const part of Object.keys(shares) as Part[]) shares[part] += parts[part];
  const all = Math.max(1, sum(Object.values(shares)));
  for (const part of Object.keys(shares) as Part[]) shares[part] /= all;
  return shares;
}

function share(results: readonly SearchResult[], isSo: (result: SearchResult) => boolean): number {
  return results.length === 0 ? 0 : results.filter(isSo).length / results.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function rising(one: number, other: number): number {
  return one - other;
}
