/** What Node's parser lets through and no route could answer honestly: refused here, with a line in the log. */

import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSampled, sampledCount } from '../support/machine/sample.ts';
import { stopwatch } from '../support/machine/stopwatch.ts';
import { startAlpha } from '../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../support/registry/start-registry.ts';
import { exchangeBytes } from '../support/server/raw-http.ts';

const HOST = 'Host: registry.example.org\r\n';
const REST = `HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startAlpha({ LOG_LEVEL: 'info' });
});
afterAll(() => registry[Symbol.asyncDispose]());

describe('is answered 400, and the log says which part is malformed', () => {
  test.each([
    ['an absolute address with a broken host', `GET http://[/secret ${REST}`, 'target'],
    ['one with a port that is none', `GET http://a:99999999/secret ${REST}`, 'target'],
    ['one with a broken escape in its host', `GET http://%zz/secret ${REST}`, 'target'],
    ['one without a host', `GET http:///secret ${REST}`, 'target'],
    ['one with a name and a password', `GET http://me:secret@a/api ${REST}`, 'target'],
    ['one of another scheme', `GET ftp://a/secret ${REST}`, 'target'],
    ['two Host headers', `GET /api/stats?secret HTTP/1.1\r\n${HOST}Host: secret.example.org\r\n\r\n`, 'host'],
    ['the same Host header twice', `GET /api/stats HTTP/1.1\r\n${HOST}hOST: registry.example.org\r\n\r\n`, 'host'],
    ['two Host headers in HTTP/1.0', `GET /api/stats HTTP/1.0\r\n${HOST}${HOST}\r\n`, 'host'],
    ['no Host header', 'GET /api/stats?secret HTTP/1.1\r\n\r\n', 'host'],
    ['a Host header that is an address', 'GET /api/stats HTTP/1.1\r\nHost: a/secret\r\n\r\n', 'host'],
    ['a Host header with two hosts', 'GET /api/stats HTTP/1.1\r\nHost: a secret\r\n\r\n', 'host'],
    ['HTTP/0.9', 'GET /api/stats\r\n\r\n', 'version'],
    ['HTTP/0.9 that names itself', `GET /api/stats?secret HTTP/0.9\r\n${HOST}\r\n`, 'version'],
    ['HTTP/0.9 with raw letters', 'GET /api/users/search?nameLike=sécret\r\n\r\n', 'version'],
    ['HTTP/2.0 in the form of HTTP/1.1', `GET /api/stats?secret HTTP/2.0\r\n${HOST}\r\n`, 'version'],
  ])('%s', async (_what, bytes, code) => {
    const before = refusedIn(registry).length;
    const answer = await exchangeBytes(registry.url, bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer.split('\r\n\r\n')[1]).toBe('Bad Request');
    expectOwnHeaders(answer);
    expect(answer).toMatch(/\r\nConnection: close\r\n/i);
    await expect.poll(() => refusedIn(registry)).toHaveLength(before + 1);
    const logged = refusedIn(registry).at(-1);
    expect(logged).toMatchObject({ status: 400, code, remoteAddress: '127.0.0.1' });
    expect(answer + JSON.stringify(logged)).not.toMatch(/s[eé]cret/);
  });
});

test('what is asked of a proxy is not answered', async () => {
  expect(await exchangeBytes(registry.url, `CONNECT secret.example.org:443 ${REST}`)).toBe('');
});

describe('is served as ever', () => {
  test.each([
    ['HTTP/1.0 without a Host header', 'GET /api/stats HTTP/1.0\r\n\r\n'],
    ['an absolute address', `GET http://registry.example.org:8080/api/stats ${REST}`],
    ['one of a host in IPv6', `GET https://[::1]:80/api/stats ${REST}`],
    ['one of a host that is written in raw letters', `GET http://müller.example.org/api/stats ${REST}`],
    [
      'a host of one word with an underscore',
      'GET /api/stats HTTP/1.1\r\nHost: my_registry:80\r\nConnection: close\r\n\r\n',
    ],
    ['an empty host', 'GET /api/stats HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n'],
  ])('%s', async (_what, bytes) => {
    expect(await exchangeBytes(registry.url, bytes)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });
});

test.each(['garbage\r\n\r\n', `GET /api/stats ${REST}`])(
  'the headers of every answer are those of %j',
  async (bytes) => {
    expectOwnHeaders(await exchangeBytes(registry.url, bytes));
  },
);

test('whatever the address is, the answer is ours', async () => {
  const piece = fc.constantFrom(
    ...['/', '//', '[', ']', ':', '@', '%', '%zz', '#', '?', '*', 'http:', 'a', '..', '\\', 'ü'],
  );
  const target = fc.array(piece, { minLength: 1, maxLength: 7 }).map((pieces) => pieces.join(''));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('/', 'http://', ''), target, async (start, rest) => {
      expectOwnHeaders(await exchangeBytes(registry.url, `GET ${start}${rest} ${REST}`));
    }),
    {
      numRuns: sampledCount(60, 300),
      examples: [
        ['http://', '['],
        ['/', '/..@#'],
        ['/', '\\#@a'],
        ['/', '/]@#'],
      ],
    },
  );
});

test.skipIf(isSampled)(
  'headers that do not come are waited for ten seconds, and half a second at most beyond',
  async () => {
    const startMs = performance.now();
    const unhinderedMs = stopwatch();
    const [first, second] = await Promise.all([untilClosed('GET /api/stats HTTP/1.1\r\nHost: a'), untilClosed('')]);
    expect(first).toMatch(/^HTTP\/1\.1 408 /);
    expect(second).toMatch(/^HTTP\/1\.1 408 /);
    expect(performance.now() - startMs).toBeGreaterThan(9_900);
    expect(unhinderedMs()).toBeLessThan(11_500);
  },
);

function expectOwnHeaders(answer: string): void {
  expect(answer).toContain('\r\nX-Content-Type-Options: nosniff\r\n');
  expect(answer).toContain('\r\nX-Frame-Options: DENY\r\n');
  // Pages let a site know that a form of its own was sent; once, and nobody else.
  expect(answer.match(/\r\nReferrer-Policy: (?:no-referrer|same-origin)(?=\r\n)/g)).toHaveLength(1);
  expect(answer).toMatch(/\r\nCache-Control: no-(?:store|cache)\r\n|\r\nLocation: /);
  expect(answer).not.toMatch(/\r\n(?:X-XSS-Protection|Pragma|Expires): /i);
}

/** Sends these bytes, nothing more, and answers what came until the other side closed. */
function untilClosed(bytes: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const { hostname, port } = new URL(registry.url);
  const socket = connect(Number(port), hostname, () => socket.write(bytes));
  let received = '';
  socket.on('data', (packet: Buffer) => {
    received += packet;
  });
  socket.on('error', reject);
  socket.on('end', () => socket.end());
  socket.on('close', () => resolve(received));
  return promise;
}

function refusedIn({ logged }: TestRegistry): Record<string, unknown>[] {
  return logged()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'refused');
}
