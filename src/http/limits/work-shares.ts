/**
 * Limits how much work callers may cause within a minute, measured by the size of the records collected for them. Work
 * that has begun is finished; a caller whose share is used up is refused before any work begins.
 */

import type { Response } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import { windowCounts } from '../../lib/window-counts.ts';
import type { SharedCounters } from '../../operations/shared-cache.ts';
import type { Caller } from './callers.ts';

type WorkShares = {
  /**
   * Adds the remaining share to `RateLimit` and `RateLimit-Policy`, beside the limit of requests.
   *
   * @throws RegistryError `too-much-work` if nothing remains
   */
  check(caller: Caller, res: Response): void;
  /** Counts records, and their bytes together. */
  spend(caller: Caller, records: number, bytes: number): void;
};

export type WorkSharesOptions = {
  /** For each address; 0: no limit. */
  megabytesPerMinute: number;
  /** For each search token of a partner; 0: no limit. */
  partnerMegabytesPerMinute: number;
  sharedCounters?: SharedCounters | undefined;
  /** Called with every request that is refused. */
  onRefused: () => void;
  /** The steady clock, in milliseconds. */
  now: () => number;
};

const WINDOW_MS = 60_000;
/** How many callers are counted at once, at some 200 bytes each. */
const MOST_CALLERS = 50_000;
const BYTES_PER_KIBIBYTE = 1024;
const KIBIBYTES_PER_MEGABYTE = 1024;
/** What every record counts at least: finding, deciding, ordering and writing it is work, however small it is. */
const LEAST_RECORD_BYTES = 4096;
/** Amounts are shared with others only from this size on, so that small answers need no message. */
const SHARED_AT_ONCE_KIBIBYTES = 1024;
const NAMES: Record<Caller['kind'], string> = { partner: 'token-work', other: 'address-work' };

/** Makes the shares of all callers. */
export function workShares(options: WorkSharesOptions): WorkShares {
  const { megabytesPerMinute, partnerMegabytesPerMinute, sharedCounters, onRefused, now } = options;
  const shares: Record<Caller['kind'], number> = {
    partner: partnerMegabytesPerMinute * KIBIBYTES_PER_MEGABYTE,
    other: megabytesPerMinute * KIBIBYTES_PER_MEGABYTE,
  };
  const window = { windowMs: WINDOW_MS, mostCallers: MOST_CALLERS, now };
  const used = windowCounts(window);
  const unshared = windowCounts(window);

  /** Adds the amount to the shared counter, and takes over what others counted for the same caller. */
  async function share({ key, kind }: Caller, { increment, partAtOnce = 1 }: SharedCounters): Promise<void> {
    const here = unshared.add(key, 0);
    if (here.total < Math.min(SHARED_AT_ONCE_KIBIBYTES, shares[kind] * partAtOnce)) return;
    const amount = Math.floor(here.total);
    here.total -= amount;
    const together = await increment(`work ${key}`, WINDOW_MS, amount);
    if (together === undefined) return;
    const more = together.total - (used.of(key)?.total ?? 0);
    if (more > 0) used.add(key, more);
  }

  return {
    check({ key, kind }, res) {
      const share = shares[kind];
      if (share === 0) return;
      const known = used.of(key);
      const left = Math.max(0, Math.floor(share - (known?.total ?? 0)));
      const seconds = known === undefined ? WINDOW_MS / 1000 : Math.ceil((known.resetsAtMs - now()) / 1000);
      addLimit(res, 'RateLimit-Policy', `"${NAMES[kind]}"; q=${share * BYTES_PER_KIBIBYTE}; qu="content-bytes"; w=60`);
      addLimit(res, 'RateLimit', `"${NAMES[kind]}"; r=${left * BYTES_PER_KIBIBYTE}; t=${seconds}`);
      if (left > 0) return;
      onRefused();
      throw new RegistryError('too-much-work', { retryAfterSeconds: seconds });
    },
    spend({ key, kind }, records, bytes) {
      if (shares[kind] === 0) return;
      const kibibytes = Math.max(bytes, records * LEAST_RECORD_BYTES) / BYTES_PER_KIBIBYTE;
      used.add(key, kibibytes);
      if (sharedCounters === undefined) return;
      unshared.add(key, kibibytes);
      void share({ key, kind }, sharedCounters);
    },
  };
}

/** Appends a member to a header that is a list, with one member for each limit. */
function addLimit(res: Response, name: string, member: string): void {
  const before = res.getHeader(name);
  res.setHeader(name, before === undefined ? member : `${before}, ${member}`);
}
