/** Which networks and fleets the tables of docs/performance.md are about. */

import { answerCost, COSTS } from './costs.ts';
import { demandOf, type Fleet, knownOf, mostQuestions } from './demand.ts';
import { recordsAPerson } from './genes.ts';
import type { Carried, NamedDemand, ThroughHubs } from './report.ts';
import { DEFAULTS, RULES, type Scenario, SHARED_BYTES } from './scenario.ts';

export type Wanted = Pick<Scenario, 'seed' | 'registries' | 'questions'>;

const INSTANCES = [1, 2, 4, 8];
/** Enough for 500 registries and 10,000 questions a minute. */
const ENOUGH = 32;

/** Each of these fleets, with answers of its own and with shared ones. */
export function scenarios(wanted: Wanted): Scenario[] {
  return [...INSTANCES, ENOUGH].flatMap((instances) => [
    { ...DEFAULTS, ...wanted, ...fleet(instances, false) },
    { ...DEFAULTS, ...wanted, ...fleet(instances, true) },
  ]);
}

export function fleet(instances: number, isShared: boolean): Fleet {
  return { instances, isShared, keptBytes: isShared ? SHARED_BYTES : RULES.ownBytes };
}

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
      demand: demandOf(known, fleet(ENOUGH, isShared), aMinute),
    }));
  });
}

const FLEETS: readonly [name: string, fleet: Fleet][] = [
  ['one core', fleet(1, false)],
  ['one machine, 4 workers', fleet(4, false)],
  ['4 instances of one core, shared', fleet(4, true)],
  ['4 machines of 4 workers, shared', fleet(16, true)],
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
