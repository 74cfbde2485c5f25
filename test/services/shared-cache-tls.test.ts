/** A cache in common behind TLS, as an operator sets it up: a registry as a process, and an authority of one's own. */

import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkplace, type Server, type Workplace } from '../support/machine/command-line.ts';
import { freePort } from '../support/machine/free-port.ts';
import { testCertificate } from '../support/machine/test-certificate.ts';
import { PASSWORD, type Redis, startRedis } from '../support/services/redis.ts';
import { KEY } from '../support/services/shared-caches.ts';

type Host = 'localhost' | '127.0.0.1';

let workplace: Workplace;
/** The port of a server for each host that a certificate is for. */
const ports = new Map<Host, number>();
const servers: Redis[] = [];

beforeAll(async () => {
  workplace = await openWorkplace();
  for (const host of ['localhost', '127.0.0.1'] as const) {
    const { key, cert } = testCertificate({ host });
    await workplace.write(`${host}.key`, key);
    await workplace.write(`${host}.pem`, cert);
    const port = await freePort();
    ports.set(host, port);
    servers.push(
      await startRedis([
        ...['--tls-port', String(port), '--tls-auth-clients', 'no'],
        ...['--tls-cert-file', workplace.at(`${host}.pem`), '--tls-key-file', workplace.at(`${host}.key`)],
      ]),
    );
  }
});
afterAll(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]();
  await workplace?.[Symbol.asyncDispose]();
});

// Each waits for most of its time.
test.concurrent.each<[string, Host, Host, Host | undefined, string | undefined]>([
  ['is used where its authority is known', 'localhost', 'localhost', 'localhost', undefined],
  ['is used by its address', '127.0.0.1', '127.0.0.1', '127.0.0.1', undefined],
  ['is not where it is not', 'localhost', 'localhost', undefined, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['is not where another one is', 'localhost', 'localhost', '127.0.0.1', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [
    'is not where its certificate is for another host',
    'localhost',
    '127.0.0.1',
    'localhost',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ],
])('a cache behind TLS %s', async (_, certified, host, authority, trouble) => {
  await using server = await workplace.serve([], {
    ...{ LOG_LEVEL: 'info', SERVER_METRICS_PORT: '0', CACHE_KEY: KEY },
    CACHE_URL: `rediss://:${encodeURIComponent(PASSWORD)}@${host}:${ports.get(certified)}`,
    ...(authority === undefined ? {} : { NODE_EXTRA_CA_CERTS: workplace.at(`${authority}.pem`) }),
  });
  const what =
    trouble === undefined
      ? 'answers of partners are shared with other instances'
      : `its certificate is not trusted (${trouble}); this instance uses its own answers`;
  expect((await firstWord(server)).what).toBe(what);
  const found = await fetch(`${server.url}/api/federated/users/search?nameLike=x&prefix=false`);
  expect(found.status).toBe(200);
  expect(JSON.stringify(server.log())).not.toContain(PASSWORD);
  expect(server.output()).not.toMatch(/warning/i);
});

/** Of the cache, in the log. */
async function firstWord(server: Server): Promise<Record<string, unknown>> {
  for (;;) {
    const line = server.log().find(({ msg }) => msg === 'shared cache');
    if (line !== undefined) return line;
    await pause(50);
  }
}
