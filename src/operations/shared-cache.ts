/**
 * What the instances of one registry share in a Valkey or Redis (decision 39): answers of partners, open circuit breakers,
 * counts of requests. No instance depends on it: while it is slow or lost, each uses its own.
 */

import type { SharedTexts } from '../federation/partner/shared-texts.ts';
import { type CacheConnection, openCacheConnection, type ReportCache } from './cache-connection.ts';
import { cacheLocks } from './cache-locks.ts';
import { MOST_SEALED_BYTES, type SealedPlace, type SealedValues, sealedValues } from './sealed-values.ts';

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

type CounterOptions = {
  connection: Pick<CacheConnection, 'ask'>;
  values: Pick<SealedValues, 'nameOf'>;
};

export function sharedCounters({ connection, values }: CounterOptions): SharedCounters {
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

export type SharedCache = AsyncDisposable & {
  texts: SharedTexts;
  counters: SharedCounters;
  status: () => SharedCacheStatus;
};

/** The status for metrics; counts are since the start. */
export type SharedCacheStatus = {
  /** Whether the cache is used now. */
  isShared: boolean;
  /** How often it was lost. */
  outages: number;
  /** How many texts were found in the cache. */
  found: number;
  /** How often a text was not in the cache. */
  missed: number;
  /** How many texts were stored in the cache. */
  stored: number;
  /** How many texts were too long to be stored. */
  tooLong: number;
  /** How many values were rejected: they were not sealed with the key for that place, or had expired. */
  refused: number;
  /** How often this instance waited for another one. */
  waited: number;
  /** How many requests were sent to the cache, and how long they took together. */
  requests: number;
  requestMs: number;
};

type Options = {
  /** The address, which may hold a password. */
  url: string;
  /** Secret: at least 32 bytes in hexadecimal digits. */
  key: string;
  /** The registry that the cache belongs to; see {@link sealedValues}. */
  scope: string;
  /** In milliseconds. */
  now: () => number;
  /** How long the cache may take, in milliseconds; the default is 50. */
  mostMs?: number | undefined;
  report: ReportCache;
};

/** Opens the cache and returns at once; it connects in the background. */
export function openSharedCache({ url, key, scope, now, mostMs, report }: Options): SharedCache {
  const values = sealedValues({ key, scope, now });
  const connection = openCacheConnection({ url, mostMs, report });
  const counts = { found: 0, missed: 0, stored: 0, tooLong: 0, refused: 0 };

  async function openAt(place: SealedPlace, bytes: unknown): Promise<string | undefined> {
    if (!(bytes instanceof Buffer)) return undefined;
    if (bytes.length === 0) {
      counts.missed++;
      return undefined;
    }
    const text = await values.open(place, bytes);
    counts[text === undefined ? 'refused' : 'found']++;
    return text;
  }

  const locks = cacheLocks({ connection, values, openAt, now });
  const texts: SharedTexts = {
    digestKey: values.digestKey,
    async get(place) {
      const replies = await connection.ask(['GETRANGE', values.nameOf(place), '0', String(MOST_SEALED_BYTES)]);
      return openAt(place, replies?.[0]);
    },
    async set(place, text, endsAtMs) {
      const lastsMs = Math.floor(endsAtMs - now());
      if (lastsMs <= 0 || !connection.isShared()) return;
      const sealed = await values.seal(place, text, endsAtMs);
      if (sealed === undefined) {
        counts.tooLong++;
        return;
      }
      const replies = await connection.ask(['SET', values.nameOf(place), sealed, 'PX', String(lastsMs)]);
      if (replies !== undefined) counts.stored++;
    },
    async delete(place) {
      await connection.ask(['DEL', values.nameOf(place)]);
    },
    claim: locks.claim,
  };

  return {
    texts,
    counters: sharedCounters({ connection, values }),
    status: () => ({
      isShared: connection.isShared(),
      outages: connection.outages(),
      ...counts,
      waited: locks.waited(),
      ...connection.usage(),
    }),
    async [Symbol.asyncDispose]() {
      locks[Symbol.dispose]();
      await connection[Symbol.asyncDispose]();
    },
  };
}
