/** Numbers drawn from the distributions that waiting times follow; the same seed draws the same ones. */

import { seededRandom } from '../bench/invented/seeded-random.ts';

export type Chance = {
  /** From 0 up to 1. */
  next(): number;
  /** Half of them are below the median; `spread` is the standard deviation of the logarithm. */
  logNormal(median: number, spread: number): number;
  /** None is below `least`; the smaller `shape`, the longer the tail. */
  pareto(least: number, shape: number): number;
  /** Time between two things that happen by chance. */
  pause(mean: number): number;
};

const STEPS = 2 ** 32;

export function chance(seed: number): Chance {
  const { below } = seededRandom(seed);
  const next = () => below(STEPS) / STEPS;
  /** Above 0, for logarithms. */
  const positive = () => 1 - next();

  function normal(): number {
    return Math.sqrt(-2 * Math.log(positive())) * Math.cos(2 * Math.PI * next());
  }

  return {
    next,
    logNormal: (median, spread) => median * Math.exp(spread * normal()),
    pareto: (least, shape) => least / positive() ** (1 / shape),
    pause: (mean) => -mean * Math.log(positive()),
  };
}
