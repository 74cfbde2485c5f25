/**
 * Claims of instances that share a Valkey or Redis, each a lock with a lease. The instance that asks stores a token
 * under a name and renews it. The others check some dozen times a second whether it is still there. The token of an
 * instance that died expires by itself. A token is a random number, followed by the same number sealed with its expiry.
 * If somebody stores an old token again, it expires soon, and an instance that has seen its lock end ignores it.
 */

import { randomBytes } from 'node:crypto';
import { type Claim, UNSHARED_CLAIM } from '../lib/shared-state.ts';
import type { CacheCommand, CacheConnection } from './cache-connection.ts';
import type { SealedValues } from './sealed-values.ts';

type CacheClaims = Disposable & {
  claim(key: string): Promise<Claim>;
  /** How often this instance waited for another one, since the start. */
  waited(): number;
};

/** How long a token stays without renewal. */
const TOKEN_MS = 1000;
const RENEW_EVERY_MS = 300;
const POLL_EVERY_MS = 20;
/** How long a token is valid: the clocks of instances may differ by two seconds. */
const BELIEVED_MS = TOKEN_MS + 2000;
/** How long the outcome of a lock stays for the instances that waited for it. */
const OUTCOME_MS = 3000;
const ID_BYTES = 16;
const MOST_SPENT = 10_000;

/** Scripts that renew or release a token: both change nothing where the token has another number. */
const IS_SAME = `local function isSame(name, id)
  local token = redis.call('GET', name)
  return token and string.sub(token, 1, ${ID_BYTES}) == id
end
`;
const RENEW = `${IS_SAME}
for i, name in ipairs(KEYS) do
  if isSame(name, ARGV[2 * i]) then redis.call('SET', name, ARGV[2 * i + 1], 'PX', ARGV[1]) end
end`;
/** A longer value is no token, and is not read to its end. */
const MOST_TOKEN_BYTES = 1024;
const tokenAt = (name: string): CacheCommand => ['GETRANGE', name, '0', String(MOST_TOKEN_BYTES)];
const RELEASE = `${IS_SAME}
if isSame(KEYS[1], ARGV[1]) then redis.call('DEL', KEYS[1]) end`;

type Options = {
  connection: Pick<CacheConnection, 'ask' | 'isShared'>;
  values: SealedValues;
  /** Opens the value at a key. */
  openAt: (key: string, bytes: unknown) => Promise<string | undefined>;
  /** In milliseconds. */
  now: () => number;
};
/** `key` is that of the token. */
type Mine = { key: string; id: Buffer };
type Waiting = Mine & { end: () => void };

