/** Instances that share a cache: texts as each of them sees them, without a registry around. */

import { setTimeout as pause } from 'node:timers/promises';
import { openSharedCache, type SharedCache } from '../../../src/operations/shared-cache.ts';
import { PATIENCE_MS } from '../machine/patience.ts';
import type { Redis } from './redis.ts';

export const KEY = '5e'.repeat(32);

/** How long a cache may take on a machine that is busy with other things, where no test is about a slow one. */
export const PATIENT_MS = 10_000;

type Options = { key?: string; scope?: string; now?: () => number; url?: string; mostMs?: number };

/** The shared cache of one instance, connected, and what it reported to its operator. */
export async function joinCache(
  redis: Redis,
  { key = KEY, scope = 'test', now = Date.now, url = redis.url, mostMs = PATIENT_MS }: Options = {},
) {
  const reported: (string | undefined)[] = [];
  const cache = openSharedCache({ url, key, scope, now, mostMs, report: (trouble) => void reported.push(trouble) });
  await until(() => cache.status().isShared);
  return Object.assign(cache, { reported }) satisfies SharedCache;
}

/** @throws Error when it has been patient */
export async function until(isSo: () => boolean): Promise<void> {
  const lastMs = performance.now() + PATIENCE_MS;
  while (!isSo()) {
    if (performance.now() > lastMs) throw new Error(`Waited in vain for ${isSo}.`);
    await pause(5);
  }
}
