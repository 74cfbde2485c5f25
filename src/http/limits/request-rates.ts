/** Limits how often a caller may ask within a minute. Partners have a limit of their own. */

import type { Request, RequestHandler } from 'express';
import { rateLimit, type Store } from 'express-rate-limit';
import { RegistryError } from '../../domain/errors.ts';
import { windowCounts } from '../../lib/window-counts.ts';
import type { SharedCounters } from '../../operations/shared-cache.ts';
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

/**
 * Counts a request and sets `RateLimit` and `RateLimit-Policy`; a request over the limit is refused.
 *
 * @throws RegistryError `too-many-questions`, passed to the next handler
 */
export function requestRates(options: RequestRatesOptions): RequestHandler {
  const { requestsPerMinute, partnerRequestsPerMinute, callerOf, sharedCounters, onRefused, now } = options;
  const limits: Record<Caller['kind'], number> = { partner: partnerRequestsPerMinute, other: requestsPerMinute };
  const counted = new WeakMap<Request, Caller>();
  const partAtOnce = sharedCounters?.partAtOnce ?? 0;
  const keyOf = ({ kind, key }: Caller) => `${kind} ${key}`;
  const limitOfKey = (key: string) => limits[key.startsWith('partner ') ? 'partner' : 'other'];
  const callerOfCounted = (req: Request) => counted.get(req) ?? { kind: 'other', key: '' };

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
    if (counted.has(req)) return next();
    const caller = callerOf(req);
    if (caller === undefined || limits[caller.kind] === 0) return next();
    counted.set(req, caller);
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

type Counted = { total: number; resetsAtMs: number };
/** Uses that this process took from the shared counter and gives to requests, from `next` to `last`. */
type Taken = { next: number; last: number; resetsAtMs: number };

/** Makes the store that express-rate-limit counts in. */
export function counterStore({ sharedCounters, atOnce = () => 1, ...window }: CounterStoreOptions): Store {
  const own = windowCounts(window);
  /** By the counts of callers, with which they are forgotten. */
  const taken = new WeakMap<Counted, Taken>();
  const underWay = new WeakMap<Counted, Promise<Counted | undefined>>();

  /** Takes uses, gives the first of them to the caller of this function, and keeps the others. */
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
      const kept = taken.get(here);
      if (kept !== undefined && kept.next <= kept.last && kept.resetsAtMs > window.now()) {
        return { total: kept.next++, resetsAtMs: kept.resetsAtMs };
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
    decrement(key) {
      const known = own.of(key);
      if (known !== undefined && known.total > 0) known.total--;
    },
    resetKey: own.forget,
  };
}
