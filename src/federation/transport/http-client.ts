/**
 * The only way to send requests to a partner: every call ends in time, stays at the configured address, and returns an
 * outcome.
 */

import type { Pool } from 'undici';
import type { SentRequest } from '../../domain/federation/explained.ts';
import { MARK_HEADER, WANTS_HEADER, WANTS_IDENTIFIERS } from '../../domain/federation/own-headers.ts';
import { reason } from '../../domain/federation/reasons.ts';
import { once } from '../../domain/memoize.ts';
import { afterAnswers } from '../../lib/slices.ts';
import type { CallFailure, CallOutcome } from '../dialect/reply.ts';
import { type CallPhase, isClosedWithoutAnswer, lateFailure, misread } from './call-failures.ts';
import { type ExchangeOutcome, exchange, REDIRECTS } from './exchange.ts';
import type { LongBodies } from './long-bodies.ts';
import { ACCEPTED_CODING } from './reply-body.ts';

type Options = {
  base: URL;
  /** Path and parameters of the first request of the call. */
  start: string;
  authorization: string | undefined;
  /** Called with each request when it is sent; its outcome is added later. */
  onSent: (request: SentRequest) => void;
};

const HIDDEN = '…';

/** Returns a function that begins the note of a request to a path with parameters. */
function requestNotes({ base, start, authorization, onSent }: Options) {
  const inAddress = new URL(base.origin + start).searchParams.get('auth');
  const secrets = [inAddress, authorization?.replace(/^Bearer /, '')].filter((one) => one != null && one !== '');

  // A partner may repeat the token anywhere in the address of a redirect.
  function shown(target: string): string {
    const url = new URL(base.origin + target);
    url.searchParams.delete('auth');
    for (const name of base.searchParams.keys()) url.searchParams.set(name, HIDDEN);
    const hide = (text: string, secret: string) =>
      text.replaceAll(encodeURIComponent(secret), HIDDEN).replaceAll(secret, HIDDEN);
    return secrets.reduce<string>((text, secret) => hide(text, secret ?? ''), url.href);
  }

  return (target: string) => {
    const isInAddress = new URL(base.origin + target).searchParams.has('auth');
    const credential = authorization !== undefined ? 'header' : isInAddress ? 'address' : 'none';
    const request: SentRequest = {
      ...{ method: 'GET', url: shown(target), credential },
      ...{ status: null, elapsedMs: null, bytes: null },
    };
    let beganMs: number | undefined;
    return {
      /** To be called when the request is sent; further calls change nothing. */
      sent() {
        if (beganMs !== undefined) return;
        beganMs = performance.now();
        onSent(request);
      },
      ended(outcome: ExchangeOutcome) {
        if (beganMs === undefined) return;
        request.elapsedMs = Math.round(performance.now() - beganMs);
        if (!('reply' in outcome)) return;
        request.status = outcome.reply.status;
        request.bytes = outcome.reply.bytes;
      },
    };
  };
}

export type HttpClientAddress = {
  /** As configured, without the parameters `auth` and `noauth`; its other parameters come first in every request. */
  url: string;
  connectTimeoutMs: number;
  /** How long a call may be without a byte, in milliseconds. */
  readTimeoutMs: number;
  /** How many calls may be under way at the same time; further ones wait. */
  maxConcurrency: number;
};

export type CallOptions = {
  /** The value of the header, such as `Bearer ...`. */
  authorization?: string | undefined;
  /** The mark by which this registry recognises a request to itself. */
  mark?: string | undefined;
  /** A body of JSON. The request is then a POST, without retry and redirects. */
  body?: string | undefined;
  /** Aborting it ends the call and closes its connection. */
  signal?: AbortSignal | undefined;
  /** How long the partner may take for the whole call, in milliseconds; undefined: no limit but that of a late call. */
  timeoutMs?: number | undefined;
  /**
   * Called once, when the partner sends no byte within the read time-out, or takes longer than `timeoutMs`. What an
   * answer waits for here counts for neither. The call goes on; `giveUp` ends it as late.
   */
  onTimeout?: ((after: TimeoutKind, giveUp: () => void) => void) | undefined;
  /** Called for each chunk of a body with its number of bytes, before unpacking. */
  onBodyBytes?: ((count: number) => void) | undefined;
  /** Called with every request when it is sent, also for redirects and second tries; its outcome is added later. */
  onSent?: ((request: SentRequest) => void) | undefined;
};

export type TimeoutKind = 'silence' | 'whole-time';

export type HttpClient = AsyncDisposable & {
  /**
   * Sends a GET, or a POST if there is a body. The path begins with `/`, is encoded, and follows the path of the
   * partner's address.
   *
   * @throws the reason of the signal when that is aborted, and nothing else
   */
  call(path: string, options?: CallOptions): Promise<CallOutcome>;
};

