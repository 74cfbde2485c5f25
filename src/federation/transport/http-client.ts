/** The one way out to a partner: every call ends in time, stays at the configured address, and comes back as an outcome. */

import type { Pool } from 'undici';
import type { SentRequest } from '../../domain/federation/explained.ts';
import { MARK_HEADER, WANTS_HEADER, WANTS_IDENTIFIERS } from '../../domain/federation/own-headers.ts';
import { reason } from '../../domain/federation/reasons.ts';
import { atEnd, later } from '../../lib/later.ts';
import { openedOnce } from '../../lib/opened-once.ts';
import { behindShort } from '../../lib/slices.ts';
import type { CallFailure, CallOutcome } from '../dialect/reply.ts';
import { type CallPhase, isClosedWithoutAnswer, lateFailure, misread } from './call-failures.ts';
import { type ExchangeOutcome, exchange, REDIRECTS } from './exchange.ts';
import type { LongBodies } from './long-bodies.ts';
import { ACCEPTED_CODING } from './reply-body.ts';
import { requestNotes } from './request-notes.ts';

export type HttpClientAddress = {
  /** As configured, without the instructions `auth` and `noauth`; other parameters come first in every request. */
  url: string;
  connectTimeoutMs: number;
  /** Between one byte and the next. */
  readTimeoutMs: number;
  /** So many calls are under way at once; further ones wait. */
  maxConcurrency: number;
};

export type CallOptions = {
  /** The whole header, such as `Bearer ...`. */
  authorization?: string | undefined;
  /** By which this registry recognises a request to itself. */
  mark?: string | undefined;
  /** JSON, which is sent with POST, once and to this address alone. */
  body?: string | undefined;
  /** Aborting it ends the call and closes its connection. */
  signal?: AbortSignal | undefined;
  /** Called once, when no byte has come for the read time-out, with what ends the call as late; until then it goes on. */
  onReadTimeout?: ((giveUp: () => void) => void) | undefined;
  /** Called with how many bytes of a body have come, piece by piece, as they are packed. */
  onBodyBytes?: ((count: number) => void) | undefined;
  /** Given every request when it is sent, redirects and second tries too; what becomes of it is filled in later. */
  onSent?: ((request: SentRequest) => void) | undefined;
};

export type HttpClient = AsyncDisposable & {
  /**
   * Asks with GET, or with POST where there is a body. The path begins with `/`, is encoded, and stands behind the path of
   * the partner's address.
   *
   * @throws the reason of the signal when that is aborted, and nothing else
   */
  call(path: string, options?: CallOptions): PromiseLike<CallOutcome>;
};

type Limits = {
  userAgent: string;
  /** Of a body, packed or unpacked; what is longer is cut there. */
  mostBodyBytes: number;
  /** What is not whole after this time, waiting and redirects included, is given up. */
  lateMs: number;
  longBodies: LongBodies;
  /** After the beginning of a request; a long body that has no room by then is not read. */
  roomWithinMs: number;
};

const MOST_REDIRECTS = 3;

/**
 * Opens the way to one partner: HTTP/1.1 on connections that stay open, one call at a time on each. A request
 * whose connection is closed without a word is put once more, and only the second time counts.
 */
export function openHttpClient(
  address: HttpClientAddress,
  { userAgent, mostBodyBytes, lateMs, longBodies, roomWithinMs }: Limits,
): HttpClient {
  const base = new URL(address.url);
  let pool: Pool | undefined;
  const openOnce = openedOnce(async () => {
    pool = await openPool(base.origin, address);
    return pool;
  });

  function callOn(opened: Pool, path: string, options: CallOptions): PromiseLike<CallOutcome> {
    const { signal, onReadTimeout } = options;
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    const clocks = startClocks({ lateMs, readTimeoutMs: address.readTimeoutMs, signal, onReadTimeout });
    return atEnd(() => putOn(opened, path, options, clocks), clocks.end).then((outcome) => {
      if (!('stoppedAt' in outcome)) return outcome;
      signal?.throwIfAborted();
      return { failure: lateFailure(outcome.stoppedAt, lateMs) };
    });
  }

  function putOn(opened: Pool, path: string, options: CallOptions, clocks: Clocks): PromiseLike<Followed> {
    const { authorization, mark, body, onBodyBytes, onSent } = options;
    const headers = requestHeaders(userAgent, { authorization, mark, body });
    const { stop, onWhole } = clocks;
    const start = targetOf(base, path);
    const noteOf = onSent && requestNotes({ base, start, authorization, onSent });
    const put = (target: string) => {
      const note = noteOf?.(target);
      const onActivity = (bodyBytes = 0) => {
        note?.sent();
        clocks.onActivity();
        if (bodyBytes > 0) onBodyBytes?.(bodyBytes);
      };
      const request = { target, headers, body, mostBodyBytes, stop, onActivity, onWhole, longBodies, roomWithinMs };
      const exchanged = exchange(opened, request);
      if (note !== undefined) void exchanged.then(note.ended);
      return later(exchanged);
    };
    return body === undefined ? follow(base, start, put) : put(start);
  }

  return {
    call(path, options = {}) {
      if (pool !== undefined) return callOn(pool, path, options);
      // Before the clocks of the call begin: what is loaded here is no silence of the partner.
      return later(openOnce()).then((opened) => callOn(opened, path, options));
    },

    // Opened at the latest here, so that a call that comes after it fails.
    [Symbol.asyncDispose]: async () => (await openOnce()).destroy(),
  };
}

