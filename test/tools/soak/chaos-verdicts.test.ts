/** A chaos run must be able to fail: by one wrong answer, by what grows, and by a process that does not end. */

import { expect, test } from 'vitest';
import { chaosVerdicts, sampleTable } from './chaos/chaos-verdicts.ts';
import type { ChaosSample } from './chaos/samples.ts';

const CALM = { atMs: 0, residentMegabytes: 1000, descriptors: 200, sockets: 80 };

/** A look every ten seconds for so many minutes. */
function samples(changes: (atMinutes: number) => Partial<ChaosSample> = () => ({}), minutes = 10): ChaosSample[] {
  return Array.from({ length: minutes * 6 + 1 }, (_, index) => {
    return { ...CALM, atMs: index * 10_000, ...changes(index / 6) };
  });
}

function notMet(seen: ChaosSample[], more: object = {}): string[] {
  const tally = { questions: new Map(), outcomes: new Map(), parts: new Map(), wrong: [] as string[] };
  const found = { tally, samples: seen, calm: CALM, codes: [0, 0], processes: 6, ...more };
  return chaosVerdicts(found).flatMap(({ what, met }) => (met === false ? [what] : []));
}

test('a run without a wrong answer, in which nothing grows, is passed', () => {
  expect(notMet(samples())).toEqual([]);
});

test('one wrong answer is enough', () => {
  const tally = { questions: new Map(), outcomes: new Map(), parts: new Map(), wrong: ['12 s: names somebody'] };
  expect(notMet(samples(), { tally })).toEqual(['wrong answers and faults']);
});

test('an instance that does not end when it should is reported', () => {
  expect(notMet(samples(), { codes: [0, undefined] })).toEqual(['ended on request, with code']);
});

test('memory and descriptors that grow are reported, where the run is long enough to see it', () => {
  const growing = (minutes: number) => ({ residentMegabytes: 1000 + 60 * minutes, descriptors: 200 + 20 * minutes });
  expect(notMet(samples(growing))).toEqual([
    'resident memory, second and last third',
    'descriptors, second and last third',
  ]);
  expect(notMet(samples(growing, 2))).toEqual([]);
});

test('descriptors that stay open when all is calm are reported', () => {
  expect(notMet(samples(), { calm: { ...CALM, descriptors: 6000 } })).toEqual([
    'descriptors of a process when all is calm',
  ]);
});

test('every minute is shown', () => {
  expect(sampleTable(samples(undefined, 3)).split('\n')).toHaveLength(6);
});
