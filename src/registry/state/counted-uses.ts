/** Bounds on how often something is done within an hour, by one caller and by all together, whichever process does it. */

import { HOUR_MS } from '../../domain/durations.ts';
import { keyedDigest } from './keyed-digest.ts';
import type { UseBound, UseStore } from './service-state.ts';

/** Whether there was room; else after how many seconds there may be. */
export type HourlyTurn = { isAllowed: true } | { isAllowed: false; retryAfterSeconds: number };

/** Counts one use of a caller. A refused one is not counted. @throws RegistryError `state-unavailable` */
export type TakeTurn = (bound: UseBound, caller: string) => Promise<HourlyTurn>;

type Options = {
  store: UseStore;
  /** 32 bytes, the same in all processes and instances. Without it, nobody can be found from the stored digests of callers. */
  key: Uint8Array;
  now: () => Date;
};

export function countedUses({ store, key, now }: Options): TakeTurn {
  return async (bound, caller) => {
    const nowMs = now().getTime();
    const digest = keyedDigest(key, `${bound.name} ${caller}`);
    const taken = await store.take(bound, digest, nowMs);
    if (taken === 'taken') return { isAllowed: true };
    const waitMs = taken.oldestAtMs + HOUR_MS - nowMs;
    return { isAllowed: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
  };
}
