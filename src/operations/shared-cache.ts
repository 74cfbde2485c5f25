/**
 * The state that instances of one registry share in a Valkey or Redis (decision 96). No instance depends on it: while it is slow
 * or lost, each uses its own.
 */

import type { SharedState } from '../lib/shared-state.ts';
import { cacheClaims } from './cache-claims.ts';
import { openCacheConnection, type ReportCache } from './cache-connection.ts';
import { cacheMessages } from './cache-messages.ts';
import { sealedValues } from './sealed-values.ts';

export type SharedCache = AsyncDisposable & {
  state: SharedState & { isInUse(): boolean };
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
export function openSharedCache({ url, key: secret, scope, now, mostMs, report }: Options): SharedCache {
  const values = sealedValues({ key: secret, scope, now });
  const connection = openCacheConnection({ url, mostMs, report });
  const counts = { found: 0, missed: 0, stored: 0, tooLong: 0, refused: 0 };

  async function openAt(key: string, bytes: unknown): Promise<string | undefined> {
    if (!(bytes instanceof Buffer)) return undefined;
    if (bytes.length === 0) {
      counts.missed++;
      return undefined;
    }
    const text = await values.open(key, bytes);
    counts[text === undefined ? 'refused' : 'found']++;
    return text;
  }

  /** Returns the sealed text; undefined where it cannot be stored. */
  async function sealFor(key: string, text: string, lastsMs: number): Promise<Buffer | undefined> {
    if (lastsMs <= 0 || !connection.isShared()) return undefined;
    const sealed = await values.seal(key, text, now() + lastsMs);
    if (sealed === undefined) counts.tooLong++;
    return sealed;
  }

  const claims = cacheClaims({ connection, values, openAt, now });
  const messages = cacheMessages({ connection, values });
  return {
    state: {
      isInUse: connection.isShared,
      async get(key) {
        const replies = await connection.ask(values.readAt(key));
        return openAt(key, replies?.[0]);
      },
      async set(key, text, lastsMs) {
        const sealed = await sealFor(key, text, lastsMs);
        if (sealed === undefined) return;
        const replies = await connection.ask(['SET', values.nameOf(key), sealed, 'PX', String(Math.floor(lastsMs))]);
        if (replies !== undefined) counts.stored++;
      },
      // The server counts, so the counter is not sealed. Every account that can write there can set any value up to the
      // greatest one.
      async add(key, by, windowMs) {
        const name = values.nameOf(`count ${key}`);
        const [reply] = (await connection.ask(['EVAL', COUNT, '1', name, String(windowMs), String(by)])) ?? [];
        if (!Array.isArray(reply)) return undefined;
        const [total, leftMs] = reply;
        if (!isWithin(total, MOST_COUNTED) || !isWithin(leftMs, windowMs)) return undefined;
        return { total, resetsAtMs: performance.now() + leftMs };
      },
      claim: claims.claim,
      async publish(key, text, lastsMs) {
        const sealed = await sealFor(key, text, lastsMs);
        if (sealed !== undefined) await messages.publish(key, sealed, lastsMs);
      },
      subscribe: messages.subscribe,
    },
    status: () => ({
      isShared: connection.isShared(),
      outages: connection.outages(),
      ...counts,
      waited: claims.waited(),
      ...connection.usage(),
    }),
    async [Symbol.asyncDispose]() {
      messages[Symbol.dispose]();
      claims[Symbol.dispose]();
      await connection[Symbol.asyncDispose]();
    },
  };
}

function isWithin(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most;
}
