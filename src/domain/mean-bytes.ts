/** How much memory so many records will take, by what those before them took. */

export type MeanBytes = {
  /** What so many will take. */
  of(records: number): number;
  /** What so many took. */
  learn(records: number, bytes: number): void;
};

/** A few say little about all others. */
const LEAST_RECORDS = 16;
const WEIGHT = 0.25;

/** @param startBytes of one record, before anything was learned */
export function meanBytes(startBytes: number): MeanBytes {
  let mean = startBytes;
  return {
    of: (records) => Math.ceil(records * mean),
    learn(records, bytes) {
      if (records >= LEAST_RECORDS) mean += WEIGHT * (bytes / records - mean);
    },
  };
}