/** Undici is loaded by the first call: a registry that starts, or has no partners, does not wait for it. */
async function openPool(origin: string, { maxConcurrency, connectTimeoutMs }: HttpClientAddress): Promise<Pool> {
  const [{ Pool }, { partnerConnector }] = await Promise.all([import('undici'), import('./connector.ts')]);
  return new Pool(origin, {
    connections: maxConcurrency,
    connect: partnerConnector(connectTimeoutMs),
    pipelining: 1,
    allowH2: false,
    // The clocks of a call run here: a partner that is quiet for long may still answer.
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
    // RDP passes over a header that it does not know.
    [WANTS_HEADER]: WANTS_IDENTIFIERS,
    ...(authorization === undefined ? {} : { Authorization: authorization }),
    ...(mark === undefined ? {} : { [MARK_HEADER]: mark }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
}

/** Where a path of ours is at the partner, with the parameters of its address first (rdp-protocol 7.1). */
function targetOf(base: URL, path: string): string {
  const [pathname = '', ...queries] = path.split('?');
  const query = [base.search.slice(1), queries.join('?')].filter((part) => part !== '').join('&');
  return base.pathname.replace(/(?<!\/)\/+$/, '') + pathname + (query === '' ? '' : `?${query}`);
}

type Put = (target: string) => PromiseLike<ExchangeOutcome>;
type Followed = CallOutcome | { stoppedAt: CallPhase };

/**
 * Puts a request, once more where the connection was closed before anything of an answer came, and again where the
 * partner's redirects lead, as long as that is the partner. Undici's own redirects ask the partner for a path that is
 * meant for another host, and take the answer for good.
 */
function follow(base: URL, target: string, put: Put, redirects = 0): PromiseLike<Followed> {
  const again = (once: ExchangeOutcome) => 'failure' in once && isClosedWithoutAnswer(once.failure);
  // Undici's own retries wait half a second, and ask for the rest of an answer that broke off.
  const putting = put(target).then((once) => (again(once) ? put(target) : once));
  return putting.then((got) => {
    if (!('reply' in got)) return got;
    if (got.location === undefined || !REDIRECTS.has(got.reply.status)) return { reply: got.reply };
    const next = redirectTarget(base, target, got.location);
    if (typeof next !== 'string') return { failure: next };
    if (redirects < MOST_REDIRECTS) return follow(base, next, put, redirects + 1);
    return { failure: misread(reason('redirected-too-often', { redirects: MOST_REDIRECTS })) };
  });
}

/** Scheme, host and port must stay as configured, so that a credential never goes elsewhere. */
function redirectTarget(base: URL, from: string, location: string): string | CallFailure {
  const to = URL.parse(location, base.origin + from);
  if (to === null) return misread(reason('redirected-nowhere'));
  if (to.protocol === base.protocol && to.host === base.host) return to.pathname + to.search;
  const away = reason('redirected-away', { host: shownAuthority(to, base) });
  return { state: 'failed', error: 'destination_ip_prohibited', reason: away };
}

/** Never with what stands behind it, which may repeat a credential. */
function shownAuthority({ protocol, host }: URL, base: URL): string {
  return protocol === base.protocol && host !== '' ? host : `${protocol}//${host}`;
}

type ClockOptions = Pick<CallOptions, 'signal' | 'onReadTimeout'> & { lateMs: number; readTimeoutMs: number };

type Clocks = { stop: AbortSignal; onActivity(): void; onWhole(): void; end(): void };

/**
 * Watches one call: `stop` is aborted when it is late or nobody wants it any more; `onActivity` starts the silence anew, and
 * `onWhole` ends it until then.
 */
function startClocks({ lateMs, readTimeoutMs, signal, onReadTimeout }: ClockOptions): Clocks {
  const stop = new AbortController();
  const abort = () => stop.abort();
  // Behind what has come before it and waits for its turn: that came in time.
  const late = setTimeout(behindShort, lateMs, abort);
  signal?.addEventListener('abort', abort, { once: true });

  let isOver = onReadTimeout === undefined;
  let quiet: NodeJS.Timeout | undefined;
  let activities = 0;
  /** Where this thread is late, what has come meanwhile is read after this timer, and before the next immediate. */
  const endSilence = () => {
    const before = activities;
    setImmediate(() => {
      if (isOver || activities !== before) return;
      isOver = true;
      onReadTimeout?.(abort);
    });
  };

  return {
    stop: stop.signal,
    onActivity() {
      if (isOver) return;
      activities++;
      if (quiet === undefined) quiet = setTimeout(endSilence, readTimeoutMs);
      else quiet.refresh();
    },
    onWhole() {
      activities++;
      clearTimeout(quiet);
      quiet = undefined;
    },
    end() {
      isOver = true;
      clearTimeout(late);
      clearTimeout(quiet);
      signal?.removeEventListener('abort', abort);
    },
  };
}
