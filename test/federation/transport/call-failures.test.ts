/** What the errors of sockets mean for a partner: each has its state, its token and words that follow a name. */

import { errors } from 'undici';
import { describe, expect, test } from 'vitest';
import { reason } from '../../../src/domain/federation/reasons.ts';
import { detailOf, titleOf } from '../../../src/domain/federation/reasons-in-english.ts';
import {
  type CallPhase,
  lateFailure,
  toCallFailure,
  unknownCoding,
} from '../../../src/federation/transport/call-failures.ts';

function withCode(code: string): Error {
  return Object.assign(new Error('do-not-tell'), { code });
}

describe('before anything of an answer came', () => {
  test.each([
    ['ENOTFOUND', 'unreachable', 'dns_error'],
    ['EAI_NODATA', 'unreachable', 'dns_error'],
    ['EAI_AGAIN', 'unreachable', 'dns_timeout'],
    ['ETIMEOUT', 'unreachable', 'dns_timeout'],
    ['ECONNREFUSED', 'unreachable', 'connection_refused'],
    ['ETIMEDOUT', 'unreachable', 'connection_timeout'],
    ['UND_ERR_CONNECT_TIMEOUT', 'unreachable', 'connection_timeout'],
    ['EHOSTUNREACH', 'unreachable', 'destination_unavailable'],
    ['ENETUNREACH', 'unreachable', 'destination_unavailable'],
    ['ECONNRESET', 'unreachable', 'connection_terminated'],
    ['EPIPE', 'unreachable', 'connection_terminated'],
    ['UND_ERR_SOCKET', 'unreachable', 'connection_terminated'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'unreachable', 'tls_certificate_error'],
    ['CERT_HAS_EXPIRED', 'unreachable', 'tls_certificate_error'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unreachable', 'tls_certificate_error'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'unreachable', 'tls_certificate_error'],
    ['HOSTNAME_MISMATCH', 'unreachable', 'tls_certificate_error'],
    ['EPROTO', 'unreachable', 'tls_protocol_error'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'unreachable', 'tls_protocol_error'],
    // The partner wants a certificate of ours: that is not about its own.
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'unreachable', 'tls_protocol_error'],
    ['UND_ERR_HEADERS_OVERFLOW', 'failed', 'http_protocol_error'],
    ['UND_ERR_DESTROYED', 'failed', 'proxy_internal_error'],
    ['E_NEVER_HEARD_OF', 'failed', 'proxy_internal_error'],
  ])('%s is read as %s: %s', (code, state, error) => {
    const failure = toCallFailure(withCode(code), 'asked');
    expect(failure).toMatchObject({ state, error });
    expect(detailOf(failure.reason)).toMatch(new RegExp(`^[A-Z].* \\(${code}\\)\\.$`));
    // It follows a name: "Partner B refuses connections".
    expect(titleOf(failure.reason)).toMatch(/^[a-z][^.]*$/);
    expect(JSON.stringify(failure)).not.toContain('do-not-tell');
  });
});

describe('inside an answer', () => {
  test.each<[CallPhase, string]>([
    ['headers', 'ECONNRESET'],
    ['body', 'ECONNRESET'],
    ['body', 'ETIMEDOUT'],
    ['body', 'EHOSTUNREACH'],
    ['body', 'UND_ERR_SOCKET'],
    ['body', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'],
    ['body', 'Z_BUF_ERROR'],
  ])('(%s) %s means that it broke off', (phase, code) => {
    expect(toCallFailure(withCode(code), phase)).toMatchObject({ state: 'failed', error: 'http_response_incomplete' });
  });
});

test('several addresses that all failed are one failure, described by the most telling one', () => {
  const all = new AggregateError([withCode('ENETUNREACH'), withCode('ECONNREFUSED')]);
  expect(toCallFailure(Object.assign(all, { code: 'ENETUNREACH' }), 'waiting').error).toBe('connection_refused');
});

test('what hides behind another error is found, and what is no error at all is survived', () => {
  expect(toCallFailure(new Error('x', { cause: withCode('ECONNREFUSED') }), 'waiting').error).toBe(
    'connection_refused',
  );
  expect(toCallFailure('nonsense', 'asked')).toMatchObject({
    error: 'proxy_internal_error',
    reason: reason('not-put', { cause: null }),
  });
});

test('errors of the parser, which have no code, are distinguished by whether anything is missing', () => {
  expect(toCallFailure(new errors.HTTPParserError('Expected HTTP/'), 'asked').error).toBe('http_protocol_error');
  expect(toCallFailure(new errors.HTTPParserError('(Invalid EOF state)'), 'body').error).toBe(
    'http_response_incomplete',
  );
});

test('lateness says how far the call had come, and a call without a slot is not held against the partner', () => {
  const sentences = (['waiting', 'asked', 'headers', 'body'] as const).map((phase) => lateFailure(phase, 30_000));
  expect(sentences.map(({ state, error, reason }) => [state, error, titleOf(reason)])).toEqual([
    ['busy', 'connection_limit_reached', 'is busy with other questions of this registry'],
    ['timed-out', 'http_response_timeout', 'did not answer within 30 s'],
    ['timed-out', 'http_response_timeout', 'did not answer within 30 s'],
    ['timed-out', 'connection_read_timeout', 'did not finish its answer within 30 s'],
  ]);
});

test('a packing is named only if it looks like one', () => {
  expect(detailOf(unknownCoding('br').reason)).toContain('"br"');
  expect(detailOf(unknownCoding('<script>').reason)).not.toContain('script');
});
