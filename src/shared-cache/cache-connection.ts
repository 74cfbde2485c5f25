/** A connection to the shared cache that nobody waits for: slow or gone, an instance goes on with its own. */

import type { CacheCommand } from './cache-address.ts';
import { type CacheClient, openCacheClient } from './cache-client.ts';
import { UnreadableReply } from './cache-replies.ts';

export type CacheConnection = AsyncDisposable & {
  /** The replies of commands that are sent together; undefined when they do not all come at once, or nobody shares now. */
  ask(...commands: CacheCommand[]): Promise<readonly unknown[] | undefined>;
  isShared(): boolean;
  /** How often the cache was lost since the start. */
  outages(): number;
  /** How often it was asked since the start, and for how long that was waited for together. */
  usage(): { requests: number; requestMs: number };
};

/** Called with why the cache is not used, or undefined when it is; once for each change, and never with a secret. */
export type ReportCache = (trouble: string | undefined) => void;

type Options = {
  url: string;
  /** How long the cache may take. */
  mostMs?: number | undefined;
  report: ReportCache;
};

const MOST_MS = 50;
const TICK_MS = 10;
/** An instance that goes on with its own looks again so often whether the cache is back. */
const LOOK_EVERY_MS = 250;
/** A look that has no answer for so long is given up with its connection. */
const LOST_MS = 10_000;
/** A cache that is not there so long after the start is reported. */
const FIRST_MS = 3000;
/** What is written, and gone a moment later, to find out whether it takes writes and scripts. */
const LOOK: CacheCommand = ['EVAL', "return redis.call('SET', KEYS[1], '1', 'PX', '1000')", '1', 'isearch:look'];

/** Opens it behind, and never rejects. */
export function openCacheConnection({ url, mostMs = MOST_MS, report }: Options): CacheConnection {
  const slow = `it takes longer than ${mostMs} ms`;
  let client = openClient();
  let isShared = false;
  let lastTrouble = 'it does not answer';
  let reportedTrouble: string | undefined;
  let outages = 0;
  const usage = { requests: 0, requestMs: 0 };
  let lookingSinceMs: number | undefined;
  const openedMs = performance.now();
  const looks = setInterval(look, LOOK_EVERY_MS).unref();

  function openClient(): CacheClient {
    return openCacheClient({ url, onReady: look, onLost: (error) => loseFor(troubleOf(error)) });
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

  /** One at a time: what a server that stands still is sent would all be waiting for it. */
  function look(): void {
    if (isShared) return;
    const nowMs = performance.now();
    if (lookingSinceMs !== undefined) {
      if (nowMs - lookingSinceMs > mostMs) loseFor(slow);
      if (nowMs - lookingSinceMs > LOST_MS) reopen();
      return;
    }
    if (!client.isReady()) {
      loseFor(lastTrouble);
      return;
    }
    const current = client;
    lookingSinceMs = nowMs;
    const ended = (trouble?: string) => {
      if (current !== client) return;
      lookingSinceMs = undefined;
      if (trouble === undefined) gain();
      else loseFor(trouble);
    };
    send([LOOK]).then(
      () => ended(performance.now() - nowMs > mostMs ? slow : undefined),
      (error) => ended(troubleOf(error)),
    );
  }

  function reopen(): void {
    client[Symbol.dispose]();
    lookingSinceMs = undefined;
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
      clearInterval(looks);
      isShared = false;
      client[Symbol.dispose]();
    },
  };
}

/** What comes in time, or undefined. Time in which this process was busy itself does not count: one tick at most. */
async function within<Value>(coming: Promise<Value>, mostMs: number, onLate: () => void): Promise<Value | undefined> {
  const late = Promise.withResolvers<undefined>();
  let ticks = mostMs / TICK_MS;
  function tick(): void {
    if (--ticks > 0) timeout = setTimeout(tick, TICK_MS);
    else late.resolve(undefined);
  }
  let timeout = setTimeout(tick, TICK_MS);
  // Nobody may be left to read it.
  coming.catch(() => undefined);
  try {
    const value = await Promise.race([coming, late.promise]);
    if (value === undefined) onLate();
    return value;
  } finally {
    clearTimeout(timeout);
  }
}

/** Codes of a certificate that is not for this host, is out of date, or comes from an authority that is not known here. */
const UNTRUSTED = /CERT|UNABLE_TO_/;

/** In words that hold nothing of the address: a code of the system, or the first word of what the server says. */
function troubleOf(error: unknown): string {
  if (error instanceof UnreadableReply) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && UNTRUSTED.test(code)) return `its certificate is not trusted (${code})`;
  if (typeof code === 'string') return `it cannot be reached (${code})`;
  const [word] = /^[A-Z]{2,}\b/.exec(message) ?? [];
  return word === undefined ? 'its connection was lost' : `it answers ${word}`;
}
