/** The address of an RDP database: what it may be, and that what may be a password is never shown. */

import { expect, test } from 'vitest';
import { parseRdpAddress } from '../../../src/registry/rdp-database/address.ts';

test('an address has all that is needed, and is shown without its password', () => {
  expect(parseRdpAddress('mysql://rdp%40x:p%40ss%2F@db.example.org:3307/registry')).toEqual({
    label: 'mysql://rdp@x@db.example.org:3307/registry',
    host: 'db.example.org',
    port: 3307,
    user: 'rdp@x',
    password: 'p@ss/',
    schema: 'registry',
    tls: { rejectUnauthorized: true, verifyIdentity: true },
  });
  expect(parseRdpAddress('mariadb://reader@[::1]/rdp')).toMatchObject({ host: '::1', port: 3306, password: undefined });
});

test('a password given beside the address wins over one in it', () => {
  expect(parseRdpAddress('mysql://reader:in-address@localhost/rdp', 'beside').password).toBe('beside');
});

test.each([
  ['localhost', '', undefined],
  ['127.0.0.2', '', undefined],
  ['[::1]', '', undefined],
  ['127.example.org', '', { rejectUnauthorized: true, verifyIdentity: true }],
  ['db.example.org', '?ssl-mode=DISABLED', undefined],
  ['db.example.org', '?ssl-mode=required', { rejectUnauthorized: false, verifyIdentity: false }],
  ['localhost', '?ssl-mode=verify-identity', { rejectUnauthorized: true, verifyIdentity: true }],
])('TLS to %s%s', (host, query, tls) => {
  expect(parseRdpAddress(`mysql://reader@${host}/rdp${query}`).tls).toEqual(tls);
});

test('the authority that signed the certificate may be named', () => {
  const file = new URL('../../../package.json', import.meta.url).pathname;
  const { tls } = parseRdpAddress(`mysql://reader@db.example.org/rdp?ssl-ca=${file}`);
  expect(tls?.ca).toContain('isearch-proxy');
});

test.each([
  ['postgres://u:secret@h/rdp', /\(not shown\) must have the form mysql:\/\/account:password@host:port\/schema/],
  ['secret', /\(not shown\) must have the form/],
  ['mysql://u:secret%@h/rdp', /\(not shown\) holds a % that two hexadecimal digits do not follow/],
  ['mysql://:secret@h/rdp', /at h must name an account/],
  ['mysql://u:secret@h/', /at h must name one schema/],
  ['mysql://u:secret@h/a/b', /at h must name one schema/],
  ['mysql://u:secret@h/rdp?useSSL=false', /at h has the parameter 'useSSL', allowed: ssl-mode, ssl-ca\.$/],
  ['mysql://u:secret@h/rdp?ssl-mode=yes', /at h has ssl-mode='yes', allowed: DISABLED, REQUIRED, VERIFY_IDENTITY\.$/],
  ['mysql://u:secret@10.0.0.5/rdp', /at 10\.0\.0\.5 names its host by number, so that no certificate can be checked: /],
  ['mysql://u:secret@h/rdp?ssl-ca=/none', /^ssl-ca names \/none, which cannot be read \(ENOENT\)\.$/],
])('%s is refused without its password', (address, sentence) => {
  expect(() => parseRdpAddress(address)).toThrow(sentence);
  expect(() => parseRdpAddress(address)).not.toThrow(/secret/);
});