export function cacheClaims({ connection, values, openAt, now }: Options): CacheClaims {
  const mine = new Map<string, Mine>();
  /** Numbers of locks that this instance has seen end, and until when (by `performance.now()`) a token with them might be valid. */
  const spent = new Map<string, number>();
  const waiting = new Map<string, Set<Waiting>>();
  let waited = 0;
  let isPolling = false;
  const renewing = setInterval(renew, RENEW_EVERY_MS).unref();
  let polling: NodeJS.Timeout | undefined;

  async function tokenOf({ key, id }: Mine): Promise<Buffer> {
    const sealed = await values.seal(key, id.toString('base64url'), now() + BELIEVED_MS);
    return Buffer.concat([id, sealed ?? Buffer.alloc(0)]);
  }

  /** Returns the number of a valid token at this key; undefined for anything else. */
  async function idOf(key: string, token: unknown): Promise<Buffer | undefined> {
    if (!(token instanceof Buffer)) return undefined;
    const id = token.subarray(0, ID_BYTES);
    return (await values.open(key, token.subarray(ID_BYTES))) === id.toString('base64url') ? id : undefined;
  }

  function spend(id: Buffer): void {
    const nowMs = performance.now();
    for (const [other, untilMs] of spent) {
      if (untilMs > nowMs && spent.size < MOST_SPENT) break;
      spent.delete(other);
    }
    spent.set(id.toString('base64url'), nowMs + 2 * BELIEVED_MS);
  }

  async function renew(): Promise<void> {
    if (mine.size === 0) return;
    const locksNow = [...mine];
    const tokens = await Promise.all(locksNow.map(([, lock]) => tokenOf(lock)));
    const pairs = locksNow.flatMap(([, { id }], at) => [id, tokens[at] ?? id]);
    const names = locksNow.map(([name]) => name);
    await connection.ask(['EVAL', RENEW, String(names.length), ...names, String(TOKEN_MS), ...pairs]);
  }

  /** Ends the wait for every token that is gone, and for all tokens where the cache is not used now. */
  async function poll(): Promise<void> {
    if (isPolling) return;
    if (waiting.size === 0) {
      clearInterval(polling);
      polling = undefined;
      return;
    }
    isPolling = true;
    const names = [...waiting.keys()];
    const tokens = await connection.ask(...names.map((name) => tokenAt(name)));
    await Promise.all(names.map((name, at) => endOthers(name, tokens?.[at])));
    isPolling = false;
  }

  async function endOthers(name: string, token: unknown): Promise<void> {
    for (const one of waiting.get(name) ?? []) {
      const id = await idOf(one.key, token);
      if (id === undefined || !one.id.equals(id)) one.end();
    }
  }

  function untilGone(name: string, lock: Mine, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const end = () => {
      spend(lock.id);
      resolve();
    };
    const one = { ...lock, end };
    const those = waiting.get(name) ?? new Set();
    const stop = () => reject(signal.reason);
    waiting.set(name, those.add(one));
    polling ??= setInterval(poll, POLL_EVERY_MS).unref();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    return promise.finally(() => {
      signal.removeEventListener('abort', stop);
      those.delete(one);
      if (those.size === 0 && waiting.get(name) === those) waiting.delete(name);
    });
  }

  function lockOf(name: string, lock: Mine, outcomeKey: string, text: string | undefined): Claim {
    mine.set(name, lock);
    async function release(outcome: string | undefined): Promise<void> {
      if (mine.get(name) === lock) mine.delete(name);
      spend(lock.id);
      const sealed = outcome === undefined ? undefined : await values.seal(outcomeKey, outcome, now() + OUTCOME_MS);
      const publishing =
        sealed === undefined ? [] : [['SET', values.nameOf(outcomeKey), sealed, 'PX', String(OUTCOME_MS)]];
      await connection.ask(...publishing, ['EVAL', RELEASE, '1', name, lock.id]);
    }
    let hasEnded = false;
    function end(outcome?: string): void {
      if (!hasEnded) void release(outcome);
      hasEnded = true;
    }
    return { whose: 'mine', text, end };
  }

  return {
    async claim(key) {
      const lock: Mine = { key: `turn ${key}`, id: randomBytes(ID_BYTES) };
      const name = values.nameOf(lock.key);
      const token = await tokenOf(lock);
      if (!connection.isShared()) return UNSHARED_CLAIM;
      const replies = await connection.ask(
        ['SET', name, token, 'NX', 'PX', String(TOKEN_MS)],
        values.readAt(key),
        tokenAt(name),
      );
      if (replies === undefined) return UNSHARED_CLAIM;
      const [isMine, sealed, theirs] = replies;
      const text = await openAt(key, sealed);
      if (isMine !== null) return lockOf(name, lock, outcomeOf(key, lock.id), text);
      const id = await idOf(lock.key, theirs);
      // A value that no instance has stored, or a token of a lock that is over, is not waited for.
      if (id === undefined || spent.has(id.toString('base64url'))) return { ...UNSHARED_CLAIM, text };
      return {
        whose: 'another',
        text,
        async ended(signal) {
          waited++;
          await untilGone(name, { key: lock.key, id }, signal);
          const outcomeKey = outcomeOf(key, id);
          const [outcome] = (await connection.ask(values.readAt(outcomeKey))) ?? [];
          return outcome instanceof Buffer ? await values.open(outcomeKey, outcome) : undefined;
        },
      };
    },
    waited: () => waited,
    [Symbol.dispose]() {
      clearInterval(renewing);
      clearInterval(polling);
      for (const those of waiting.values()) for (const one of those) one.end();
    },
  };
}

function outcomeOf(key: string, id: Buffer): string {
  return `outcome ${key} ${id.toString('base64url')}`;
}
