/** The figures of two processes beside one, as a table with whether the target was met. */

import { type Verdict, verdictWord } from '../targets.ts';
import { shown, textTable } from '../text-table.ts';
import type { WorkersFigures } from './workers.ts';

/** Of what one process does with a second of processor time. */
const LEAST_SHARE = 0.9;

export function workersVerdicts(figures: readonly WorkersFigures[]): Verdict[] {
  return figures.map(({ workload, byProcessorTime }) => ({
    what: `${workload}: two processes beside one, by processor time`,
    target: `>= ${LEAST_SHARE}`,
    figure: byProcessorTime.toFixed(2),
    met: byProcessorTime >= LEAST_SHARE,
  }));
}

export function workersReport(figures: readonly WorkersFigures[]): string {
  const rows = figures.flatMap(({ workload, one, two, byTime }) =>
    [one, two].map((rates, at) => [
      at === 0 ? workload : '',
      String(at + 1),
      shown(rates.perSecond),
      at === 0 ? '' : `x ${byTime.toFixed(2)}`,
      shown(rates.perProcessorSecond),
      `${Math.round(rates.busy * 100)} %`,
    ]),
  );
  const verdicts = workersVerdicts(figures).map(({ what, target, figure, met }) => {
    return [what, target, figure, verdictWord(met)];
  });
  return [
    textTable(['Workload', 'processes', 'req/s', '', 'req per CPU s', 'busy'], rows),
    textTable(['Target', 'wanted', 'found', ''], verdicts),
  ].join('\n\n');
}
