/** Chance that repeats itself: the same seed makes the same choices on every machine. */

export type SeededRandom = {
  /** A whole number from 0 to `end` - 1. */
  below(end: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** So many different members of the list, in its order. */
  sample<T>(list: readonly T[], count: number): T[];
};

/** The generator known as mulberry32; good enough to spread test data, for nothing else. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const below = (end: number) => Math.floor(next() * end);

  return {
    below,
    chance: (probability) => next() < probability,
    pick<T>(list: readonly T[]) {
      return list[below(list.length)] as T;
    },
    sample<T>(list: readonly T[], count: number) {
      let wanted = count;
      return list.filter((_, index) => {
        const isTaken = below(list.length - index) < wanted;
        if (isTaken) wanted -= 1;
        return isTaken;
      });
    },
  };
}
