/** The end of a command that has to stop. */

const SIGNALS = [
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGTERM', 15],
] as const;

/** While the work goes on, a signal ends the process so that whoever waits for its `exit` can remove what was begun. */
export async function exitingAtSignals<T>(work: () => Promise<T>): Promise<T> {
  const ends = SIGNALS.map(([name, number]) => [name, () => process.exit(128 + number)] as const);
  for (const [name, end] of ends) process.on(name, end);
  try {
    return await work();
  } finally {
    for (const [name, end] of ends) process.off(name, end);
  }
}
