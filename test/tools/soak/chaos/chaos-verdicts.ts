/** Whether a chaos run was passed, and what became of its questions. */

import { median } from '../../bench/measure-workload.ts';
import type { Verdict } from '../../bench/targets.ts';
import { shown, textTable } from '../../bench/text-table.ts';
import type { Answered } from './ask.ts';
import type { ChaosTally } from './chaos.ts';
import type { Expectation } from './judge.ts';
import type { ChaosSample } from './samples.ts';

const MINUTE_MS = 60_000;
/** Growth can be distinguished from warming up only when there is enough to compare. */
const LEAST_MINUTES = 5;
const MOST_GROWTH = 0.1;
const MOST_MORE_DESCRIPTORS = 30;
/** Of a process that is at rest: files, listeners, connections that are kept for partners, database and cache. */
const MOST_CALM_DESCRIPTORS = 120;

/** In one or two words: the status, and of several registries whether the answer is whole. */
export function outcomeOf(answered: Answered, { form, isStreamed }: Expectation): string {
  if ('broken' in answered) return `broken: ${answered.broken}`;
  const { status, text } = answered.reply;
  if (status !== 200) return `${status} ${/"code":\s?"([\w-]+)"/.exec(text)?.[1] ?? ''}`.trim();
  if (form === 'text') return '200';
  if (isStreamed && !text.includes('{"type":"end"')) return '200, cut';
  return text.includes('"complete":true') ? '200, complete' : '200, not complete';
}

export function chaosVerdicts(found: {
  tally: ChaosTally;
  samples: readonly ChaosSample[];
  calm: ChaosSample;
  codes: readonly (number | undefined)[];
  processes: number;
}): Verdict[] {
  const { tally, samples, calm, codes, processes } = found;
  const none = tally.wrong.length === 0;
  const calmEach = Math.round(calm.descriptors / processes);
  return [
    { what: 'wrong answers and faults', target: 'none', figure: String(tally.wrong.length), met: none },
    {
      what: 'ended on request, with code',
      target: '0',
      figure: codes.join(', '),
      met: codes.every((code) => code === 0),
    },
    ...flatness(samples),
    {
      what: 'descriptors of a process when all is calm',
      target: `<= ${MOST_CALM_DESCRIPTORS}`,
      figure: String(calmEach),
      met: calmEach <= MOST_CALM_DESCRIPTORS,
    },
  ];
}

/** The middle of the run beside its end; of each the median, as processes are killed and start again. */
export function flatness(samples: readonly ChaosSample[]): Verdict[] {
  const isLong = (samples.at(-1)?.atMs ?? 0) >= LEAST_MINUTES * MINUTE_MS;
  const third = Math.floor(samples.length / 3);
  const [then, now] = [samples.slice(third, 2 * third), samples.slice(2 * third)];
  const medians = (of: (sample: ChaosSample) => number) => [then, now].map((part) => median(part.map(of)));
  const [residentThen = 0, residentNow = 0] = medians(({ residentMegabytes }) => residentMegabytes);
  const [openThen = 0, openNow = 0] = medians(({ descriptors }) => descriptors);
  const growth = residentNow / residentThen - 1;
  return [
    {
      what: 'resident memory, second and last third',
      target: `<= +${MOST_GROWTH * 100} %`,
      figure: `${shown(residentThen)} -> ${shown(residentNow)} MB`,
      met: isLong ? growth <= MOST_GROWTH : undefined,
    },
    {
      what: 'descriptors, second and last third',
      target: `<= ${MOST_MORE_DESCRIPTORS} more`,
      figure: `${openThen} -> ${openNow}`,
      met: isLong ? openNow - openThen <= MOST_MORE_DESCRIPTORS : undefined,
    },
  ];
}

/** What was held in each minute: the median of what was seen. */
export function sampleTable(samples: readonly ChaosSample[]): string {
  const minutes = Map.groupBy(samples, ({ atMs }) => Math.floor(atMs / MINUTE_MS));
  const rows = [...minutes].map(([minute, seen]) => {
    const of = (pick: (sample: ChaosSample) => number) => shown(median(seen.map(pick)));
    return [
      String(minute + 1),
      of(({ residentMegabytes }) => residentMegabytes),
      of(({ descriptors }) => descriptors),
      of(({ sockets }) => sockets),
    ];
  });
  return textTable(['Minute', 'resident MB', 'descriptors', 'sockets'], rows);
}