type Limits = {
  userAgent: string;
  /** The limit for a body, packed and unpacked; a longer one is cut. */
  mostBodyBytes: number;
  /** A call whose answer is not complete after this time is given up, including waits and redirects; in milliseconds. */
  lateMs: number;
  longBodies: LongBodies;
  /** How long after the start of a request a long body may wait for room, in milliseconds; then it is given up. */
  roomWithinMs: number;
};

const MOST_REDIRECTS = 3;

/**
 * Opens the client of one partner: HTTP/1.1 on connections that stay open, one call at a time on each. A GET whose
 * connection is closed without an answer is sent once more, and the second outcome counts.
 */
export function openHttpClient(
  address: HttpClientAddress,
  { userAgent, mostBodyBytes, lateMs, longBodies, roomWithinMs }: Limits,
): HttpClient {
  const base = new URL(address.url);
  let pool: Pool | undefined;
  const openOnce = once(async () => {
    pool = await openPool(base.origin, address);
    return pool;
  });

  async function callOn(opened: Pool, path: string, options: CallOptions): Promise<CallOutcome> {
    const { signal, timeoutMs, onTimeout } = options;
    signal?.throwIfAborted();
    const clocks = startClocks({ lateMs, readTimeoutMs: address.readTimeoutMs, timeoutMs, signal, onTimeout });
    try {
      const outcome = await putOn(opened, path, options, clocks);
      if (!('stoppedAt' in outcome)) return outcome;
      signal?.throwIfAborted();
      return { failure: lateFailure(outcome.stoppedAt, lateMs) };
    } finally {
      clocks.end();
    }
  }

  function putOn(opened: Pool, path: string, options: CallOptions, clocks: Clocks): Promise<Followed> {
    const { authorization, mark, body, onBodyBytes, onSent } = options;
    const headers = requestHeaders(userAgent, { authorization, mark, body });
    const { stop, suspend } = clocks;
    const start = targetOf(base, path);
    const noteOf = onSent && requestNotes({ base, start, authorization, onSent });
    const put = (target: string) => {
      const note = noteOf?.(target);
      const onActivity = (bodyBytes = 0) => {
        note?.sent();
        clocks.onActivity();
        if (bodyBytes > 0) onBodyBytes?.(bodyBytes);
      };
      const request = { target, headers, body, mostBodyBytes, stop, onActivity, suspend, longBodies, roomWithinMs };
      const exchanged = exchange(opened, request);
      if (note !== undefined) void exchanged.then(note.ended);
      return exchanged;
    };
    return body === undefined ? follow(base, start, put) : put(start);
  }

  return {
    call(path, options = {}) {
      if (pool !== undefined) return callOn(pool, path, options);
      // The time-outs of the call begin after this, because loading undici is no silence of the partner.
      return openOnce().then((opened) => callOn(opened, path, options));
    },

    // Opens the pool if no call has, so that later calls fail.
    [Symbol.asyncDispose]: async () => (await openOnce()).destroy(),
  };
}

