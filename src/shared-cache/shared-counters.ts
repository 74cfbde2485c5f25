/** Requests that all instances count together, for limits. */

import type { CacheConnection } from './cache-connection.ts';
import type { SealedValues } from './sealed-values.ts';

export type SharedCounters = {
  /**
   * Counts one more under a key, which nobody who reads the cache can read. `total` is that of the window, which begins
   * with its first count. Undefined: nobody shares now, count by yourself.
   */
  increment(key: string, windowMs: number): Promise<{ total: number; resetsAtMs: number } | undefined>;
};

const COUNT = `
local total = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {total, left}`;

type Options = {
  connection: Pick<CacheConnection, 'ask'>;
  values: Pick<SealedValues, 'nameOf'>;
  /** In milliseconds. */
  now: () => number;
};

export function sharedCounters({ connection, values, now }: Options): SharedCounters {
  return {
    async increment(key, windowMs) {
      const name = values.nameOf({ kind: 'count', credential: 'none', key });
      const [reply] = (await connection.ask(['EVAL', COUNT, '1', name, String(windowMs)])) ?? [];
      if (!Array.isArray(reply)) return undefined;
      const [total, leftMs] = reply.map(Number);
      if (total === undefined || leftMs === undefined) return undefined;
      return { total, resetsAtMs: now() + Math.min(windowMs, leftMs) };
    },
  };
}
