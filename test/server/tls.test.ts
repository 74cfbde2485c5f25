/** A registry that speaks TLS by itself: what it takes, what it refuses, and how it gets a new certificate. */

import { spawnSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempDisposableSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectTls, type SecureVersion, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CannotStart } from '../../src/server/cannot-start.ts';
import { gracefulClose } from '../../src/server/close-server.ts';
import { listen, openListener, urlOf } from '../../src/server/listener.ts';
import { onlyWellFormed } from '../../src/server/well-formed-request.ts';
import { stopwatch } from '../support/machine/stopwatch.ts';
import { testCertificate } from '../support/machine/test-certificate.ts';
import { ALPHA_SNAPSHOT } from '../support/registry/alpha-registry.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';

const HOST = '127.0.0.1';
const LOOK_EVERY_MS = 50;
/** Two looks at the files, and much to spare. */
const TAKEN_OVER_MS = 5_000;

type Pair = { key: string; cert: string };
type Files = { certificateFile: string; keyFile: string };

function writePair({ certificateFile, keyFile }: Files, { cert, key }: Pair): void {
  writeFileSync(certificateFile, cert);
  writeFileSync(keyFile, key, { mode: 0o600 });
}

function pairFiles(pair: Pair = testCertificate()): Files & Pair & Disposable {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'tls-'));
  const files = { certificateFile: join(folder.path, 'registry.pem'), keyFile: join(folder.path, 'registry.key') };
  writePair(files, pair);
  return { ...files, ...pair, [Symbol.dispose]: () => folder.remove() };
}

/** A server with nothing behind it but this, and what it reported to its operator. */
async function startServer(tls: Files, answer: RequestListener = (_req, res) => void res.end('here')) {
  const logged: string[] = [];
  const refused: string[] = [];
  const listener = openListener({
    mostUrlBytes: 16_384,
    mostConnections: 100,
    tls: { ...tls, lookEveryMs: LOOK_EVERY_MS },
    onRefused: ({ code }) => refused.push(code),
    logTls: (level, what) => logged.push(`${level}: ${what}`),
    logConnections: () => {},
  });
  const close = gracefulClose(listener.server, 3_000);
  listener.server.on(
    'request',
    onlyWellFormed(answer, ({ code }) => refused.push(code)),
  );
  await listen(listener.server, { host: HOST, port: 0, key: 'server.port' });
  const url = urlOf(listener.server, HOST, 'https');
  return {
    url,
    port: Number(new URL(url).port),
    logged,
    refused,
    close,
    async [Symbol.asyncDispose]() {
      await close();
      listener[Symbol.dispose]();
    },
  };
}

async function open(port: number, options: { ca?: string; maxVersion?: SecureVersion } = {}): Promise<TLSSocket> {
  const socket = connectTls({ port, host: HOST, rejectUnauthorized: options.ca !== undefined, ...options });
  await once(socket, 'secureConnect');
  return socket;
}

async function ask(address: string, ca: string, headers: Record<string, string> = {}) {
  const asked = request(address, { ca, headers, agent: false });
  asked.end();
  const [response] = await once(asked, 'response');
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}

/** What comes back for these bytes until the connection ends. */
async function exchange(port: number, bytes: string): Promise<string> {
  const socket = await open(port);
  socket.write(Buffer.from(bytes, 'latin1'));
  return text(socket);
}

/** The day until which the certificate that a new connection meets is valid. */
async function metUntil(port: number): Promise<string> {
  using socket = Object.assign(await open(port), { [Symbol.dispose]: () => {} });
  const until = socket.getPeerCertificate().valid_to;
  socket.destroy();
  return until;
}

async function untilLogged(logged: readonly string[], pattern: RegExp): Promise<void> {
  await expect.poll(() => logged.join('\n'), { timeout: TAKEN_OVER_MS }).toMatch(pattern);
}

