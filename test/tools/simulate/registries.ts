/** The registries of the network: how many people each has, and what a request is to it (docs/performance.md). */

import { chance } from '../bench/invented/chance.ts';

export type Registry = {
  people: number;
  /** Milliseconds of processor time of a gene search there: half of them take less. */
  workMs: number;
};

/** Cores of the machine of a registry; RDP was measured on as many. */
const CORES = 2;
/** RDP answers 31 gene searches a second on two cores with 5,000 people: 65 ms of processor each. Small ones: assumed. */
const LEAST_WORK_MS = 5;
const WORK_MS_A_PERSON = 60 / 5000;
const WORK_SPREAD = 0.4;
/** Of one registry in ten the machine is eight times as slow. */
const SLOW = { share: 0.1, times: 8 };
const PEOPLE = { median: 300, spread: 1, most: 10_000 };

/** So many registries; the first of them are the same whatever their number. */
export function registries(seed: number, count: number): Registry[] {
  return Array.from({ length: count }, (_, index) => registry(seed + 7919 * (index + 1)));
}

/** Requests a second that it can answer, as the mean of its work allows. */
export function capacityOf({ workMs }: Registry): number {
  return (CORES * 1000) / (workMs * Math.exp(WORK_SPREAD ** 2 / 2));
}

function registry(seed: number): Registry {
  const random = chance(seed);
  const people = Math.round(Math.min(PEOPLE.most, random.logNormal(PEOPLE.median, PEOPLE.spread)));
  const isSlow = random.next() < SLOW.share;
  return { people, workMs: (LEAST_WORK_MS + WORK_MS_A_PERSON * people) * (isSlow ? SLOW.times : 1) };
}
