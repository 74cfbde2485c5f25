/** Which networks and fleets the tables of docs/performance.md are about. */

import { answerCost, COSTS } from './costs.ts';
import { demandOf, type Fleet, knownOf, mostQuestions, type Network } from './demand.ts';
import { recordsAPerson } from './genes.ts';
import type { Carried, NamedDemand, ThroughHubs } from './report.ts';

/** `questions`: of all readers, a minute. */
export type Wanted = Network & { questions: number };

export const DEFAULTS: Wanted = { seed: 1, registries: 500, questions: 10_000 };

/** Enough for these. */
const ENOUGH = 32;

/** What is asked, and twice as many registries, questions, or both. */
export function demands({ seed, registries, questions }: Wanted): NamedDemand[] {
  const loads = [
    ['as asked', registries, questions],
    ['registries doubled', 2 * registries, questions],
    ['questions doubled', registries, 2 * questions],
    ['both doubled', 2 * registries, 2 * questions],
  ] as const;
  return loads.flatMap(([name, count, aMinute]) => {
    const known = knownOf({ seed, registries: count });
    return [false, true].map((isShared) => ({
      name: `${name}, ${isShared ? 'shared' : 'each its own'}`,
      instances: ENOUGH,
      demand: demandOf(known, { instances: ENOUGH, isShared }, aMinute),
    }));
  });
}

const FLEETS: readonly [name: string, fleet: Fleet][] = [
  ['one core', { instances: 1, isShared: false }],
  ['one machine, 4 workers', { instances: 4, isShared: false }],
  ['4 instances of one core, shared', { instances: 4, isShared: true }],
  ['4 machines of 4 workers, shared', { instances: 16, isShared: true }],
];
/** Of the time of the processors; with less to spare, answers that come together wait for each other. */
const BUSY = 0.7;
/** A reader who works with it: six searches an hour. */
const SEARCHES_AN_HOUR = 6;

/** What each fleet carries, by the number of registries. */
export function carried(seed: number): Carried[] {
  return [10, 50, 200, 500].flatMap((count) => {
    const known = knownOf({ seed, registries: count });
    return FLEETS.map(([name, ofFleet]) => {
      const questions = mostQuestions(known, ofFleet, BUSY);
      const { requests, overloaded } = demandOf(known, ofFleet, questions);
      const readers = (questions * 60) / SEARCHES_AN_HOUR;
      return { registries: count, fleet: name, questions, readers, requests, overloaded };
    });
  });
}

/** Work of a question that nobody asked before, asked directly and through hubs that ask so many registries each. */
export function throughHubs({ seed, registries }: Wanted): ThroughHubs[] {
  const { people } = knownOf({ seed, registries });
  const records = recordsAPerson * people;
  const ofAnswers = (answers: number) => COSTS.questionMs + answers * answerCost(records / answers);
  return [1, 10, Math.round(Math.sqrt(registries)), 50].map((each) => {
    const hubs = each === 1 ? 0 : Math.ceil(registries / each);
    const hubMs = hubs === 0 ? 0 : hubs * COSTS.questionMs + registries * COSTS.answerMs + COSTS.recordMs * records;
    return { each, hubs, askedMs: ofAnswers(hubs === 0 ? registries : hubs), hubMs };
  });
}
