/** Reads the confirmation of an operator that missing people have left, from a state that may be on a slow or unreachable server. */

import { setTimeout as pause } from 'node:timers/promises';
import type { Confirmation } from './held-back.ts';

/** The longest wait; withdrawals are written only afterwards. */
const WAIT_MS = 500;

/**
 * @param confirmed returns when an operator last confirmed it; may reject
 * @returns a function that reads it and answers within half a second; undefined if the state needs longer, because no
 *   withdrawal may wait. A late result is returned by the next call
 */
export function confirmationReader(confirmed: () => Promise<Date | undefined>): () => Promise<Confirmation> {
  let reading: Promise<Confirmation> | undefined;
  return async () => {
    reading ??= confirmed().then(
      (at) => ({ at }),
      () => undefined,
    );
    const answer = await Promise.race([reading, pause(WAIT_MS, 'late' as const, { ref: false })]);
    if (answer === 'late') return undefined;
    reading = undefined;
    return answer;
  };
}
