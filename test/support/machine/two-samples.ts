/** Whether two samples of times come from the same: what a machine that is busy with other tests lets be judged. */

import type { SeededRandom } from '../../tools/bench/invented/seeded-random.ts';

/**
 * By how many standard deviations the times of one sample are above those of the other: the rank sum of Mann and Whitney,
 * in which a call that the machine held up counts for no more than any other.
 */
export function deviationsBetween(some: readonly number[], others: readonly number[]): number {
  const ranked = [...some.map((took) => ({ took, isSome: true })), ...others.map((took) => ({ took, isSome: false }))];
  ranked.sort((a, b) => a.took - b.took);
  const rankOfTime = new Map<number, { sum: number; count: number }>();
  for (const [place, { took }] of ranked.entries()) {
    const rank = rankOfTime.get(took) ?? { sum: 0, count: 0 };
    rankOfTime.set(took, { sum: rank.sum + place + 1, count: rank.count + 1 });
  }
  const meanRank = (took: number) => {
    const { sum, count } = rankOfTime.get(took) ?? { sum: 0, count: 1 };
    return sum / count;
  };
  const rankSum = some.reduce((sum, took) => sum + meanRank(took), 0);
  const expected = (some.length * (ranked.length + 1)) / 2;
  return (rankSum - expected) / Math.sqrt((expected * others.length) / 6);
}

export function medianOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/**
 * How far the median of a sample may be from that of all that might be measured, whatever their distribution: the chance
 * that it is farther is that of a normal one to be off by more than so many deviations.
 */
export function medianError(times: readonly number[], deviations: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  const reach = (deviations * Math.sqrt(times.length)) / 2;
  const [least, most] = [Math.floor(times.length / 2 - reach) - 1, Math.ceil(times.length / 2 + reach)];
  return ((sorted[most] ?? Number.POSITIVE_INFINITY) - (sorted[least] ?? Number.NEGATIVE_INFINITY)) / 2;
}

/** In an order by chance. */
export function shuffled<T>(items: readonly T[], random: SeededRandom): T[] {
  const left = [...items];
  return items.map(() => left.splice(random.below(left.length), 1)[0] as T);
}
