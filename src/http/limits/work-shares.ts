/**
 * How much work callers make within a minute: the records that are collected for them, by their size. What is begun is
 * done; whoever has used up their share is refused before anything is done.
 */

import type { Response } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import type { SharedCounters } from '../../shared-cache/shared-counters.ts';
import type { Caller } from './callers.ts';
import { windowCounts } from './window-counts.ts';

type WorkShares = {
  /**
   * Says in `RateLimit` and `RateLimit-Policy` what is left, beside how many questions are.
   *
   * @throws RegistryError `too-much-work` when nothing is left
   */
  check(caller: Caller, res: Response): void;
  /** Counts so many records of so many bytes together. */
  spend(caller: Caller, records: number, bytes: number): void;
};

export type WorkSharesOptions = {
  /** For each address; 0: as much as it likes. */
  megabytesPerMinute: number;
  /** For each search token of a partner; 0: as much as it likes. */
  partnerMegabytesPerMinute: number;
  sharedCounters?: SharedCounters | undefined;
  /** Called with every request that is refused. */
  onRefused: () => void;
  /** The steady clock, in milliseconds. */
  now: () => number;
};

const WINDOW_MS = 60_000;
/** Some 200 bytes each. */
const MOST_CALLERS = 50_000;
const BYTES_PER_KIBIBYTE = 1024;
const KIBIBYTES_PER_MEGABYTE = 1024;
/** To find, decide, order and write a record is work, however small it is. */
const LEAST_RECORD_BYTES = 4096;
/** So much at once is shared with other instances, so that small answers cost no question to the cache in common. */
const SHARED_AT_ONCE_KIBIBYTES = 1024;
const NAMES: Record<Caller['kind'], string> = { partner: 'token-work', other: 'address-work' };

export function workShares(options: WorkSharesOptions): WorkShares {
  const { megabytesPerMinute, partnerMegabytesPerMinute, sharedCounters, onRefused, now } = options;
  const shares: Record<Caller['kind'], number> = {
    partner: partnerMegabytesPerMinute * KIBIBYTES_PER_MEGABYTE,
    other: megabytesPerMinute * KIBIBYTES_PER_MEGABYTE,
  };
  const window = { windowMs: WINDOW_MS, mostCallers: MOST_CALLERS, now };
  const used = windowCounts(window);
  const unshared = windowCounts(window);

  /** What other instances count of the same caller counts here, too. */
  async function share(key: string, { increment }: SharedCounters): Promise<void> {
    const here = unshared.add(key, 0);
    if (here.total < SHARED_AT_ONCE_KIBIBYTES) return;
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
      void share(key, sharedCounters);
    },
  };
}

/** These are lists: one member for each limit. */
function addLimit(res: Response, name: string, member: string): void {
  const before = res.getHeader(name);
  res.setHeader(name, before === undefined ? member : `${before}, ${member}`);
}
