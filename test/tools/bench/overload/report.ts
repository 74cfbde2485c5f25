/** What was measured of an overload, for people to read. */

import type { Spread } from '../federation/timings.ts';
import { type Verdict, verdictWord } from '../targets.ts';
import { shown, textTable } from '../text-table.ts';
import type { OverloadFigures } from './overload.ts';

const MOST_TIMES_NORMAL = 3;
const REFUSED_WITHIN_MS = 100;
const RECOVERED_WITHIN_SECONDS = 5;

/** What an overload is measured by, and whether it was met. */
export function overloadVerdicts(figures: OverloadFigures): Verdict[] {
  const { normal, admitted, refused, otherwise, recoveredSeconds } = figures;
  const times = admitted.p50Ms / normal.p50Ms;
  return [
    {
      what: 'admitted, median',
      target: `<= ${MOST_TIMES_NORMAL} times normal`,
      figure: `${shown(admitted.p50Ms)} ms, ${times.toFixed(2)} times`,
      met: times <= MOST_TIMES_NORMAL,
    },
    {
      what: 'refused, p99',
      target: `<= ${REFUSED_WITHIN_MS} ms`,
      figure: `${shown(refused.p99Ms)} ms`,
      met: refused.p99Ms <= REFUSED_WITHIN_MS,
    },
    { what: 'neither answered nor refused', target: '0', figure: String(otherwise), met: otherwise === 0 },
    {
      what: 'as before after',
      target: `<= ${RECOVERED_WITHIN_SECONDS} s`,
      figure: `${shown(recoveredSeconds)} s`,
      met: recoveredSeconds <= RECOVERED_WITHIN_SECONDS,
    },
  ];
}

export function overloadReport(figures: OverloadFigures): string {
  const { connections, carriedPerSecond, offeredPerSecond, peakMegabytes } = figures;
  const rows = overloadVerdicts(figures).map(({ what, target, figure, met }) => [
    what,
    target,
    figure,
    verdictWord(met),
  ]);
  const times = [
    row('normal, half of what it carries', carriedPerSecond / 2, figures.normal),
    row('overload: answered', figures.admittedPerSecond, figures.admitted),
    row('overload: refused', figures.refusedPerSecond, figures.refused),
  ];
  const { normal, overload } = peakMegabytes;
  return [
    `Overload: ${connections} connections, ${shown(carriedPerSecond)} searches of ten partners a second carried, ${shown(offeredPerSecond)} asked`,
    textTable(['Target', 'wanted', 'found', ''], rows),
    textTable(['', 'a second', 'p50 ms', 'p99 ms', 'most'], times),
    `Peak resident memory: ${shown(normal)} MB before, ${shown(overload)} MB in the overload.`,
  ].join('\n\n');
}

function row(title: string, perSecond: number, { p50Ms, p99Ms, maxMs }: Spread): string[] {
  return [title, shown(perSecond), shown(p50Ms), shown(p99Ms), shown(maxMs)];
}
