/** Whether an instance is whole again after one of its processes was killed. */

import { setTimeout as pause } from 'node:timers/promises';
import type { Instance } from './network.ts';

const LOOKS = 4;
const MOST_ANSWER_MS = 5000;
/** MariaDB may be away meanwhile, too. */
const MOST_IN_ORDER_MS = 45_000;

/**
 * Until as many workers as before have started, and the one that follows the database has looked at it.
 *
 * @throws Error when that takes longer than it may
 */
export async function inOrder(instance: Instance, workers: number): Promise<void> {
  const lastMs = performance.now() + MOST_IN_ORDER_MS;
  while (!(await isInOrder(instance, workers))) {
    if (performance.now() > lastMs) {
      throw new Error(
        `${instance.name} is not in order after ${MOST_IN_ORDER_MS / 1000} s: ${await readiness(instance.url)}`,
      );
    }
    await pause(100);
  }
}

/** As many workers as that, each of which says that it is ready and that the data are those of the database. */
async function isInOrder({ url, ...instance }: Pick<Instance, 'url' | 'workers'>, workers: number): Promise<boolean> {
  if (instance.workers().length < workers) return false;
  // Connections come to the workers in turn.
  const looks = await Promise.all(Array.from({ length: LOOKS }, () => readiness(url)));
  return looks.every((text) => text === 'ready');
}

async function readiness(url: string): Promise<string | undefined> {
  try {
    return await (
      await fetch(`${url}/readyz`, { headers: { Connection: 'close' }, signal: AbortSignal.timeout(MOST_ANSWER_MS) })
    ).text();
  } catch {
    return undefined;
  }
}
