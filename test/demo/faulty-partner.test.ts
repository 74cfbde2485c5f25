/** What stands before a registry changes nothing of what passes: bytes, headers, streams, a caller who leaves. */

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { faultyPartner, openFront, type Waits } from '../../src/demo/front.ts';

async function frontOf(listener: RequestListener, waits: Waits = {}) {
  const resources = new AsyncDisposableStack();
  let connections = 0;
  const server = createServer(listener).listen(0, '127.0.0.1');
  server.on('connection', () => void connections++);
  await once(server, 'listening');
  resources.defer(() => void server.closeAllConnections());
  resources.defer(() => void server.close());
  const front = resources.use(await openFront({ host: '127.0.0.1', port: 0 }));
  front.setListener(faultyPartner(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, waits));
  return { url: front.url, connections: () => connections, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

describe('a registry that is well', () => {
  test('gets what was asked, and its answer arrives as it was sent', async () => {
    await using front = await frontOf((request, response) => {
      response.writeHead(418, { 'X-Seen': `${request.method} ${request.url} ${request.headers.authorization}` });
      request.pipe(response);
    });
    const init = { method: 'PUT', body: 'tea', headers: { Authorization: 'Bearer t' } };
    const answer = await fetch(`${front.url}/api/x?symbol=%C3%BC&a=b`, init);
    expect([answer.status, await answer.text()]).toEqual([418, 'tea']);
    expect(answer.headers.get('x-seen')).toBe('PUT /api/x?symbol=%C3%BC&a=b Bearer t');
  });

  test('its answer arrives piece by piece, not when it is whole', async () => {
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    await using front = await frontOf(async (_, response) => {
      response.write('first\n');
      await arrived;
      response.end('second\n');
    });
    const reader = (await fetch(front.url)).body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toBe('first\n');
    resolve();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('second\n');
  });

  test('learns that the caller has left, even before it has said a word', async () => {
    const { promise: left, resolve } = Promise.withResolvers<void>();
    const leaving = new AbortController();
    await using front = await frontOf((_, response) => {
      response.on('close', resolve);
      leaving.abort();
    });
    await expect(fetch(front.url, { signal: leaving.signal })).rejects.toThrow('aborted');
    await left;
  });
});

test('nobody is asked for a caller who has left while a slow registry kept them waiting', async () => {
  await using front = await frontOf((_, response) => void response.end('an answer'), { slowMs: 300 });
  await fetch(`${front.url}/demo/mood?be=slow`, { method: 'POST' });
  await expect(fetch(`${front.url}/left`, { signal: AbortSignal.timeout(100) })).rejects.toThrow('timeout');
  expect(await (await fetch(`${front.url}/stayed`)).text()).toBe('an answer');
  expect(front.connections()).toBe(1);
});

test('addresses that are none end their own connection only', async () => {
  await using front = await frontOf((request, response) => void response.end(request.url));
  const { hostname, port } = new URL(front.url);
  const socket = connect(Number(port), hostname);
  socket.write('OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket.resume(), 'close');
  expect(await (await fetch(`${front.url}//x`)).text()).toBe('//x');
});

test('a registry that breaks off leaves an answer that is broken off', async () => {
  await using front = await frontOf((_, response) => {
    response.writeHead(200, { 'Content-Length': 10 });
    response.write('five.', () => response.destroy());
  });
  const answer = await fetch(front.url);
  await expect(answer.text()).rejects.toThrow('terminated');
});
