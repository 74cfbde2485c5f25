/** Decides when a worker that ended is started again, and when starting it again would not help. */

type Restart = { afterMs: number } | 'give-up';

/** After so many ends within that time the cause is not chance. */
export const MOST_ENDS = 5;
export const WITHIN_MS = 60_000;
const FIRST_WAIT_MS = 100;

/** Returns a function to call with every worker that ended by itself; it returns what to do. `now` is in milliseconds. */
export function restarts(now: () => number): () => Restart {
  let ends: number[] = [];
  return () => {
    const at = now();
    ends = [...ends.filter((before) => at - before < WITHIN_MS), at];
    if (ends.length >= MOST_ENDS) return 'give-up';
    return { afterMs: FIRST_WAIT_MS * 2 ** (ends.length - 1) };
  };
}
