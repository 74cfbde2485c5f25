/** Ends commands at signals. */

import type { Host } from './command.ts';

const SIGNALS = [
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGTERM', 15],
] as const;

/** Does the work; a signal meanwhile ends the process, after its `exit` listeners have removed unfinished files. */
export async function exitingAtSignals<T>({ signals, exit }: Host, work: () => Promise<T>): Promise<T> {
  const ends = SIGNALS.map(([name, number]) => [name, () => exit(128 + number)] as const);
  for (const [name, end] of ends) signals.on(name, end);
  try {
    return await work();
  } finally {
    for (const [name, end] of ends) signals.off(name, end);
  }
}

/** Printed when a program stops. */
export const STOPPING = 'Stopping: new requests are refused, running requests may finish.';

/** npm forwards the signal that the terminal has already sent. */
const SAME_SIGNAL_MS = 500;

/**
 * Listens for the signals that stop a program. After the first one, a further one ends it at once, even if it hangs.
 *
 * @param beforeEnd called right before that end
 */
export function stopSignal(
  { signals, endBy }: Host,
  beforeEnd?: () => void,
): { stopped: Promise<void>; signal: AbortSignal } {
  const stopping = new AbortController();
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  const names = ['SIGINT', 'SIGTERM'] as const;
  function stop(): void {
    if (stopping.signal.aborted) return;
    stopping.abort();
    resolve();
    setTimeout(endAtNext, SAME_SIGNAL_MS).unref();
  }
  function endAtNext(): void {
    for (const name of names) {
      signals.off(name, stop);
      if (beforeEnd === undefined) continue;
      signals.once(name, () => {
        beforeEnd();
        // No listener is left, so the signal itself ends the process.
        endBy(name);
      });
    }
  }
  for (const name of names) signals.on(name, stop);
  return { stopped, signal: stopping.signal };
}
