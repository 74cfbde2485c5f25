/** The word of an operator that missing people have left, where it may stand on another server that answers late or never. */

import { setTimeout as pause } from 'node:timers/promises';
import type { Confirmation } from './held-back.ts';

/** It is read before what is withdrawn is written. */
const WAIT_MS = 500;

/**
 * @param confirmed when an operator last said so; may reject
 * @returns reads it, and answers within half a second: undefined where it has to wait, which no withdrawal does. What comes
 *   later is answered the next time
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
