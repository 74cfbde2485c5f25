/** Estimates how much memory records will take, from those before them. */

export type MeanBytes = {
  /** Returns how many bytes so many records will take. */
  of(records: number): number;
  /** Whether any were measured. */
  hasLearned(): boolean;
  /** Records how many bytes so many records took. */
  learn(records: number, bytes: number): void;
};

/** Fewer records than this do not change the mean. */
const LEAST_RECORDS = 16;
const WEIGHT = 0.25;

/** @param startBytes the size of one record before any was measured */
export function meanBytes(startBytes: number): MeanBytes {
  let mean = startBytes;
  let hasLearned = false;
  return {
    of: (records) => Math.ceil(records * mean),
    hasLearned: () => hasLearned,
    learn(records, bytes) {
      if (records < LEAST_RECORDS) return;
      mean += (hasLearned ? WEIGHT : 1) * (bytes / records - mean);
      hasLearned = true;
    },
  };
}