describe('a registry with a certificate', () => {
  const pair = testCertificate();
  let files: ReturnType<typeof pairFiles>;
  let registry: TestRegistry;
  beforeAll(async () => {
    files = pairFiles(pair);
    const { certificateFile, keyFile } = files;
    const settings = { SERVER_TLS_CERTIFICATE_FILE: certificateFile, SERVER_TLS_KEY_FILE: keyFile };
    registry = await startTestRegistry({ snapshot: ALPHA_SNAPSHOT, settings });
  });
  afterAll(async () => {
    await registry[Symbol.asyncDispose]();
    files[Symbol.dispose]();
  });

  test('is reached by https, and calls itself so in its records', async () => {
    expect(registry.url).toMatch(/^https:/);
    const { status, text: body } = await ask(`${registry.url}/api/users/19`, pair.cert);
    expect([status, JSON.parse(body).originUrl]).toEqual([200, registry.url]);
  });

  test.each(['/', '/api/stats', '/docs/', '/api/nothing', '/search?kind=genes'])(
    'has browsers keep to https for a year: %s',
    async (path) => {
      const { headers } = await ask(registry.url + path, pair.cert);
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
    },
  );

  test('does not answer who speaks http to it, and goes on', async () => {
    const socket = connect(Number(new URL(registry.url).port), HOST);
    socket.on('error', () => {});
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await text(socket).catch(() => '')).not.toContain('alive');
    expect((await ask(`${registry.url}/livez`, pair.cert)).text).toBe('alive');
  });

  test('finds Müller, whose name a partner sends as it is', async () => {
    const { port } = new URL(registry.url);
    const line = 'GET /api/users/search?nameLike=M\xc3\xbcller&prefix=false HTTP/1.1';
    const answer = await exchange(Number(port), `${line}\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a server over TLS', () => {
  test.each(['TLSv1', 'TLSv1.1'] as const)('does not speak %s', async (maxVersion) => {
    using files = pairFiles();
    await using server = await startServer(files);
    await expect(open(server.port, { maxVersion })).rejects.toThrow(/protocol|version|handshake/i);
  });

  test.each(['TLSv1.2', 'TLSv1.3'] as const)('speaks %s', async (maxVersion) => {
    using files = pairFiles();
    await using server = await startServer(files);
    const socket = await open(server.port, { maxVersion });
    expect(socket.getProtocol()).toBe(maxVersion);
    socket.destroy();
  });

  test('repairs raw bytes in addresses, on a reused connection too', async () => {
    using files = pairFiles();
    await using server = await startServer(files, ({ url }, res) => void res.end(`[${url}]`));
    const one = 'GET /a?x=\xfc HTTP/1.1\r\nHost: x\r\n\r\n';
    const last = 'GET /b?y=\xe9 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const answer = await exchange(server.port, `${one}GET /plain HTTP/1.1\r\nHost: x\r\n\r\n${last}`);
    expect(answer.match(/\[.*?\]/g)).toEqual(['[/a?x=%FC]', '[/plain]', '[/b?y=%E9]']);
  });

  test('refuses what is no request', async () => {
    using files = pairFiles();
    await using server = await startServer(files);
    expect(await exchange(server.port, 'NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await exchange(server.port, 'GET / HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(server.refused).toEqual(['HPE_INVALID_METHOD', 'host']);
  });

  test('stops at once, though somebody has connected and says nothing', async () => {
    using files = pairFiles();
    const server = await startServer(files);
    const silent = connect(server.port, HOST);
    const quiet = await open(server.port);
    for (const socket of [silent, quiet]) socket.on('error', () => {});
    await wait(50);
    const tookMs = stopwatch();
    await server[Symbol.asyncDispose]();
    expect(tookMs()).toBeLessThan(1_500);
  });

  test('ends the answer that is under way when it is stopped', async () => {
    using files = pairFiles();
    const [came, stopping] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const server = await startServer(files, async (_req, res) => {
      came.resolve();
      await stopping.promise;
      res.end('whole');
    });
    const asked = ask(server.url, files.cert);
    await came.promise;
    const stopped = server[Symbol.asyncDispose]();
    stopping.resolve();
    await stopped;
    expect((await asked).text).toBe('whole');
  });
});

describe('a new certificate', () => {
  const later = testCertificate({ validUntil: new Date(Date.now() + 5 * 86_400_000) });

  test('is in use soon after its files are there, and nobody is cut off', async () => {
    using files = pairFiles();
    await using server = await startServer(files);
    const before = await metUntil(server.port);
    const kept = await open(server.port);
    writePair(files, later);
    await untilLogged(server.logged, /^info: a new certificate is in use, valid until 2/m);
    expect(await metUntil(server.port)).not.toBe(before);
    expect((await ask(server.url, later.cert)).text).toBe('here');
    kept.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(await text(kept)).toContain('here');
  });

  test('may be moved into the place of the one before', async () => {
    using files = pairFiles();
    await using server = await startServer(files);
    const fresh = pairFiles(later);
    renameSync(fresh.keyFile, files.keyFile);
    renameSync(fresh.certificateFile, files.certificateFile);
    await untilLogged(server.logged, /a new certificate is in use/);
    expect((await ask(server.url, later.cert)).text).toBe('here');
    fresh[Symbol.dispose]();
  });

  test('that is none is refused with the reason, reported once, and the one before stays', async () => {
    using files = pairFiles();
    await using server = await startServer(files);
    writeFileSync(files.keyFile, later.key);
    await untilLogged(
      server.logged,
      /^error: The key in .* does not belong to the certificate in .*from before stays in use\.$/m,
    );
    await wait(10 * LOOK_EVERY_MS);
    expect(server.logged).toHaveLength(1);
    expect(server.logged.join()).not.toContain('PRIVATE');
    expect((await ask(server.url, files.cert)).text).toBe('here');
    writePair(files, later);
    await untilLogged(server.logged, /a new certificate is in use/);
  });

  test('that has expired does not replace a valid one, and that is reported', async () => {
    using files = pairFiles();
    await using server = await startServer(files);
    const before = await metUntil(server.port);
    writePair(files, testCertificate({ validUntil: new Date(Date.now() - 60_000) }));
    await untilLogged(server.logged, /^error: The certificate in .* expired at .*from before stays in use\.$/m);
    expect(await metUntil(server.port)).toBe(before);
    writePair(files, later);
    await untilLogged(server.logged, /^info: a new certificate is in use/m);
  });

  test('that is gone is reported, and the one before stays', async () => {
    using files = pairFiles();
    await using server = await startServer(files);
    rmSync(files.certificateFile);
    await untilLogged(server.logged, /^error: The certificate file .* cannot be read: ENOENT\./m);
    expect((await ask(server.url, files.cert)).text).toBe('here');
  });
});

describe('a start', () => {
  const other = testCertificate();
  const LOCKED =
    /^The key in .*registry\.key is protected by a password, .* `openssl pkey -in .* -out NEW-FILE` takes it out/;
  const locked = (type: 'pkcs8' | 'sec1') =>
    createPrivateKey(other.key).export({ type, format: 'pem', cipher: 'aes-256-cbc', passphrase: 'swordfish' });

  test.each<[string, (files: Files) => void, RegExp]>([
    ['of another certificate', ({ keyFile }) => writeFileSync(keyFile, other.key), /^The key in .* does not belong/],
    ['that is missing', ({ keyFile }) => rmSync(keyFile), /^The key file .* cannot be read: ENOENT\./],
    ['with a password', ({ keyFile }) => writeFileSync(keyFile, locked('pkcs8')), LOCKED],
    ['with a password in the old form', ({ keyFile }) => writeFileSync(keyFile, locked('sec1')), LOCKED],
    ['that is none', ({ keyFile }) => writeFileSync(keyFile, 'x'), /holds no private key in PEM form/],
    ['to no certificate', ({ certificateFile }) => writeFileSync(certificateFile, 'x'), /holds no certificate in PEM/],
  ])('with a key %s is refused in a sentence', (_case, spoil, sentence) => {
    using files = pairFiles();
    spoil(files);
    const start = () =>
      openListener({
        mostUrlBytes: 16_384,
        mostConnections: 100,
        tls: { ...files, lookEveryMs: LOOK_EVERY_MS },
        onRefused: () => {},
        logTls: () => {},
        logConnections: () => {},
      });
    expect(start).toThrow(CannotStart);
    expect(start).toThrow(sentence);
    expect(start).toThrow(/server\.tls-certificate-file and server\.tls-key-file\.$/);
  });

  test('with a key whose password was taken out as the sentence says is a start like any other', async () => {
    using files = pairFiles(other);
    const lockedFile = `${files.keyFile}.locked`;
    writeFileSync(lockedFile, locked('pkcs8'));
    rmSync(files.keyFile);
    const words = ['pkey', '-in', lockedFile, '-out', files.keyFile, '-passin', 'pass:swordfish'];
    expect(spawnSync('openssl', words, { encoding: 'utf8' })).toMatchObject({ status: 0 });
    await using server = await startServer(files);
    expect((await ask(server.url, other.cert)).text).toBe('here');
    // Nobody else may read the new file.
    expect(server.logged).toEqual([]);
  });

  test('reports when others may read the key, and when the certificate has expired', async () => {
    using files = pairFiles(testCertificate({ validUntil: new Date('2020-02-03') }));
    chmodSync(files.keyFile, 0o644);
    await using server = await startServer(files);
    expect(server.logged).toEqual([
      expect.stringMatching(/^warn: other accounts .* is 644; chmod 600 .*registry\.key ends that$/),
      expect.stringMatching(/^warn: the certificate in .*registry\.pem expired at 2020-02-03T00:00:00\.000Z$/),
    ]);
  });
});
