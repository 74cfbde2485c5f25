/** Whether a registry stayed as it was: what it held in the second minute beside what it holds in the last. */

import { median } from '../bench/measure-workload.ts';
import type { Verdict } from '../bench/targets.ts';
import { shown, textTable } from '../bench/text-table.ts';

/** What was seen at one moment. */
export type Sample = {
  /** Since the start of the load. */
  atMs: number;
  heapBytes: number;
  externalBytes: number;
  bufferBytes: number;
  residentBytes: number;
  openSockets: number;
};

const MINUTE_MS = 60_000;
const BYTES_PER_MEGABYTE = 1024 * 1024;
/** More than this may nothing grow, in parts of one. */
const MOST_GROWTH = 0.05;
/** Readers come and go: the number of their sockets is one of chance. */
const MOST_MORE_SOCKETS = 10;

/**
 * The second minute beside the last one; the load lasted for three minutes at least. Of memory the least of a minute
 * counts: on top of it is what was under way at the moment.
 */
export function steadiness(samples: readonly Sample[]): Verdict[] {
  const minutes = byMinute(samples);
  const [then = [], now = []] = [minutes[1], minutes.at(-1)];

  function flat(what: string, bytesOf: (sample: Sample) => number): Verdict {
    const [before, after] = [least(then, bytesOf), least(now, bytesOf)];
    const growth = after / before - 1;
    const figure = `${megabytes(before)} -> ${megabytes(after)} MB (${percent(growth)})`;
    return { what, target: `<= ${percent(MOST_GROWTH)}`, figure, met: growth <= MOST_GROWTH };
  }

  const [socketsThen, socketsNow] = [then, now].map((minute) => median(minute.map(({ openSockets }) => openSockets)));
  const more = (socketsNow ?? Number.NaN) - (socketsThen ?? Number.NaN);
  return [
    flat('heap in use after a collection, minute 2 and last', HEAP),
    flat('resident memory', RESIDENT),
    {
      what: 'open sockets',
      target: `<= ${MOST_MORE_SOCKETS} more`,
      figure: `${socketsThen} -> ${socketsNow}`,
      met: more <= MOST_MORE_SOCKETS,
    },
  ];
}

/** What was held in each minute, for people to see where it goes. */
export function minuteTable(samples: readonly Sample[]): string {
  const rows = byMinute(samples).map((minute, index) => {
    const memory = [HEAP, EXTERNAL, BUFFERS, RESIDENT].map((bytesOf) => megabytes(least(minute, bytesOf)));
    return [String(index + 1), ...memory, String(median(minute.map(({ openSockets }) => openSockets)))];
  });
  return textTable(['Minute, least MB', 'heap', 'outside it', 'buffers', 'resident', 'sockets'], rows);
}

const HEAP = ({ heapBytes }: Sample) => heapBytes;
const EXTERNAL = ({ externalBytes }: Sample) => externalBytes;
const BUFFERS = ({ bufferBytes }: Sample) => bufferBytes;
const RESIDENT = ({ residentBytes }: Sample) => residentBytes;

function byMinute(samples: readonly Sample[]): Sample[][] {
  const minutes = Map.groupBy(samples, ({ atMs }) => Math.floor(atMs / MINUTE_MS));
  // The last look may come a moment late.
  return [...minutes.values()].filter((minute) => minute.length > 1);
}

function least(minute: readonly Sample[], bytesOf: (sample: Sample) => number): number {
  return Math.min(...minute.map(bytesOf));
}

function megabytes(bytes: number): string {
  return shown(bytes / BYTES_PER_MEGABYTE);
}

function percent(share: number): string {
  return `${share >= 0 ? '+' : ''}${(share * 100).toFixed(1)} %`;
}
