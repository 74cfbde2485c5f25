/** For whom a request counts: by address or token, and the same object for all that one connection asks. */

import type { Request } from 'express';
import { expect, test } from 'vitest';
import { callers } from '../../../src/server/limits/callers.ts';

const TOKENS = [{ name: 'b', token: 'a+token' }];

function open() {
  const untrusted: string[] = [];
  const callerOf = callers({
    ...{ partnerTokens: () => TOKENS, secret: Buffer.alloc(32) },
    onUntrustedProxy: (address) => void untrusted.push(address),
  });
  return { callerOf, untrusted };
}

/** A request through a connection from `remoteAddress`, which the web server there says to be from `ip`. */
function request(ip: string, socket: object = { remoteAddress: ip }, headers: object = {}): Request {
  return { ip, socket, headers, originalUrl: '/api/stats' } as Request;
}

test('all requests of a connection from one address have one caller, which is found once for each request', () => {
  const { callerOf } = open();
  const socket = { remoteAddress: '10.0.0.1' };
  const [one, next] = [request('192.0.2.1', socket), request('192.0.2.1', socket)];
  const caller = callerOf(one);
  expect(caller).toEqual({ kind: 'other', key: expect.stringMatching(/^[\w-]{43}$/) });
  expect(callerOf(next)).toBe(caller);
  const other = callerOf(request('192.0.2.2', socket));
  expect(other?.key).not.toBe(caller?.key);
  Object.assign(one, { ip: '192.0.2.2' });
  expect([callerOf(one), callerOf(request('192.0.2.1'))]).toEqual([caller, caller]);
});

test('a partner is one caller wherever it asks from, and is no address', () => {
  const { callerOf } = open();
  const withToken = (ip: string) => callerOf(request(ip, undefined, { authorization: 'Bearer a+token' }));
  expect(withToken('192.0.2.1')).toMatchObject({ kind: 'partner' });
  expect(withToken('192.0.2.2')).toBe(withToken('192.0.2.1'));
});

test.each([
  ['127.0.0.1', '127.0.0.1', undefined, []],
  ['127.9.9.9', '127.9.9.9', undefined, []],
  ['::1', '::1', undefined, []],
  ['::ffff:127.0.0.1', '::ffff:127.0.0.1', undefined, []],
  ['::1', '::1', '127.0.0.1, ::1', []],
  ['::1', '::1', '127.0.0.1, 192.0.2.1', ['::1']],
  ['127.0.0.1:4001', '127.0.0.1:4001', '192.0.2.1', ['127.0.0.1']],
])(
  'what comes from this machine at %s for %s, as its web server says for %s, counts for nobody',
  (remoteAddress, ip, forwarded, expected) => {
    const { callerOf, untrusted } = open();
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const asked = request(ip, { remoteAddress }, headers);
    expect([callerOf(asked), callerOf(asked), untrusted]).toEqual([undefined, undefined, expected]);
  },
);

test.each([
  ['128.0.0.1', '128.0.0.1'],
  ['::11', '::11'],
  ['192.0.2.1', '127.0.0.1'],
  ['127.0.0.1', '192.0.2.1'],
])('what comes from %s for %s counts', (remoteAddress, ip) => {
  const { callerOf, untrusted } = open();
  expect(callerOf(request(ip, { remoteAddress }, { 'x-forwarded-for': ip }))).toMatchObject({ kind: 'other' });
  expect(untrusted).toEqual([]);
});
