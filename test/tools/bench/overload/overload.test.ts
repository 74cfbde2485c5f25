/** The verdicts on an overload can be lost, each by itself. */

import { expect, test } from 'vitest';
import type { OverloadFigures } from './overload.ts';
import { overloadReport, overloadVerdicts } from './report.ts';

test('figures at the targets meet them all, and are printed in full', () => {
  expect(overloadVerdicts(figures()).map(({ met }) => met)).toEqual([true, true, true, true]);
  expect(overloadReport(figures())).toContain('2000 connections');
});

test.each([
  ['admitted, median', { admitted: spread(301) }],
  ['refused, p99', { refused: spread(101) }],
  ['neither answered nor refused', { otherwise: 1 }],
  ['as before after', { recoveredSeconds: 5.5 }],
  ['as before after', { recoveredSeconds: Number.POSITIVE_INFINITY }],
])('figures beyond the target for %s do not meet it', (what, changes) => {
  const lost = overloadVerdicts({ ...figures(), ...changes }).filter(({ met }) => met === false);
  expect(lost.map((verdict) => verdict.what)).toEqual([expect.stringContaining(what)]);
});

function spread(ms: number) {
  return { p50Ms: ms, p99Ms: ms, maxMs: ms };
}

function figures(): OverloadFigures {
  return {
    connections: 2000,
    carriedPerSecond: 100,
    offeredPerSecond: 500,
    normal: spread(100),
    admittedPerSecond: 100,
    admitted: spread(300),
    refused: spread(100),
    refusedPerSecond: 400,
    otherwise: 0,
    recoveredSeconds: 5,
    peakMegabytes: { normal: 300, overload: 400 },
  };
}
