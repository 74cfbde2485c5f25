/** Limits how often a caller may ask within a minute. Partners have a limit of their own. */

import type { Request, RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import { RegistryError } from '../../domain/errors.ts';
import type { SharedCounters } from '../../shared-cache/shared-counters.ts';
import type { Caller } from './callers.ts';
import { counterStore } from './counter-store.ts';

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
