/** Limits how often something may be done within an hour: by one caller, and by all together, over all processes. */

import type { HourlyTurn, TakeTurn } from '../../registry/state/counted-uses.ts';
import type { UseBound } from '../../registry/state/service-state.ts';

export type RateLimit = {
  /** Counts one use of the caller of an address, or returns how many seconds to wait. */
  take(address: string): Promise<HourlyTurn>;
};

/** A limit. Its name distinguishes what it counts from what others count; several addresses may have the same caller. */
export type HourlyLimit = UseBound & { callerOf: (address: string) => string };

export function rateLimit({ callerOf, ...bound }: HourlyLimit, takeTurn: TakeTurn): RateLimit {
  return { take: (address) => takeTurn(bound, callerOf(address)) };
}
