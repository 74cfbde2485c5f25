/** TLS to an RDP database: off, on, and with a certificate that is checked. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRdpDatabase } from '../../src/registry/rdp-database/rdp-database.ts';
import { testCertificate } from '../support/machine/test-certificate.ts';
import { type MariaDb, OWNER, startMariaDb } from '../support/services/mariadb.ts';

let folder: string;
const servers = new Map<string, MariaDb>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tls-'));
  await Promise.all(['localhost', 'db.example.org'].map(startServer));
});
afterAll(async () => {
  for (const server of servers.values()) await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** One whose certificate is for this host. */
async function startServer(host: string): Promise<void> {
  const certificate = testCertificate({ host });
  const options = Object.entries(certificate).map(async ([name, content]) => {
    await writeFile(pem(name, host), content);
    return `--ssl-${name}=${pem(name, host)}`;
  });
  servers.set(host, await startMariaDb(await Promise.all(options)));
}

function pem(name: string, host: string): string {
  return join(folder, `${host}-${name}.pem`);
}

test.each([
  ['without TLS', 'localhost', 'ssl-mode=DISABLED', undefined],
  ['with whoever answers', 'db.example.org', 'ssl-mode=REQUIRED', undefined],
  ['checked', 'localhost', 'ssl-mode=VERIFY_IDENTITY&ssl-ca=', undefined],
  [
    'checked, signed by nobody known',
    'localhost',
    'ssl-mode=VERIFY_IDENTITY',
    /the TLS handshake failed \(self-signed certi/,
  ],
  [
    'checked, for another host',
    'db.example.org',
    'ssl-mode=VERIFY_IDENTITY&ssl-ca=',
    /does not match certificate's altnames/,
  ],
])('a connection with TLS: %s', async (_, certified, parameters, refusal) => {
  const authority = parameters.endsWith('=') ? pem('cert', certified) : '';
  const server = servers.get(certified)?.address('mysql', OWNER).replace('127.0.0.1', 'localhost');
  await using database = openRdpDatabase(`${server}?${parameters}${authority}`);
  const times = database.readWriteTimes();
  if (refusal === undefined) expect((await times).now).toMatch(/^\d{4}-/);
  else await expect(times).rejects.toThrow(refusal);
});
