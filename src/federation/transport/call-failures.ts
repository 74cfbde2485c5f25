/** What went wrong with a call to a partner, in words: from the error of a socket to a state, a token and a sentence. */

import type { ProxyError } from '../../domain/federation/origin.ts';
import type { CallFailure } from '../dialect/reply.ts';

/** How far a call has come: not sent yet, sent, or some of the headers or all of them have arrived. */
export type CallPhase = 'waiting' | 'asked' | 'headers' | 'body';

type Kind = { state: CallFailure['state']; error: ProxyError; title: string; detail: string };

const UNKNOWN_HOST: Kind = {
  state: 'unreachable',
  error: 'dns_error',
  title: 'has an address that does not exist',
  detail: 'The name of its host is not known',
};
const LOOKUP_TIMEOUT: Kind = {
  state: 'unreachable',
  error: 'dns_timeout',
  title: 'has an address that could not be looked up in time',
  detail: 'The name of its host could not be looked up in time',
};
const REFUSED: Kind = {
  state: 'unreachable',
  error: 'connection_refused',
  title: 'refuses connections',
  detail: 'Its host is there, but nothing accepts connections at the configured port',
};
const CONNECT_TIMEOUT: Kind = {
  state: 'unreachable',
  error: 'connection_timeout',
  title: 'did not accept a connection in time',
  detail: 'No connection could be made within the configured connect time-out',
};
const TERMINATED: Kind = {
  state: 'unreachable',
  error: 'connection_terminated',
  title: 'is not responding',
  detail: 'The connection was closed before anything of an answer came',
};
const NO_ROUTE: Kind = {
  state: 'unreachable',
  error: 'destination_unavailable',
  title: 'cannot be reached from here',
  detail: 'There is no way through the network to its host',
};
const BAD_CERTIFICATE: Kind = {
  state: 'unreachable',
  error: 'tls_certificate_error',
  title: 'presents a certificate that is not valid',
  detail: 'Its certificate was not accepted',
};
const BAD_TLS: Kind = {
  state: 'unreachable',
  error: 'tls_protocol_error',
  title: 'could not agree on an encrypted connection',
  detail: 'The encrypted connection could not be set up',
};
const INCOMPLETE: Kind = {
  state: 'failed',
  error: 'http_response_incomplete',
  title: 'broke off its answer',
  detail: 'The connection was closed before the whole answer had come',
};
const NOT_HTTP: Kind = {
  state: 'failed',
  error: 'http_protocol_error',
  title: 'sent something that is no proper answer',
  detail: 'What came does not keep to HTTP',
};
const BADLY_PACKED: Kind = {
  state: 'failed',
  error: 'http_protocol_error',
  title: 'sent an answer that cannot be unpacked',
  detail: 'The body of the answer is not packed as its headers say',
};
const STOPPING: Kind = {
  state: 'failed',
  error: 'proxy_internal_error',
  title: 'is no longer asked, because this registry is stopping',
  detail: 'The question was given up when this registry began to stop',
};
const INTERNAL: Kind = {
  state: 'failed',
  error: 'proxy_internal_error',
  title: 'could not be asked',
  detail: 'This registry failed to put the question',
};

/** The first row that knows one of the codes of an error decides. */
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
 * What an error of undici, of a socket or of unpacking means for the partner that was called. Only the code of the
 * error goes into the words, for its message may hold anything.
 */
export function toCallFailure(error: unknown, phase: CallPhase): CallFailure {
  const codes = codesOf(error);
  for (const [pattern, kind] of KINDS) {
    const code = codes.find((one) => pattern.test(one));
    if (code !== undefined) return worded(begun(phase) && isBreakOff(kind) ? INCOMPLETE : kind, code);
  }
  return worded(INTERNAL, codes[0]);
}

/** Whether a connection was closed before anything of an answer came. */
export function isClosedUnanswered({ error }: CallFailure): boolean {
  return error === TERMINATED.error;
}

/** An answer that was not whole when all the time for it had passed. */
export function lateFailure(phase: CallPhase, lateMs: number): CallFailure {
  const time = `${lateMs / 1000} s`;
  if (phase === 'waiting') {
    return {
      state: 'busy',
      error: 'connection_limit_reached',
      title: 'is busy with other questions of this registry',
      detail: `As many questions as are allowed at once were under way to it for ${time}.`,
    };
  }
  if (phase === 'body') {
    return {
      state: 'timed-out',
      error: 'connection_read_timeout',
      title: `did not finish its answer within ${time}`,
      detail: `Its answer had begun, but it was not whole after ${time}.`,
    };
  }
  return {
    state: 'timed-out',
    error: 'http_response_timeout',
    title: `did not answer within ${time}`,
    detail: `It took the question, but no answer began within ${time}.`,
  };
}

/** A redirect to another authority than the one configured. `host` may carry a port. */
export function redirectedAway(host: string): CallFailure {
  return {
    state: 'failed',
    error: 'destination_ip_prohibited',
    title: 'redirects to another address than the configured one',
    detail: `It sends questions on to ${host}, and only its configured address is ever asked.`,
  };
}

/** A redirect that leads nowhere: too many in a row, or to what is no address. */
export function misdirected(why: string): CallFailure {
  return {
    state: 'failed',
    error: 'http_protocol_error',
    title: 'redirects in a way that cannot be followed',
    detail: why,
  };
}

/** A long answer for which there was no room beside those of other partners. */
export function noRoom(): CallFailure {
  return {
    state: 'busy',
    error: 'connection_limit_reached',
    title: 'was not read, as too many long answers are under way',
    detail:
      'Its answer is long, and as many long answers as are read at once were under way. Please ask again in a moment.',
  };
}

/** One interim answer after the other, such as 103, and none that counts. */
export function tooManyHeads(): CallFailure {
  return worded({ ...NOT_HTTP, detail: 'It announces an answer again and again, and gives none' });
}

/** An answer in a content coding that was not asked for. */
export function unknownCoding(coding: string): CallFailure {
  const shown = /^[\w-]{1,20}$/.test(coding) ? `"${coding}"` : 'an unknown way';
  return worded({ ...BADLY_PACKED, detail: `The body of the answer is packed as ${shown}; only gzip is asked for` });
}

function begun(phase: CallPhase): boolean {
  return phase === 'headers' || phase === 'body';
}

/** Whether it means that an answer, once begun, has broken off. */
function isBreakOff({ error }: Kind): boolean {
  return error === 'connection_terminated' || error === 'connection_timeout' || error === 'destination_unavailable';
}

function worded({ detail, ...kind }: Kind, code?: string): CallFailure {
  return { ...kind, detail: `${detail}${code === undefined ? '' : ` (${code})`}.` };
}

/** The codes of an error and of those it stands for: several addresses of a host fail in one error. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : parserCode(error);
  const others = error instanceof AggregateError ? error.errors : error.cause === undefined ? [] : [error.cause];
  return [...own, ...others.flatMap(codesOf)];
}

/** Errors of undici's parser carry no code of their own. */
function parserCode({ name, message }: Error): string[] {
  if (name !== 'HTTPParserError') return [];
  return [message.includes('Invalid EOF') ? 'HPE_INVALID_EOF_STATE' : 'HPE_INVALID'];
}
