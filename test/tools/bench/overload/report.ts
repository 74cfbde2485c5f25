/** What was measured of an overload, for people to read. */

import type { Spread } from '../federation/timings.ts';
import { type Verdict, verdictWord } from '../targets.ts';
import { shown, textTable } from '../text-table.ts';
import type { OverloadFigures } from './overload.ts';

const MOST_TIMES_NORMAL = 3;
const REFUSED_WITHIN_MS = 100;
const RECOVERED_WITHIN_SECONDS = 5;
const MOST_BESIDE_SLOW = 1.2;

/** What an overload is measured by, and whether it was met. */
export function overloadVerdicts(figures: OverloadFigures): Verdict[] {
  const { normal, admitted, refused, otherwise, recoveredSeconds, slow } = figures;
  const times = admitted.p50Ms / normal.p50Ms;
  const besideSlow = slow.beside.p50Ms / slow.without.p50Ms;
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
    {
      what: `median beside ${slow.readers} slow readers and ${slow.writers} slow writers`,
      target: `<= ${MOST_BESIDE_SLOW} times without`,
      figure: `${shown(slow.beside.p50Ms)} ms, ${besideSlow.toFixed(2)} times`,
      met: besideSlow <= MOST_BESIDE_SLOW,
    },
  ];
}

export function overloadReport(figures: OverloadFigures): string {
  const { connections, carriedPerSecond, offeredPerSecond, slow, peakMegabytes } = figures;
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
    row('without slow readers and writers', undefined, slow.without),
    row('beside them', undefined, slow.beside),
  ];
  const { normal, overload, slow: besideSlow } = peakMegabytes;
  return [
    `Overload: ${connections} connections, ${shown(carriedPerSecond)} searches of ten partners a second carried, ${shown(offeredPerSecond)} asked`,
    textTable(['Target', 'wanted', 'found', ''], rows),
    textTable(['', 'a second', 'p50 ms', 'p99 ms', 'most'], times),
    `Beside the slow ones ${(slow.refusedShare * 100).toFixed(1)} % were refused. Peak resident memory: ${shown(normal)} MB before, ${shown(overload)} MB in the overload, ${shown(besideSlow)} MB with the slow ones.`,
  ].join('\n\n');
}

function row(title: string, perSecond: number | undefined, { p50Ms, p99Ms, maxMs }: Spread): string[] {
  return [title, perSecond === undefined ? '' : shown(perSecond), shown(p50Ms), shown(p99Ms), shown(maxMs)];
}
