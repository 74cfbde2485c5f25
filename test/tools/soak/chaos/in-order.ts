/** Whether an instance is whole again after one of its processes was killed. */

import { setTimeout as pause } from 'node:timers/promises';
import type { Instance } from './network.ts';

const MOST_ANSWER_MS = 5000;
/** MariaDB may be away meanwhile, too. */
const MOST_IN_ORDER_MS = 45_000;
/** A time of the metrics may be so much before the clock here. */
const ROUNDED_MS = 50;

/**
 * Until all processes of the instance serve, and one of them has looked at the followed database since that time.
 *
 * @throws Error when that takes longer than it may
 */
export async function inOrder(instance: Instance, sinceMs = 0): Promise<void> {
  const lastMs = performance.now() + MOST_IN_ORDER_MS;
  for (;;) {
    const metrics = await metricsOf(instance);
    if (isInOrder(metrics, instance.workersWanted, sinceMs)) return;
    if (performance.now() > lastMs) {
      const numbers = metrics?.match(/^isearch_(?:workers|follow)\S* .*$/gm)?.join(', ') ?? 'no metrics';
      throw new Error(`${instance.name} is not in order after ${MOST_IN_ORDER_MS / 1000} s: ${numbers}`);
    }
    await pause(100);
  }
}

function isInOrder(metrics: string | undefined, workersWanted: number, sinceMs: number): boolean {
  if (metrics === undefined || !(numberOf(metrics, 'workers') >= workersWanted)) return false;
  if (!metrics.includes('isearch_follow_')) return true;
  const lookedMs = 1000 * numberOf(metrics, 'follow_last_success_timestamp_seconds');
  return lookedMs > sinceMs + ROUNDED_MS && numberOf(metrics, 'follow_answering') === 1;
}

function numberOf(metrics: string, name: string): number {
  return Number(new RegExp(`^isearch_${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN);
}

async function metricsOf({ metricsUrl }: Instance): Promise<string | undefined> {
  try {
    return await (await fetch(metricsUrl, { signal: AbortSignal.timeout(MOST_ANSWER_MS) })).text();
  } catch {
    return undefined;
  }
}
