/** Turns the error of a call to a partner into a state, an error type and a reason. */

import type { ProxyError } from '../../domain/federation/origin.ts';
import { type Reason, type ReasonCode, type ReasonParams, reason } from '../../domain/federation/reasons.ts';
import type { CallFailure } from '../dialect/reply.ts';

/** How far a call has come: not sent, sent, the first headers have arrived, or all of them. */
export type CallPhase = 'waiting' | 'asked' | 'headers' | 'body';

/** The codes of reasons that name the error of a socket, of TLS or of unpacking. */
type CauseCode = {
  [Code in ReasonCode]: ReasonParams[Code] extends { cause: string | null } ? Code : never;
}[ReasonCode];
type Kind = { state: CallFailure['state']; error: ProxyError; code: CauseCode };

const UNKNOWN_HOST: Kind = { state: 'unreachable', error: 'dns_error', code: 'unknown-host' };
const LOOKUP_TIMEOUT: Kind = { state: 'unreachable', error: 'dns_timeout', code: 'lookup-timed-out' };
const REFUSED: Kind = { state: 'unreachable', error: 'connection_refused', code: 'connection-refused' };
const CONNECT_TIMEOUT: Kind = { state: 'unreachable', error: 'connection_timeout', code: 'connection-timed-out' };
const TERMINATED: Kind = { state: 'unreachable', error: 'connection_terminated', code: 'connection-closed' };
const NO_ROUTE: Kind = { state: 'unreachable', error: 'destination_unavailable', code: 'no-route' };
const BAD_CERTIFICATE: Kind = { state: 'unreachable', error: 'tls_certificate_error', code: 'bad-certificate' };
const BAD_TLS: Kind = { state: 'unreachable', error: 'tls_protocol_error', code: 'bad-encryption' };
const INCOMPLETE: Kind = { state: 'failed', error: 'http_response_incomplete', code: 'answer-broken-off' };
const NOT_HTTP: Kind = { state: 'failed', error: 'http_protocol_error', code: 'not-http' };
const BADLY_PACKED: Kind = { state: 'failed', error: 'http_protocol_error', code: 'badly-packed' };
const STOPPING: Kind = { state: 'failed', error: 'proxy_internal_error', code: 'stopping' };
const INTERNAL: Kind = { state: 'failed', error: 'proxy_internal_error', code: 'not-put' };

/** The first row that matches one of the codes of an error decides. */
const KINDS: readonly (readonly [RegExp, Kind])[] = [
  [/^ECONNREFUSED$/, REFUSED],
  [/^(?:EAI_AGAIN|ETIMEOUT)$/, LOOKUP_TIMEOUT],
  [/^(?:ENOTFOUND|ENODATA|ESERVFAIL|EAI_\w+)$/, UNKNOWN_HOST],
  [/^(?:UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, CONNECT_TIMEOUT],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/, NO_ROUTE],
  [/^(?:EPROTO|ERR_SSL_\w+)$/, BAD_TLS],
  [/CERT|CRL|UNABLE_TO_|^(?:INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)$/, BAD_CERTIFICATE],
  [/^ERR_TLS_/, BAD_TLS],
  [/^(?:UND_ERR_SOCKET|ECONNRESET|ECONNABORTED|EPIPE)$/, TERMINATED],
  [/^(?:HPE_INVALID_EOF_STATE|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|Z_BUF_ERROR)$/, INCOMPLETE],
  [/^(?:HPE_\w+|UND_ERR_HEADERS_OVERFLOW)$/, NOT_HTTP],
  [/^Z_/, BADLY_PACKED],
  [/^UND_ERR_(?:DESTROYED|CLOSED)$/, STOPPING],
];

/**
 * Returns what an error of undici, of a socket or of unpacking means for the partner that was called. Only the code of
 * the error goes into the reason, because its message may contain anything.
 */
export function toCallFailure(error: unknown, phase: CallPhase): CallFailure {
  const codes = codesOf(error);
  for (const [pattern, kind] of KINDS) {
    const code = codes.find((one) => pattern.test(one));
    if (code !== undefined) return failureOf(begun(phase) && isBreakOff(kind) ? INCOMPLETE : kind, code);
  }
  return failureOf(INTERNAL, codes[0]);
}

/** Whether a connection was closed before any part of the answer arrived. */
export function isClosedWithoutAnswer({ error }: CallFailure): boolean {
  return error === TERMINATED.error;
}

/** Returns the failure of an answer that was not complete when its time was over. */
export function lateFailure(phase: CallPhase, lateMs: number): CallFailure {
  const late = { timeoutMs: lateMs };
  if (phase === 'waiting') return busy(reason('busy-with-others', late));
  const isBegun = phase === 'body';
  return {
    state: 'timed-out',
    error: isBegun ? 'connection_read_timeout' : 'http_response_timeout',
    reason: isBegun ? reason('answer-not-whole', late) : reason('no-answer-begun', late),
  };
}

/** Returns the failure of an answer in a content coding that was not requested. */
export function unknownCoding(coding: string): CallFailure {
  return misread(reason('unknown-coding', { coding: /^[\w-]{1,20}$/.test(coding) ? coding : null }));
}

/** Returns the failure of a call because this registry had no room for it or for its answer. */
export function busy(because: Reason): CallFailure {
  return { state: 'busy', error: 'connection_limit_reached', reason: because };
}

/** Returns the failure of an answer that breaks the rules of HTTP, or those of this registry. */
export function misread(because: Reason): CallFailure {
  return { state: 'failed', error: 'http_protocol_error', reason: because };
}

function begun(phase: CallPhase): boolean {
  return phase === 'headers' || phase === 'body';
}

/** Whether the error means that an answer has broken off, once it has begun. */
function isBreakOff({ error }: Kind): boolean {
  return error === 'connection_terminated' || error === 'connection_timeout' || error === 'destination_unavailable';
}

function failureOf({ code, ...kind }: Kind, cause?: string): CallFailure {
  return { ...kind, reason: reason(code, { cause: cause ?? null }) };
}

/** Returns the codes of an error and of the errors inside it: the addresses of a host fail together in one error. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : parserCode(error);
  const others = error instanceof AggregateError ? error.errors : error.cause === undefined ? [] : [error.cause];
  return [...own, ...others.flatMap(codesOf)];
}

/** Returns a code for errors of undici's parser, which have none. */
function parserCode({ name, message }: Error): string[] {
  if (name !== 'HTTPParserError') return [];
  return [message.includes('Invalid EOF') ? 'HPE_INVALID_EOF_STATE' : 'HPE_INVALID'];
}
