/** The limits of the server that everybody asks: how many connections there are, and how long a request may take to come. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { gracefulClose } from '../../src/server/close-server.ts';
import { descriptorShortage } from '../../src/server/connection-limit.ts';
import { type ListenerOptions, listen, openListener, urlOf } from '../../src/server/listener.ts';
import { stopwatch } from '../support/machine/stopwatch.ts';
import { askRaw } from '../support/server/raw-http.ts';

const HOST = '127.0.0.1';

/** A server that reads what it is sent, then says so; and what was reported to its operator. */
async function startListener(options: Partial<ListenerOptions> = {}) {
  const logged: string[] = [];
  const listener = openListener({
    mostUrlBytes: 16_384,
    mostConnections: 100,
    tls: undefined,
    onRefused: () => {},
    logTls: () => {},
    logConnections: (level, what) => logged.push(`${level}: ${what}`),
    ...options,
  });
  const { server } = listener;
  const close = gracefulClose(server, 1_000);
  server.on('request', (req, res) => {
    req.resume();
    req.on('end', () => res.end('read'));
  });
  await listen(server, { host: HOST, port: 0, key: 'server.port' });
  const url = urlOf(server, HOST);
  return {
    server,
    url,
    port: Number(new URL(url).port),
    logged,
    async [Symbol.asyncDispose]() {
      await close();
      listener[Symbol.dispose]();
    },
  };
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, HOST);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Sends the text a byte at a time, and answers what came back when the other side closed. */
async function drip(port: number, begin: string, rest: string): Promise<string> {
  const socket = await open(port);
  const answered = text(socket).catch(() => '(cut)');
  socket.write(begin);
  for (const byte of rest) {
    if (socket.destroyed || socket.readableEnded) break;
    socket.write(byte);
    await wait(20);
  }
  return answered;
}

describe.concurrent('connections beyond the limit', () => {
  test('are closed at once, reported once to the operator, and once more when there is room again', async ({
    expect,
  }) => {
    await using listener = await startListener({ mostConnections: 20 });
    const held = await Promise.all(Array.from({ length: 20 }, () => open(listener.port)));
    const beyond = [await open(listener.port), await open(listener.port), await open(listener.port)];
    for (const socket of beyond) expect(await text(socket).catch(() => '')).toBe('');
    await expect
      .poll(() => listener.logged)
      .toEqual(['warn: all 20 connections of limits.connections are taken, so further ones are closed']);
    for (const socket of held) socket.destroy();
    await expect
      .poll(() => listener.logged.at(-1))
      .toBe('info: there is room for connections again; 3 were turned away');
    expect((await askRaw(listener.url, '/')).text).toBe('read');
    expect(listener.logged).toHaveLength(2);
  });

  test('are reported again when it happens again', async ({ expect }) => {
    await using listener = await startListener({ mostConnections: 16 });
    for (const times of [1, 2]) {
      const held = await Promise.all(Array.from({ length: 18 }, () => open(listener.port)));
      await expect.poll(() => listener.logged.length).toBe(2 * times - 1);
      for (const socket of held) socket.destroy();
      await expect.poll(() => listener.logged.length).toBe(2 * times);
    }
    expect(listener.logged.at(-1)).toMatch(/; 2 were turned away$/);
  });
});

describe('who sends a request byte by byte', () => {
  test('has ten seconds for its head, and half a minute for all of it', async () => {
    await using listener = await startListener();
    const { headersTimeout, requestTimeout } = listener.server;
    expect([headersTimeout, requestTimeout]).toEqual([10_000, 30_000]);
  });

  test.concurrent('is answered 408 when the head takes too long, though something comes all the time', async () => {
    await using listener = await startListener();
    listener.server.headersTimeout = 400;
    const answer = await drip(listener.port, 'GET / HTTP/1.1\r\nHost: x\r\nX-Long: ', 'a'.repeat(500));
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(answer).toMatch(/\r\nConnection: close\r\n/);
  });

  test.concurrent('is answered 408 when the body takes too long', async () => {
    await using listener = await startListener();
    listener.server.headersTimeout = 300;
    listener.server.requestTimeout = 400;
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n';
    expect(await drip(listener.port, head, 'a'.repeat(500))).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  });

  test('keeps nobody else waiting', async () => {
    await using listener = await startListener({ mostConnections: 400 });
    const slow = await Promise.all(Array.from({ length: 300 }, () => open(listener.port)));
    for (const socket of slow) socket.write('GET / HTTP/1.1\r\nX');
    const tookMs = stopwatch();
    for (let asked = 0; asked < 20; asked++) expect((await askRaw(listener.url, '/')).text).toBe('read');
    expect(tookMs()).toBeLessThan(2_000);
    for (const socket of slow) socket.destroy();
  });
});

test('too few descriptors for the connections that may be are reported in a sentence, with what ends that', () => {
  const limits =
    'Limit Soft Limit Hard Limit Units\nMax open files            1024                 1024                 files\n';
  expect(descriptorShortage(900, limits)).toBe(undefined);
  expect(descriptorShortage(10_000, limits)).toBe(
    'this process may open 1024 files, and limits.connections (10000) needs 10100: raise LimitNOFILE, or lower it',
  );
  expect(descriptorShortage(10_000, 'Max open files            unlimited            unlimited            files')).toBe(
    undefined,
  );
});
