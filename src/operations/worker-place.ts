/** Which of several worker processes this one is: they serve one port over one file (docs/run.md#several-processes). */

export type WorkerPlace = {
  /** From 1 on. */
  number: number;
  count: number;
  /** The port at which all workers listen; 0: one that the system chooses. Undefined for a process that serves alone. */
  port?: number;
};

/** A process that serves alone. */
export const ALONE: WorkerPlace = { number: 1, count: 1 };

/** The environment variable by which a worker gets its place. */
export const PLACE_VARIABLE = 'ISEARCH_PROXY_WORKER';

/** @param text as {@link placeText} writes it; undefined for a process that serves alone */
export function readPlace(text: string | undefined): WorkerPlace {
  const [, number, count, port] = /^(\d+) of (\d+) at (\d+)$/.exec(text ?? '') ?? [];
  if (number === undefined || count === undefined) return ALONE;
  return { number: Number(number), count: Number(count), port: Number(port) };
}

export function placeText({ number, count, port }: Required<WorkerPlace>): string {
  return `${number} of ${count} at ${port}`;
}

/** The leader imports, follows a database and writes the database file; the other workers only read that file. */
export function isLeader({ number }: WorkerPlace): boolean {
  return number === 1;
}

/**
 * Returns this worker's share of what all workers together may have, such as calls under way or connections. Shares are
 * equal, and the first workers get the remainder. A share is at least one, because a worker without any could ask no
 * partner.
 *
 * @param total a whole number
 */
export function shareOf(total: number, { number, count }: WorkerPlace): number {
  return Math.max(1, Math.floor(total / count) + (number <= total % count ? 1 : 0));
}

/** Gives each partner this worker's share of its `maxConcurrency`, which bounds the calls of all workers together. */
export function sharesOf<Partner extends { maxConcurrency: number }>(
  partners: readonly Partner[],
  place: WorkerPlace,
): readonly Partner[] {
  return partners.map((partner) => ({ ...partner, maxConcurrency: shareOf(partner.maxConcurrency, place) }));
}
