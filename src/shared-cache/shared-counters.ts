/** Counts requests of all instances together, for limits. Workers of one registry count in their supervisor in the same way. */

import type { CacheConnection } from './cache-connection.ts';
import type { SealedValues } from './sealed-values.ts';

export type SharedCounters = {
  /**
   * Adds `by` to the counter of a key, whose name in the cache is a digest. `total` is the count of the window, which begins with
   * its first count; `resetsAtMs` is a time of `performance.now()`. As the server counts, the counter is not sealed: whoever can
   * write to the server can set any value up to {@link MOST_COUNTED}. Undefined where the cache is not used now or the reply is
   * no count: then the caller counts by itself.
   */
  increment(key: string, windowMs: number, by: number): Promise<{ total: number; resetsAtMs: number } | undefined>;
  /** The part of a limit that a process may take at once or count later, so that most uses need no message; undefined: none. */
  partAtOnce?: number;
};

/** No caller reaches this count within a window. */
const MOST_COUNTED = 10_000_000;

const COUNT = `
local total = redis.call('INCRBY', KEYS[1], ARGV[2])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {total, left}`;

type Options = {
  connection: Pick<CacheConnection, 'ask'>;
  values: Pick<SealedValues, 'nameOf'>;
};

export function sharedCounters({ connection, values }: Options): SharedCounters {
  return {
    async increment(key, windowMs, by) {
      const name = values.nameOf({ kind: 'count', credential: 'none', key });
      const [reply] = (await connection.ask(['EVAL', COUNT, '1', name, String(windowMs), String(by)])) ?? [];
      if (!Array.isArray(reply)) return undefined;
      const [total, leftMs] = reply;
      if (!isWithin(total, MOST_COUNTED) || !isWithin(leftMs, windowMs)) return undefined;
      return { total, resetsAtMs: performance.now() + leftMs };
    },
  };
}

function isWithin(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most;
}
