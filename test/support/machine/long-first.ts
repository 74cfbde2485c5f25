/** In which order files of tests run: none of the long ones is begun when all others have ended. */

import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from 'vitest/node';

/**
 * Files whose path holds one of `long` first, in their order; then as vitest orders, which knows how long each took last time.
 * Others whose path holds one of `waiting` wait for most of their time: one comes after each of the first, so that the
 * processors have something to do meanwhile.
 */
export function longFirst(long: readonly string[], waiting: readonly string[] = []): TestSequencerConstructor {
  const rank = ({ moduleId }: TestSpecification) => {
    const found = long.findIndex((part) => moduleId.includes(part));
    return found === -1 ? long.length : found;
  };
  const waits = (file: TestSpecification) =>
    rank(file) === long.length && waiting.some((part) => file.moduleId.includes(part));
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files);
      const between = sorted.filter(waits);
      const others = sorted.filter((file) => !waits(file)).toSorted((one, other) => rank(one) - rank(other));
      return [...others.flatMap((file, at) => [file, ...between.slice(at, at + 1)]), ...between.slice(others.length)];
    }
  };
}
