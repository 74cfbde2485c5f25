/** The simulation is the same on every run, loses no question, and keeps to what must hold of any such network. */

import { expect, test } from 'vitest';
import { partnerQueue } from '../../../src/federation/partner/partner-queue.ts';
import { read } from '../../support/docs/read-markdown.ts';
import { sampleOf } from '../../support/machine/sample.ts';
import { chance } from './chance.ts';
import { simulate } from './command.ts';
import { COSTS } from './costs.ts';
import { demandOf, knownOf } from './demand.ts';
import { eventQueue } from './event-queue.ts';
import { figuresOf } from './figures.ts';
import { askedShares, recordsOf } from './genes.ts';
import { carried, demands, fleet, throughHubs } from './plans.ts';
import { carriedTable, demandTable } from './report.ts';
import { type Counted, run } from './run.ts';
import { DEFAULTS, type Scenario } from './scenario.ts';
import { turns } from './turns.ts';

const small: Scenario = { ...DEFAULTS, registries: 30, questions: 600 };
const asked = { seed: DEFAULTS.seed, registries: DEFAULTS.registries, questions: DEFAULTS.questions };

const overloaded: Scenario = { ...small, registries: 100, questions: 20_000, settleMs: 1000, countedMs: 3000 };

/** It takes longer than all others together. */
let ofOverloaded: Counted | undefined;
function runOnce(scenario: Scenario): Counted {
  if (scenario !== overloaded) return run(scenario);
  ofOverloaded ??= run(overloaded);
  return ofOverloaded;
}

function requestsOf({ requests }: Counted): number {
  return requests.reduce((sum, one) => sum + one, 0);
}

test('the same seed gives the same figures, another seed others', () => {
  const figures = (seed: number) => figuresOf({ ...small, seed }, run({ ...small, seed }));
  expect(figures(1)).toEqual(figures(1));
  expect(figures(2)).not.toEqual(figures(1));
});

test.each([
  ['one instance that is in time', small],
  ['instances that share', { ...small, ...fleet(4, true) }],
  ['an instance that is asked far too much', overloaded],
])('every question is answered or refused, and every registry has its part: %s', (_, scenario) => {
  const { asked: all, refused, results } = runOnce(scenario);
  expect(all).toBeGreaterThan(50);
  expect(results.length + refused).toBe(all);
  const parts = results.map(({ parts: all }) => Object.values(all).reduce((sum, one) => sum + one, 0));
  expect(new Set(parts)).toEqual(new Set([scenario.registries]));
});

test('an answer never takes longer than a search may', () => {
  const { results } = run({ ...small, questions: 3000 });
  expect(Math.max(...results.map(({ endMs }) => endMs))).toBeLessThan(6001);
});

test('what is asked too much refuses, and what is not refuses nobody', () => {
  expect(run(small).refused).toBe(0);
  expect(runOnce(overloaded).refused).toBeGreaterThan(100);
});

test('instances that share never ask more than instances that do not', () => {
  const own = run({ ...small, ...fleet(4, false) });
  const shared = run({ ...small, ...fleet(4, true) });
  expect(requestsOf(shared)).toBeLessThan(requestsOf(own));
  const most = (counted: Counted) => Math.max(...counted.requests);
  expect(most(shared)).toBeLessThanOrEqual(most(own));
});

test('for one instance it makes no difference whether it shares, but for what fetching costs', () => {
  const alike = { ...small, keptBytes: 2 ** 30 };
  expect(run({ ...alike, isShared: true }).requests).toEqual(run(alike).requests);
});

test('a cache with more room never asks more', () => {
  const [little, much] = [2 ** 18, 2 ** 30].map((keptBytes) => requestsOf(run({ ...small, keptBytes })));
  expect(much).toBeLessThan(little as number);
});

test('a cache keeps to its room', () => {
  const keptBytes = 2 ** 20;
  const { keptBytes: used } = run({ ...small, keptBytes });
  expect(used[0]).toBeLessThanOrEqual(keptBytes);
});

