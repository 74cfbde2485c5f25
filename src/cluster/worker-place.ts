/** Which of several processes this one is: they serve the same port over the same file (docs/run.md#several-processes). */

export type WorkerPlace = {
  /** From 1 on. */
  number: number;
  count: number;
  /** At which all of them listen; 0: the one that the system gives them. Undefined for a process that serves alone. */
  port?: number;
};

/** A process that serves alone. */
export const ALONE: WorkerPlace = { number: 1, count: 1 };

/** How a worker gets its place. */
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

/** The first one imports, follows a database and writes the log of it; what it does the others read in the file. */
export function isLeader({ number }: WorkerPlace): boolean {
  return number === 1;
}

/**
 * How many of the calls that all workers together may have under way are this one's: equal shares, the first ones take
 * the rest. At least one, as a worker without any could not ask at all.
 *
 * @param total a whole number
 */
function shareOf(total: number, { number, count }: WorkerPlace): number {
  return Math.max(1, Math.floor(total / count) + (number <= total % count ? 1 : 0));
}

/** Partners as one of several processes may ask them: calls are bounded over all of them. */
export function sharesOf<Partner extends { maxConcurrency: number }>(
  partners: readonly Partner[],
  place: WorkerPlace,
): readonly Partner[] {
  return partners.map((partner) => ({ ...partner, maxConcurrency: shareOf(partner.maxConcurrency, place) }));
}
