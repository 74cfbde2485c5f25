/**
 * The connection to the Valkey or Redis that instances share. Nothing depends on it: while it is slow or lost, nothing is asked of
 * it, and an instance uses its own state.
 */

import { createClient, RESP_TYPES } from '@redis/client';

export type CacheCommand = readonly (string | Buffer)[];

export type CacheConnection = AsyncDisposable & {
  /** Sends commands together and resolves with their replies; undefined where they are late, or the cache is not used now. */
  ask(...commands: CacheCommand[]): Promise<readonly unknown[] | undefined>;
  /** The same for repeated checks, which count as no request. */
  look(...commands: CacheCommand[]): Promise<readonly unknown[] | undefined>;
  isShared(): boolean;
  /** How often the cache was lost since the start. */
  outages(): number;
  /** How many requests were sent since the start, and how long they took together. */
  usage(): { requests: number; requestMs: number };
};

/**
 * Called once for each change: with the reason when the cache fails, and with undefined when it works again. The reason
 * holds no secret.
 */
export type ReportCache = (trouble: string | undefined) => void;

type Options = {
  url: string;
  /** How long the cache may take, in milliseconds. */
  mostMs?: number | undefined;
  report: ReportCache;
};

const CONNECT_MS = 5000;
const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;
const KEEP_ALIVE_MS = 30_000;
const UNIX = 'redis+unix:';
/** Texts are bytes, which are sealed values. */
const AS_BYTES = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } };
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
  let isClosed = false;
  let isShared = false;
  let lastTrouble = 'it does not answer';
  let reportedTrouble: string | undefined;
  let outages = 0;
  const usage = { requests: 0, requestMs: 0 };
  let checkingSinceMs: number | undefined;
  const openedMs = performance.now();
  const checks = setInterval(check, CHECK_EVERY_MS).unref();

  function openClient() {
    const lose = (error: unknown) => loseFor(troubleOf(error));
    const opened = createClient(clientOptions(url)).on('ready', check).on('error', lose);
    opened.connect().catch(lose);
    return opened;
  }

  function loseFor(trouble: string): void {
    if (isClosed) return;
    lastTrouble = trouble;
    if (isShared) {
      isShared = false;
      outages++;
    } else if (performance.now() - openedMs < FIRST_MS) return;
    if (reportedTrouble !== undefined) return;
    reportedTrouble = trouble;
    report(`${trouble}; this instance uses its own answers`);
  }

  function gain(): void {
    if (isShared) return;
    isShared = true;
    reportedTrouble = undefined;
    report(undefined);
  }

  function send(commands: readonly CacheCommand[]): Promise<readonly unknown[]> {
    return Promise.all(commands.map((command) => client.sendCommand(command, AS_BYTES)));
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
    if (!client.isReady) {
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
    client.destroy();
    checkingSinceMs = undefined;
    client = openClient();
  }

  async function look(...commands: CacheCommand[]): Promise<readonly unknown[] | undefined> {
    if (!isShared) return undefined;
    try {
      return await within(send(commands), mostMs, () => loseFor(slow));
    } catch (error) {
      loseFor(troubleOf(error));
      return undefined;
    }
  }

  return {
    look,
    async ask(...commands) {
      if (!isShared) return undefined;
      const beganMs = performance.now();
      try {
        return await look(...commands);
      } finally {
        usage.requests++;
        usage.requestMs += performance.now() - beganMs;
      }
    },
    isShared: () => isShared,
    outages: () => outages,
    usage: () => usage,
    async [Symbol.asyncDispose]() {
      if (isClosed) return;
      clearInterval(checks);
      isShared = false;
      isClosed = true;
      client.destroy();
    },
  };
}

/** The options of a client that reconnects whenever the connection is lost, and queues no command. */
function clientOptions(url: string) {
  const { socket, ...address } = addressOf(url);
  return {
    ...address,
    // Every Valkey and Redis speaks it, and an account needs no right for another one.
    RESP: 2 as const,
    disableOfflineQueue: true,
    disableClientInfo: true,
    socket: {
      ...socket,
      connectTimeout: CONNECT_MS,
      keepAliveInitialDelay: KEEP_ALIVE_MS,
      reconnectStrategy: (tries: number) => Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** Math.min(tries, 10)),
    },
  };
}

/** @param url as configured; the driver reads no `redis+unix://user:password@/path/of/socket?db=number` */
function addressOf(url: string) {
  if (!url.startsWith(UNIX)) return { url, socket: {} };
  const { username, password, pathname, searchParams } = new URL(url);
  return {
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    database: Number(searchParams.get('db') ?? 0),
    socket: { path: decodeURIComponent(pathname), tls: false as const },
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
  const { code, message } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && UNTRUSTED.test(code)) return `its certificate is not trusted (${code})`;
  if (typeof code === 'string') return `it cannot be reached (${code})`;
  const [word] = /^[A-Z]{2,}\b/.exec(message) ?? [];
  return word === undefined ? 'its connection was lost' : `it answers ${word}`;
}