/** Opens the pool. Undici is loaded here, by the first call, so that neither a start nor a registry without partners waits for it. */
async function openPool(origin: string, { maxConcurrency, connectTimeoutMs }: HttpClientAddress): Promise<Pool> {
  const [{ Pool }, { partnerConnector }] = await Promise.all([import('undici'), import('./connector.ts')]);
  return new Pool(origin, {
    connections: maxConcurrency,
    connect: partnerConnector(connectTimeoutMs),
    pipelining: 1,
    allowH2: false,
    // Calls have their own time-outs, because a partner that is silent for long may still answer.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

type OptionalHeaders = Pick<CallOptions, 'authorization' | 'mark' | 'body'>;

function requestHeaders(userAgent: string, { authorization, mark, body }: OptionalHeaders): Record<string, string> {
  return {
    'User-Agent': userAgent,
    Accept: 'application/json, application/*+json',
    'Accept-Encoding': ACCEPTED_CODING,
    // RDP ignores a header that it does not know.
    [WANTS_HEADER]: WANTS_IDENTIFIERS,
    ...(authorization === undefined ? {} : { Authorization: authorization }),
    ...(mark === undefined ? {} : { [MARK_HEADER]: mark }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
}

/** Returns the target of a path at the partner, with the parameters of the partner's address first (rdp-protocol 7.1). */
function targetOf(base: URL, path: string): string {
  const [pathname = '', ...queries] = path.split('?');
  const query = [base.search.slice(1), queries.join('?')].filter((part) => part !== '').join('&');
  return base.pathname.replace(/(?<!\/)\/+$/, '') + pathname + (query === '' ? '' : `?${query}`);
}

type Put = (target: string) => Promise<ExchangeOutcome>;
type Followed = CallOutcome | { stoppedAt: CallPhase };

/**
 * Sends a request, a second time if the connection was closed before any part of an answer, and follows redirects that
 * stay at the partner. Undici's own redirects would ask the partner for a path that is meant for another host, and accept
 * the answer.
 */
async function follow(base: URL, target: string, put: Put, redirects = 0): Promise<Followed> {
  const first = await put(target);
  // Undici's own retries would wait half a second, and ask for the rest of an answer that broke off.
  const isLost = 'failure' in first && isClosedWithoutAnswer(first.failure);
  const got = isLost ? await put(target) : first;
  if (!('reply' in got)) return got;
  if (got.location === undefined || !REDIRECTS.has(got.reply.status)) return { reply: got.reply };
  const next = redirectTarget(base, target, got.location);
  if (typeof next !== 'string') return { failure: next };
  if (redirects < MOST_REDIRECTS) return follow(base, next, put, redirects + 1);
  return { failure: misread(reason('redirected-too-often', { redirects: MOST_REDIRECTS })) };
}

/** Returns the target of a redirect. Scheme, host and port must be the configured ones, so that no credential is sent elsewhere. */
function redirectTarget(base: URL, from: string, location: string): string | CallFailure {
  const to = URL.parse(location, base.origin + from);
  if (to === null) return misread(reason('redirected-nowhere'));
  if (to.protocol === base.protocol && to.host === base.host) return to.pathname + to.search;
  const away = reason('redirected-away', { host: shownAuthority(to, base) });
  return { state: 'failed', error: 'destination_ip_prohibited', reason: away };
}

/** Returns the host to show, without path and parameters, which may repeat a credential. */
function shownAuthority({ protocol, host }: URL, base: URL): string {
  return protocol === base.protocol && host !== '' ? host : `${protocol}//${host}`;
}

type ClockOptions = Pick<CallOptions, 'signal' | 'timeoutMs' | 'onTimeout'> & { lateMs: number; readTimeoutMs: number };

type Clocks = { stop: AbortSignal; onActivity(): void; suspend(): void; end(): void };

/**
 * Watches one call: `stop` is aborted when the call is late, or nobody wants its answer any more. Two clocks run while
 * the partner works: that of the whole call from now on, and that of its silence from the first activity on, which each
 * activity restarts. `suspend` stops both until the next activity.
 */
function startClocks({ lateMs, readTimeoutMs, timeoutMs, signal, onTimeout }: ClockOptions): Clocks {
  const stop = new AbortController();
  const abort = () => stop.abort();
  // Answers that arrived before this time and wait to be read go first, because they came in time.
  const late = setTimeout(afterAnswers, lateMs, abort);
  signal?.addEventListener('abort', abort, { once: true });

  let isOver = onTimeout === undefined;
  let isSuspended = false;
  let activities = 0;
  let leftMs = timeoutMs ?? Number.POSITIVE_INFINITY;
  let runsSinceMs = performance.now();
  let whole = startWhole();
  let quiet: NodeJS.Timeout | undefined;

  function startWhole(): NodeJS.Timeout | undefined {
    return isOver || leftMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(endTime, leftMs);
  }

  function stopClocks(): void {
    clearTimeout(whole);
    clearTimeout(quiet);
    quiet = undefined;
  }

  /** Checks once more after pending reads: if this thread was late, bytes that have arrived are read after this timer and before the next immediate. */
  function endSilence(): void {
    const before = activities;
    setImmediate(() => {
      if (activities === before) timeOut('silence');
    });
  }

  function endTime(): void {
    setImmediate(() => {
      if (!isSuspended) timeOut('whole-time');
    });
  }

  function timeOut(after: TimeoutKind): void {
    if (isOver) return;
    isOver = true;
    stopClocks();
    onTimeout?.(after, abort);
  }

  return {
    stop: stop.signal,
    onActivity() {
      if (isOver) return;
      activities++;
      if (isSuspended) {
        isSuspended = false;
        runsSinceMs = performance.now();
        whole = startWhole();
      }
      if (quiet === undefined) quiet = setTimeout(endSilence, readTimeoutMs);
      else quiet.refresh();
    },
    suspend() {
      activities++;
      if (isOver || isSuspended) return;
      isSuspended = true;
      // On a thread that is late the time may be over before its timer fires.
      leftMs = Math.max(0, leftMs - (performance.now() - runsSinceMs));
      stopClocks();
    },
    end() {
      isOver = true;
      clearTimeout(late);
      stopClocks();
      signal?.removeEventListener('abort', abort);
    },
  };
}
