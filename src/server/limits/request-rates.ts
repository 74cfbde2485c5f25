/**
 * Limits how often a caller may ask within a minute, and how much work they may cause. The measure of work is the size
 * of the records collected for them. Partners have limits of their own. Work that has begun is finished.
 */

import type { Request, RequestHandler, Response } from 'express';
import { rateLimit, type Store } from 'express-rate-limit';
import { RegistryError } from '../../domain/errors.ts';
import { memoize } from '../../domain/memoize.ts';
import type { Counted, SharedCounters } from '../../lib/shared-state.ts';
import { windowCounts } from '../../lib/window-counts.ts';
import type { Caller } from './callers.ts';

export type RequestRatesOptions = {
  callerOf: (req: Request) => Caller | undefined;
  /** For each address; 0: no limit. */
  requestsPerMinute: number;
  /** For each search token of a partner; 0: no limit. */
  partnerRequestsPerMinute: number;
  sharedCounters?: SharedCounters | undefined;
  /** Called with every request that is refused. */
  onRefused: (kind: Caller['kind']) => void;
  /** The steady clock, in milliseconds. */
  now: () => number;
};

const WINDOW_MS = 60_000;
/** How many callers are counted at once, at some 200 bytes each. */
const MOST_CALLERS = 50_000;
/** The largest number of requests that are taken from shared counters at once. */
const MOST_AT_ONCE = 16;
const NAMES: Record<Caller['kind'], string> = { partner: 'token', other: 'address' };
const NOBODY: Caller = { kind: 'other', key: '' };

/**
 * Counts a request and sets `RateLimit` and `RateLimit-Policy`; a request over the limit is refused.
 *
 * @throws RegistryError `too-many-questions`, passed to the next handler
 */
export function requestRates(options: RequestRatesOptions): RequestHandler {
  const { requestsPerMinute, partnerRequestsPerMinute, callerOf, sharedCounters, onRefused, now } = options;
  const limits: Record<Caller['kind'], number> = { partner: partnerRequestsPerMinute, other: requestsPerMinute };
  const partAtOnce = sharedCounters?.partAtOnce ?? 0;
  const keyOf = memoize(({ kind, key }: Caller) => `${kind} ${key}`);
  const limitOfKey = (key: string) => limits[key.startsWith('partner ') ? 'partner' : 'other'];
  const callerOfCounted = (req: Request) => callerOf(req) ?? NOBODY;

  const count = rateLimit({
    windowMs: WINDOW_MS,
    limit: (req: Request) => limits[callerOfCounted(req).kind],
    keyGenerator: (req: Request) => keyOf(callerOfCounted(req)),
    identifier: (req: Request) => NAMES[callerOfCounted(req).kind],
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    store: counterStore({
      ...{ windowMs: WINDOW_MS, mostCallers: MOST_CALLERS, sharedCounters, now },
      atOnce: (key) => Math.max(1, Math.min(MOST_AT_ONCE, Math.floor(limitOfKey(key) * partAtOnce))),
    }),
    // Its validation writes to the console; tests here cover what it checks.
    validate: false,
    handler(req, res, next) {
      onRefused(callerOfCounted(req).kind);
      next(new RegistryError('too-many-questions', { retryAfterSeconds: Number(res.getHeader('Retry-After')) }));
    },
  });

  return (req, res, next) => {
    const caller = callerOf(req);
    if (caller === undefined || limits[caller.kind] === 0) return next();
    return count(req, res, next);
  };
}

// Counts requests in bounded memory, and together with other processes and instances where they share counters. Shared
// counts can only raise the count of this process: a program that writes to a shared cache cannot lift a limit.

type CounterStoreOptions = Parameters<typeof windowCounts>[0] & {
  sharedCounters: SharedCounters | undefined;
  /** How many uses of a caller are taken from the shared counter at once; by default each on its own. */
  atOnce?: (key: string) => number;
};

/** Uses that this process took from the shared counter and gives to requests, from `next` to `last`. */
type Taken = { next: number; last: number; resetsAtMs: number };

/** Makes the store that express-rate-limit counts in. */
export function counterStore({ sharedCounters, atOnce = () => 1, ...window }: CounterStoreOptions): Store {
  const own = windowCounts(window);
  /** By the counts of callers, with which they are forgotten. */
  const taken = new WeakMap<Counted, Taken>();
  const underWay = new WeakMap<Counted, Promise<Counted | undefined>>();

  /** Takes uses, gives the first of them to the caller of this function, and holds the others for later. */
  async function take(key: string, here: Counted, uses: number): Promise<Counted | undefined> {
    const shared = await sharedCounters?.increment(key, window.windowMs, uses);
    if (shared === undefined) return undefined;
    const { total: last, resetsAtMs } = shared;
    const first = last - uses + 1;
    taken.set(here, { next: first + 1, last, resetsAtMs });
    return { total: first, resetsAtMs };
  }

  /** Returns the number of this use among those of all; every use has its own, so no more than a limit are below it. */
  async function numberInAll(key: string, here: Counted): Promise<Counted | undefined> {
    const uses = atOnce(key);
    if (uses === 1) return take(key, here, uses);
    for (;;) {
      const held = taken.get(here);
      if (held !== undefined && held.next <= held.last && held.resetsAtMs > window.now()) {
        return { total: held.next++, resetsAtMs: held.resetsAtMs };
      }
      const others = underWay.get(here);
      if (others === undefined) {
        const mine = take(key, here, uses);
        underWay.set(here, mine);
        return mine.finally(() => underWay.delete(here));
      }
      if ((await others) === undefined) return undefined;
    }
  }

  return {
    async increment(key) {
      const counted = own.add(key, 1);
      const here = { ...counted };
      const shared = sharedCounters && (await numberInAll(key, counted));
      const { total, resetsAtMs } = shared !== undefined && shared.total > here.total ? shared : here;
      return { totalHits: total, resetTime: new Date(Date.now() + resetsAtMs - window.now()) };
    },
    // Every request counts, also a refused one.
    decrement() {},
    resetKey: own.forget,
  };
}

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
const BYTES_PER_KIBIBYTE = 1024;
const KIBIBYTES_PER_MEGABYTE = 1024;
/** What every record counts at least: finding, deciding, ordering and writing it is work, however small it is. */
const LEAST_RECORD_BYTES = 4096;
/** Amounts are shared with others only from this size on, so that small answers need no message. */
const SHARED_AT_ONCE_KIBIBYTES = 1024;
const SHARE_NAMES: Record<Caller['kind'], string> = { partner: 'token-work', other: 'address-work' };

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
      addLimit(
        res,
        'RateLimit-Policy',
        `"${SHARE_NAMES[kind]}"; q=${share * BYTES_PER_KIBIBYTE}; qu="content-bytes"; w=60`,
      );
      addLimit(res, 'RateLimit', `"${SHARE_NAMES[kind]}"; r=${left * BYTES_PER_KIBIBYTE}; t=${seconds}`);
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
