/** The registries of the network, and what each does with a request: partly measured, partly assumed (docs/performance.md). */

import { type Chance, chance } from './chance.ts';

export type Registry = {
  people: number;
  /** Milliseconds of processor time of a gene search there: half of them take less. */
  workMs: number;
  /** Milliseconds there and back. */
  wayMs: number;
  /** The share of requests that it answers with an error. */
  failing: number;
  /** When it is down. */
  isDown(atMs: number): boolean;
  /** When a request that is sent now is answered; never: `Infinity`. */
  reply(nowMs: number): { atMs: number; isFailure: boolean };
};

/** Cores of the machine of a registry; RDP was measured on as many. */
const CORES = 2;
/** RDP answers 31 gene searches a second on two cores with 5,000 people: 65 ms of processor each. Small ones: assumed. */
const LEAST_WORK_MS = 5;
const WORK_MS_A_PERSON = 60 / 5000;
const WORK_SPREAD = 0.4;
/** Of one registry in ten the machine is eight times as slow. */
const SLOW = { share: 0.1, times: 8 };
/** Median and spread of the way, for those near by and for those on another continent. */
const PATTERNS = [
  { share: 0.85, medianMs: 40, spread: 0.6 },
  { share: 0.15, medianMs: 150, spread: 0.3 },
];
const PEOPLE = { median: 300, spread: 1, most: 10_000 };
/** One answer in 200 is late for reasons of its own, most of these by a second or two, some by a minute. */
const TAIL = { share: 0.005, leastMs: 700, shape: 1.2 };
/** One registry in five answers 1 to 5 of 100 requests with an error, the others 1 in 1,000. */
const FAILING = { share: 0.2, least: 0.01, most: 0.05, others: 0.001 };
/** One in twenty is down for four minutes after twenty, on average; half of them hang then, half refuse. */
const DOWN = { share: 0.05, upMs: 1_200_000, downMs: 240_000 };

/** So many registries; the first of them are the same whatever their number. */
export function registries(seed: number, count: number): Registry[] {
  return Array.from({ length: count }, (_, index) => registry(chance(seed + 7919 * (index + 1))));
}

/** Requests a second that it can answer, as the mean of its work allows. */
export function capacityOf({ workMs }: Pick<Registry, 'workMs'>): number {
  return (CORES * 1000) / (workMs * Math.exp(WORK_SPREAD ** 2 / 2));
}

function registry(random: Chance): Registry {
  const people = Math.round(Math.min(PEOPLE.most, random.logNormal(PEOPLE.median, PEOPLE.spread)));
  const isSlow = random.next() < SLOW.share;
  const workMs = (LEAST_WORK_MS + WORK_MS_A_PERSON * people) * (isSlow ? SLOW.times : 1);
  const way = (random.next() < (PATTERNS[0]?.share ?? 1) ? PATTERNS[0] : PATTERNS[1]) ?? { medianMs: 0, spread: 0 };
  const wayMs = random.logNormal(way.medianMs, way.spread);
  const isFailing = random.next() < FAILING.share;
  const failing = isFailing ? FAILING.least + random.next() * (FAILING.most - FAILING.least) : FAILING.others;
  const isDown = random.next() < DOWN.share ? outages(random) : () => false;
  const hangs = random.next() < 0.5;
  const freeAtMs = new Float64Array(CORES);

  /** When its processors have done the work of a request that arrives then. */
  function done(arrivesMs: number): number {
    const core = (freeAtMs[0] ?? 0) <= (freeAtMs[1] ?? 0) ? 0 : 1;
    const endMs = Math.max(arrivesMs, freeAtMs[core] ?? 0) + random.logNormal(workMs, WORK_SPREAD);
    freeAtMs[core] = endMs;
    return endMs;
  }

  return {
    people,
    workMs,
    wayMs,
    failing,
    isDown,
    reply(nowMs) {
      if (isDown(nowMs)) return { atMs: hangs ? Number.POSITIVE_INFINITY : nowMs + wayMs, isFailure: true };
      const lateMs = random.next() < TAIL.share ? random.pareto(TAIL.leastMs, TAIL.shape) : 0;
      return { atMs: done(nowMs + wayMs / 2) + wayMs / 2 + lateMs, isFailure: random.next() < failing };
    },
  };
}

/** Drawn for an hour before and after the start, so that how often it is asked changes nothing. */
function outages(random: Chance): (atMs: number) => boolean {
  const spans: [fromMs: number, toMs: number][] = [];
  for (let atMs = -3_600_000; atMs < 3_600_000; ) {
    const fromMs = atMs + random.pause(DOWN.upMs);
    atMs = fromMs + random.pause(DOWN.downMs);
    spans.push([fromMs, atMs]);
  }
  return (atMs) => spans.some(([fromMs, toMs]) => atMs >= fromMs && atMs < toMs);
}
