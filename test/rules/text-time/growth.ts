/** How the time of a computation grows with the text that it is given. */

import { computingTime } from '../../support/machine/stopwatch.ts';

const LENGTHS = [8_192, 16_384, 32_768] as const;
const [SHORTEST, MIDDLE, LONGEST] = LENGTHS;
/** What doubles with the text is 2, what grows with its square 4. */
const LARGEST_RATIO = 3;
/** Less than this for the longest text matters to nobody; the square of its length takes many times as much. */
const FLOOR_MS = 6;
/** What grows with the third power of the length, and takes no longer for this length, takes less than that for the longest. */
const floorMs = (length: number) => FLOOR_MS / (LONGEST / length) ** 3;
/** Texts on the way up, so that what grows faster than the square ends here. */
const SHORT_LENGTHS = [16, 24, 128, 1_024];
const LONGEST_SHORT_MS = 20;
const REPEATS = 3;
/** What takes so long is measured once: another process that takes the processor does not count. */
const LONG_MS = 40;

/** A text of about so many signs. */
export type TextOfLength = (length: number) => string;

type Compute = (text: string) => unknown;

/**
 * What is wrong with the time that it takes, if something is. What grows too fast is found every time; a processor that was
 * slower for a moment, as others used it too, is not.
 */
export function growthFault(compute: Compute, textOf: TextOfLength): string | undefined {
  return measuredFault(compute, textOf) && measuredFault(compute, textOf);
}

function measuredFault(compute: Compute, textOf: TextOfLength): string | undefined {
  for (const length of SHORT_LENGTHS) {
    const text = textOf(length);
    if (!isWithin(LONGEST_SHORT_MS, () => compute(text)))
      return `takes over ${LONGEST_SHORT_MS} ms for ${length} signs`;
  }
  for (const length of [SHORTEST, MIDDLE]) {
    if (elapsedMs(() => compute(textOf(length))) <= floorMs(length)) return undefined;
  }
  const onceMs = processorMs(() => compute(textOf(LONGEST)), 1);
  if (onceMs <= FLOOR_MS) return undefined;
  const middle = processorMs(() => compute(textOf(MIDDLE)));
  // Further measurements of the longest could only find less.
  if (onceMs <= LARGEST_RATIO * middle) return undefined;
  const short = processorMs(() => compute(textOf(SHORTEST)));
  const long = onceMs > LONG_MS ? onceMs : processorMs(() => compute(textOf(LONGEST)));
  const ratios = [middle / Math.max(short, FLOOR_MS / 16), long / Math.max(middle, FLOOR_MS / 4)];
  if (long <= FLOOR_MS || ratios.some((ratio) => ratio <= LARGEST_RATIO)) return undefined;
  const times = [short, middle, long].map((ms) => ms.toFixed(1));
  return `takes ${times.join(', ')} ms for ${LENGTHS.join(', ')} signs`;
}

/** By the clock, which is quickest to read; what it finds long is measured again. */
function isWithin(ms: number, compute: () => unknown): boolean {
  return elapsedMs(compute) <= ms || processorMs(compute) <= ms;
}

function elapsedMs(compute: () => unknown): number {
  const began = performance.now();
  compute();
  return performance.now() - began;
}

/** The least of several measurements. */
function processorMs(compute: () => unknown, repeats = REPEATS): number {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < repeats; count++) {
    const tookMs = computingTime();
    compute();
    least = Math.min(least, tookMs());
    if (least > LONG_MS) break;
  }
  return least;
}
