/** What so many questions to so many registries need. */

import { loadConfig } from '../../../src/config/config.ts';
import { answerCost, COSTS, keptBytes } from './costs.ts';
import { askedShares, recordsAPerson, recordsOf } from './genes.ts';
import { capacityOf, registries } from './registries.ts';

/** The registries that are asked, this one not among them. */
export type Network = { seed: number; registries: number };
export type Fleet = {
  /** Processes that answer, each with a core of its own. */
  instances: number;
  /** Whether they have their answers in common. */
  isShared: boolean;
};

const { cache } = loadConfig({ files: [], env: {} });
/** Bytes of answers that each instance keeps where nothing else is configured, and all of them together in a shared cache. */
const OWN_BYTES = cache.answersMegabytes * 2 ** 20;
const SHARED_BYTES = 16 * 2 ** 30;
/** Of all questions: the next page, another order, the same address opened again. */
const REPEATED = 0.2;
/** What is asked again was asked lately. */
const REMEMBERED = 500;

export type Demand = {
  /** The share of questions that a registry has to be asked. */
  missing: number;
  /** Requests a minute that each registry is sent. */
  requests: number;
  /** Processors that are busy all the time. */
  processors: number;
  /** The share of what the slowest registry can answer. */
  slowest: number;
  /** The share of registries that are asked more than they can answer. */
  overloaded: number;
  /** Megabytes of all answers that are fresh, in each cache that has room for them. */
  megabytes: number;
};

/** What the registries of a network are like, worked out once; what each can answer a minute, the slowest first. */
export type Known = { count: number; people: number; capacities: readonly number[] };

export function knownOf({ seed, registries: count }: Network): Known {
  const all = registries(seed, count);
  const people = all.reduce((sum, registry) => sum + registry.people, 0);
  const capacities = all.map((registry) => 60 * capacityOf(registry)).toSorted((one, other) => one - other);
  return { count, people, capacities };
}

export function demandOf(known: Known, { instances, isShared }: Fleet, aMinute: number): Demand {
  const room = isShared ? SHARED_BYTES : OWN_BYTES;
  const caches = isShared ? 1 : instances;
  // What one cache is asked a second.
  const rate = aMinute / 60 / caches;
  const lastsSeconds = Math.min(cache.answersFreshSeconds, secondsUntilFull(known, rate, room));
  const missing = missingShare(rate, lastsSeconds, caches);
  const records = (recordsAPerson * known.people) / known.count;
  const hitMs = isShared ? COSTS.fetchedMs : COSTS.hitMs;
  const ofQuestionMs = COSTS.questionMs + known.count * (missing * answerCost(records) + (1 - missing) * hitMs);
  const requests = missing * aMinute;
  return {
    ...{ missing, requests },
    processors: (aMinute / 60_000) * ofQuestionMs,
    slowest: requests / (known.capacities[0] ?? 1),
    overloaded: known.capacities.filter((capacity) => capacity < requests).length / known.count,
    megabytes: bytesAfter(known, rate, cache.answersFreshSeconds) / 2 ** 20,
  };
}

/** The most questions a minute that keep the processors no busier than this share of the time. */
export function mostQuestions(known: Known, fleet: Fleet, busy: number): number {
  let low = 0;
  let high = 10_000_000;
  while (high - low > Math.max(1, low / 1000)) {
    const middle = (low + high) / 2;
    if (demandOf(known, fleet, middle).processors / fleet.instances <= busy) low = middle;
    else high = middle;
  }
  return low;
}

/** A gene is asked for again once in the time that its answers last and the time until somebody asks for it after that. */
function missingShare(rate: number, lastsSeconds: number, caches: number): number {
  const newRate = rate * (1 - REPEATED);
  const ofNew = askedShares.reduce((sum, share) => sum + share / (1 + newRate * share * lastsSeconds), 0);
  // Who asks again may come to another cache, and to one that has forgotten it.
  const isKept = Math.min(1, (lastsSeconds * rate * caches) / REMEMBERED) / caches;
  const ofRepeated = (1 - isKept) * ofNew;
  return (1 - REPEATED) * ofNew + REPEATED * ofRepeated;
}

function secondsUntilFull(known: Known, rate: number, room: number): number {
  let low = 0;
  let high = cache.answersFreshSeconds;
  if (bytesAfter(known, rate, high) <= room) return high;
  for (let step = 0; step < 30; step++) {
    const middle = (low + high) / 2;
    if (bytesAfter(known, rate, middle) <= room) low = middle;
    else high = middle;
  }
  return low;
}

/** Bytes of the answers to all genes that were asked for within a time. */
function bytesAfter({ count, people }: Known, rate: number, seconds: number): number {
  const newRate = rate * (1 - REPEATED);
  return askedShares.reduce((sum, share, gene) => {
    const bytes = count * keptBytes(0) + COSTS.recordBytes * recordsOf(gene, people);
    return sum + (1 - Math.exp(-newRate * share * seconds)) * bytes;
  }, 0);
}
