/** In which order files of tests run: none of the long ones is begun when all others have ended. */

import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from 'vitest/node';

/** Files whose path holds one of these first, in their order; then as vitest orders, which knows how long each took last time. */
export function longFirst(long: readonly string[]): TestSequencerConstructor {
  const rank = ({ moduleId }: TestSpecification) => {
    const found = long.findIndex((part) => moduleId.includes(part));
    return found === -1 ? long.length : found;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
    }
  };
}
