/** Whether an instance is whole again after one of its processes was killed. */

import type { Instance } from './network.ts';

const LOOKS = 4;

/** As many workers as before, each of which says that it is ready and that the data are those of the database. */
export async function isInOrder(
  { url, ...instance }: Pick<Instance, 'url' | 'workers'>,
  workers: number,
): Promise<boolean> {
  if (instance.workers().length < workers) return false;
  // Connections come to the workers in turn.
  const told = await Promise.all(Array.from({ length: LOOKS }, () => readiness(url)));
  return told.every((text) => text === 'ready');
}

async function readiness(url: string): Promise<string | undefined> {
  try {
    return await (await fetch(`${url}/readyz`, { headers: { Connection: 'close' } })).text();
  } catch {
    return undefined;
  }
}
