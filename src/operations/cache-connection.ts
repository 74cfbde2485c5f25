/** The connection to the shared cache. Nothing depends on it: while it is slow or lost, an instance uses its own cache. */

import { type CacheClient, type CacheCommand, openCacheClient, UnreadableReply } from './cache-client.ts';

export type CacheConnection = AsyncDisposable & {
  /** Sends commands together and resolves with their replies; undefined where they are late, or the cache is not used now. */
  ask(...commands: CacheCommand[]): Promise<readonly unknown[] | undefined>;
  isShared(): boolean;
  /** How often the cache was lost since the start. */
  outages(): number;
  /** How many requests were sent since the start, and how long they took together. */
  usage(): { requests: number; requestMs: number };
};

/** Called with the reason when the cache is not used, and with undefined when it is used again; once for each change, never with a secret. */
export type ReportCache = (trouble: string | undefined) => void;

type Options = {
  url: string;
  /** How long the cache may take, in milliseconds. */
  mostMs?: number | undefined;
  report: ReportCache;
};

const MOST_MS = 50;
const TICK_MS = 10;
/** How often an instance without the shared cache checks whether it is back. */
const CHECK_EVERY_MS = 250;
/** A check without a reply for so long closes the connection. */
const LOST_MS = 10_000;
/** A cache that cannot be used is reported only after this time from the start. */
const FIRST_MS = 3000;
/** The check: it writes a value that expires in a second, to see whether the server accepts writes and scripts. */
const CHECK: CacheCommand = ['EVAL', "return redis.call('SET', KEYS[1], '1', 'PX', '1000')", '1', 'isearch:look'];

/** Opens the connection and returns at once; it connects in the background. */
export function openCacheConnection({ url, mostMs = MOST_MS, report }: Options): CacheConnection {
  const slow = `it takes longer than ${mostMs} ms`;
  let client = openClient();
  let isShared = false;
  let lastTrouble = 'it does not answer';
  let reportedTrouble: string | undefined;
  let outages = 0;
  const usage = { requests: 0, requestMs: 0 };
  let checkingSinceMs: number | undefined;
  const openedMs = performance.now();
  const checks = setInterval(check, CHECK_EVERY_MS).unref();

  function openClient(): CacheClient {
    return openCacheClient({ url, onReady: check, onLost: (error) => loseFor(troubleOf(error)) });
  }

  function loseFor(trouble: string): void {
    lastTrouble = trouble;
    if (isShared) {
      isShared = false;
      outages++;
    } else if (performance.now() - openedMs < FIRST_MS) return;
    if (reportedTrouble !== undefined) return;
    reportedTrouble = trouble;
    report(`${trouble}; this instance goes on with its own answers`);
  }

  function gain(): void {
    if (isShared) return;
    isShared = true;
    reportedTrouble = undefined;
    report(undefined);
  }

  function send(commands: readonly CacheCommand[]): Promise<readonly unknown[]> {
    return Promise.all(commands.map((command) => client.send(command)));
  }

  /** Checks the cache; one check at a time, as checks would pile up at a server that hangs. */
  function check(): void {
    if (isShared) return;
    const nowMs = performance.now();
    if (checkingSinceMs !== undefined) {
      if (nowMs - checkingSinceMs > mostMs) loseFor(slow);
      if (nowMs - checkingSinceMs > LOST_MS) reopen();
      return;
    }
    if (!client.isReady()) {
      loseFor(lastTrouble);
      return;
    }
    const current = client;
    checkingSinceMs = nowMs;
    const ended = (trouble?: string) => {
      if (current !== client) return;
      checkingSinceMs = undefined;
      if (trouble === undefined) gain();
      else loseFor(trouble);
    };
    send([CHECK]).then(
      () => ended(performance.now() - nowMs > mostMs ? slow : undefined),
      (error) => ended(troubleOf(error)),
    );
  }

  function reopen(): void {
    client[Symbol.dispose]();
    checkingSinceMs = undefined;
    client = openClient();
  }

  return {
    async ask(...commands) {
      if (!isShared) return undefined;
      const beganMs = performance.now();
      try {
        return await within(send(commands), mostMs, () => loseFor(slow));
      } catch (error) {
        loseFor(troubleOf(error));
        return undefined;
      } finally {
        usage.requests++;
        usage.requestMs += performance.now() - beganMs;
      }
    },
    isShared: () => isShared,
    outages: () => outages,
    usage: () => usage,
    async [Symbol.asyncDispose]() {
      clearInterval(checks);
      isShared = false;
      client[Symbol.dispose]();
    },
  };
}

/** Resolves with the value if it comes in time, else with undefined. Time in which this process was busy counts as one tick at most. */
async function within<Value>(coming: Promise<Value>, mostMs: number, onLate: () => void): Promise<Value | undefined> {
  const late = Promise.withResolvers<undefined>();
  let ticks = mostMs / TICK_MS;
  function tick(): void {
    if (--ticks > 0) timeout = setTimeout(tick, TICK_MS);
    else late.resolve(undefined);
  }
  let timeout = setTimeout(tick, TICK_MS);
  // A late rejection has no other handler.
  coming.catch(() => undefined);
  try {
    const value = await Promise.race([coming, late.promise]);
    if (value === undefined) onLate();
    return value;
  } finally {
    clearTimeout(timeout);
  }
}

/** Error codes of a certificate for another host, that has expired, or from an unknown authority. */
const UNTRUSTED = /CERT|UNABLE_TO_/;

/** Describes an error without the address: by a code of the system, or the first word of an error reply. */
function troubleOf(error: unknown): string {
  if (error instanceof UnreadableReply) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && UNTRUSTED.test(code)) return `its certificate is not trusted (${code})`;
  if (typeof code === 'string') return `it cannot be reached (${code})`;
  const [word] = /^[A-Z]{2,}\b/.exec(message) ?? [];
  return word === undefined ? 'its connection was lost' : `it answers ${word}`;
}
