/** The end of a command that has to stop. */

import type { Host } from './command.ts';

const SIGNALS = [
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGTERM', 15],
] as const;

/** While the work goes on, a signal ends the process so that whoever waits for its `exit` can remove what was begun. */
export async function exitingAtSignals<T>({ signals, exit }: Host, work: () => Promise<T>): Promise<T> {
  const ends = SIGNALS.map(([name, number]) => [name, () => exit(128 + number)] as const);
  for (const [name, end] of ends) signals.on(name, end);
  try {
    return await work();
  } finally {
    for (const [name, end] of ends) signals.off(name, end);
  }
}

/** What a program says that has to stop. */
export const STOPPING = 'Stopping: no new requests, those under way may end.';

/** npm hands on what the terminal has sent already. */
const SAME_SIGNAL_MS = 500;

/**
 * Listens for the signals that stop a program. After the first one, a further one ends it at once, also where it hangs.
 *
 * @param beforeEnd is called right before that
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
        // Nobody listens any more: the signal itself ends it.
        endBy(name);
      });
    }
  }
  for (const name of names) signals.on(name, stop);
  return { stopped, signal: stopping.signal };
}
