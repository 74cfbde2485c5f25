/** `npm run simulate` prints what docs/performance.md shows, the same on every run, and keeps to what must hold of any network. */

import { expect, test } from 'vitest';
import { read } from '../../support/docs/read-markdown.ts';
import { sampleOf } from '../../support/machine/sample.ts';
import { simulate } from './command.ts';
import { COSTS } from './costs.ts';
import { demandOf, knownOf } from './demand.ts';
import { askedShares, recordsOf } from './genes.ts';
import { carried, DEFAULTS, demands, throughHubs } from './plans.ts';
import { carriedTable, demandTable } from './report.ts';

test('the same seed gives the same figures, another seed others', () => {
  const figures = (seed: number) => demands({ seed, registries: 30, questions: 600 });
  expect(figures(1)).toEqual(figures(1));
  expect(figures(2)).not.toEqual(figures(1));
});

test('instances that share ask less than instances that do not', () => {
  const known = knownOf({ seed: 1, registries: 30 });
  const requests = (instances: number, isShared: boolean) => demandOf(known, { instances, isShared }, 600).requests;
  expect(requests(4, true)).toBeLessThan(requests(4, false));
});

test('genes are registered as was measured: 40 a person, 20 of 5,000 people for those that most work on', () => {
  const all = askedShares.reduce((sum, _, gene) => sum + recordsOf(gene, 1), 0);
  expect(all).toBeCloseTo(40);
  expect(recordsOf(500, 5000)).toBeGreaterThan(15);
  expect(recordsOf(500, 5000)).toBeLessThan(30);
});

const TABLES = [
  ['What would be needed', () => demandTable(demands(DEFAULTS)).split('\n').slice(0, 4).join('\n')],
  ['What is carried', () => carriedTable(carried(DEFAULTS.seed))],
] as const;

test.each(sampleOf(TABLES, 1))('docs/performance.md shows the table that the command prints: %s', (_, table) => {
  expect(read('docs/performance.md')).toContain(table());
});

test('hubs make the work no less, and one takes all its registries along', () => {
  const [direct, ...hubs] = throughHubs(DEFAULTS);
  for (const { each, askedMs, hubMs } of hubs) {
    expect(askedMs + hubMs).toBeGreaterThan(direct?.askedMs ?? Number.POSITIVE_INFINITY);
    expect(each).toBeGreaterThan(1);
  }
});

test('docs/performance.md says when the costs were measured, and leads to them', () => {
  expect(read('docs/performance.md')).toContain(`measured on ${COSTS.measured}`);
});

test('a wrong number is refused with what is allowed', () => {
  let written = '';
  const output = { write: (text: string) => (written += text) };
  expect(simulate(['--questions', '0'], { stdout: output, stderr: output })).toBe(1);
  expect(written).toBe("--questions must be a whole number from 1 to 100000, found '0'.\n");
});