test.each([
  ['on their own', fleet(2, false)],
  ['sharing', fleet(2, true)],
])('what was worked out and what was simulated nearly agree, for instances %s', (_, of) => {
  const scenario = { ...small, questions: 1500, countedMs: 20_000, ...of };
  const counted = run(scenario);
  const simulated = requestsOf(counted) / counted.asked / scenario.registries;
  const { missing } = demandOf(knownOf(scenario), of, scenario.questions);
  // Registries that rest are not asked, and chance has its part.
  expect(Math.abs(simulated / missing - 1)).toBeLessThan(0.15);
});

test('who has a turn is who has one in the queue of a partner', async () => {
  const random = chance(5);
  const [own, real] = [turns<number>(4), partnerQueue({ timeoutMs: 60_000, maxConcurrency: 4 })];
  const [ofOwn, ofReal]: [number[], number[]] = [[], []];
  const underWay = new Map<number, () => void>();
  for (let call = 0, left = 0; call < 200; ) {
    if (random.next() < 0.55) {
      if (own.enter(call) === 'now') ofOwn.push(call);
      void begin(call++);
    } else if (left < ofOwn.length) {
      underWay.get(ofOwn[left++] as number)?.();
      const next = own.leave();
      if (next !== undefined) ofOwn.push(next);
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(ofReal).toEqual(ofOwn);
  }

  async function begin(call: number): Promise<void> {
    const slot = await real.acquire({});
    if (!('end' in slot)) return;
    ofReal.push(call);
    underWay.set(call, slot.end);
  }
});

test('events happen in the order of their times, those of one time in the order in which they came', () => {
  const random = chance(3);
  const events = eventQueue<string>();
  const times = Array.from({ length: 300 }, () => Math.floor(random.next() * 40));
  for (const [index, atMs] of times.entries()) events.put(atMs, `${index}`);
  const happened = times.map(() => events.next());
  const sorted = [...times.entries()].toSorted(([, one], [, other]) => one - other);
  expect(happened).toEqual(sorted.map(([index, atMs]) => ({ atMs, event: `${index}` })));
  expect(events.next()).toBeUndefined();
});

test('genes are registered as was measured: 40 a person, 20 of 5,000 people for those that most work on', () => {
  const all = askedShares.reduce((sum, _, gene) => sum + recordsOf(gene, 1), 0);
  expect(all).toBeCloseTo(40);
  expect(recordsOf(500, 5000)).toBeGreaterThan(15);
  expect(recordsOf(500, 5000)).toBeLessThan(30);
});

const TABLES = [
  ['What would be needed', () => demandTable(demands(asked)).split('\n').slice(0, 4).join('\n')],
  ['What is carried', () => carriedTable(carried(asked.seed))],
] as const;

test.each(sampleOf(TABLES, 1))('docs/performance.md shows the table that the command prints: %s', (_, table) => {
  expect(read('docs/performance.md')).toContain(table());
});

test('hubs make the work no less, and one takes all its registries along', () => {
  const [direct, ...hubs] = throughHubs(asked);
  for (const { each, askedMs, hubMs } of hubs) {
    expect(askedMs + hubMs).toBeGreaterThan(direct?.askedMs ?? Number.POSITIVE_INFINITY);
    expect(each).toBeGreaterThan(1);
  }
});

test('docs/performance.md says when the costs were measured, and leads to them', () => {
  expect(read('docs/performance.md')).toContain(`The costs behind it are of ${COSTS.measured}`);
});

test('a wrong number is refused with what is allowed', () => {
  let written = '';
  const output = { write: (text: string) => (written += text) };
  expect(simulate(['--questions', '0'], { stdout: output, stderr: output })).toBe(1);
  expect(written).toBe("--questions must be a whole number from 1 to 100000, found '0'.\n");
});
