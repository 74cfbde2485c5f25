/** Numbers drawn by chance; the same seed draws the same ones. */

import { seededRandom } from './seeded-random.ts';

export type Chance = {
  /** From 0 up to 1. */
  next(): number;
  /** Half of them are below the median; `spread` is the standard deviation of the logarithm. */
  logNormal(median: number, spread: number): number;
};

const STEPS = 2 ** 32;

export function chance(seed: number): Chance {
  const { below } = seededRandom(seed);
  const next = () => below(STEPS) / STEPS;
  // Above 0, for the logarithm.
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return { next, logNormal: (median, spread) => median * Math.exp(spread * normal()) };
}
