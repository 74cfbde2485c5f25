/** What the work of an instance costs, and where each figure comes from: the one place of both. */

export type Costs = {
  /** When the measured ones were measured. */
  measured: string;
  /** Milliseconds of processor time of an answer that a partner gave now, without records; assumed. */
  answerMs: number;
  /** The same for each record in it; assumed: with 20 records an answer of 26 kB costs what was measured, 0.8 ms. */
  recordMs: number;
  /** Of an answer cached in memory: measured, 0.25 ms for ten of them. */
  hitMs: number;
  /** Of an answer fetched from the shared cache, unpacked and checked; assumed. */
  fetchedMs: number;
  /** Of a question itself, with what this registry finds: 0.07 ms was measured for a gene search of the public, rounded up. */
  questionMs: number;
  /** Bytes of memory of a cached answer, without records and for each as long as recorded ones: as the cache counts them. */
  keptBytes: number;
  recordBytes: number;
};

export const COSTS: Costs = {
  measured: '2026-11-22',
  answerMs: 0.3,
  recordMs: 0.025,
  hitMs: 0.025,
  fetchedMs: 0.1,
  questionMs: 0.1,
  keptBytes: 400,
  recordBytes: 1800,
};

/** Milliseconds of processor time of an answer with so many records. */
export function answerCost(records: number): number {
  return COSTS.answerMs + COSTS.recordMs * records;
}

/** Bytes of memory of an answer with so many records. */
export function keptBytes(records: number): number {
  return COSTS.keptBytes + COSTS.recordBytes * records;
}
