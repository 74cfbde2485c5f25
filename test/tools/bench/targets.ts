/** What a registry is measured by, and whether it was met. */

import type { RegistryFigures } from './bench-registry.ts';
import { shown } from './text-table.ts';

export type Verdict = { what: string; target: string; figure: string; met: boolean | undefined };

const MOST_IMPORT_SECONDS = 15;
const MOST_START_MS = 1000;
const MOST_MEGABYTES = 300;
const MOST_HELD_UP_MS = 50;
/** Targets in seconds and megabytes are for registries up to this size. */
const TARGET_PEOPLE = 5000;

export function verdicts({ workloads, slowQuestion, ...registry }: RegistryFigures): Verdict[] {
  const isJudged = registry.people <= TARGET_PEOPLE;

  function atMost(what: string, figure: number, most: number, unit: string): Verdict {
    const met = isJudged ? figure <= most : undefined;
    return { what, target: `<= ${shown(most)} ${unit}`, figure: `${shown(figure)} ${unit}`, met };
  }

  return [
    ...workloads.map(({ workload: { title, target }, ratio, ordinaryRatio }) => {
      const figure = `${ratio.toFixed(2)} (${ordinaryRatio.toFixed(2)} of res.send)`;
      return { what: title, target: `>= ${target}`, figure, met: ratio >= target };
    }),
    atMost('import', registry.importSeconds, MOST_IMPORT_SECONDS, 's'),
    atMost('start to first answer', registry.startMs, MOST_START_MS, 'ms'),
    ...(slowQuestion === undefined
      ? []
      : [atMost('gene search beside a slow question, p99', slowQuestion.p99Ms, MOST_HELD_UP_MS, 'ms')]),
    atMost('peak resident memory', registry.peakMegabytes, MOST_MEGABYTES, 'MB'),
  ];
}

export function verdictWord(met: boolean | undefined): string {
  if (met === undefined) return 'not judged';
  return met ? 'met' : 'NOT MET';
}
