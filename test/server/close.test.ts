/** How a registry stops: what is under way ends, what is idle closes, and nothing is left behind. */

import { once } from 'node:events';
import { Agent, createServer as createHttpServer, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { gracefulClose } from '../../src/server/close-server.ts';
import { stopwatch } from '../support/machine/stopwatch.ts';
import { madeUpSnapshot } from '../support/registry/made-up-registry.ts';
import { startTestRegistry } from '../support/registry/start-registry.ts';
import { askRaw } from '../support/server/raw-http.ts';

const EVERYBODY = '/api/users/search?nameLike=&prefix=false';
const USERS = 500;
const LARGE = madeUpSnapshot({ users: USERS, descriptionCharacters: 14_000 });
const SMALL = madeUpSnapshot({ users: 1, descriptionCharacters: 70 });
/** How long a stop may take when nothing has to be waited for. */
const AT_ONCE_MS = 3000;

/** The answer with nothing read of it yet. */
async function open(url: string, agent: Agent | false = false): Promise<IncomingMessage> {
  const [incoming] = await once(get(url, { agent }), 'response');
  return incoming;
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  return Buffer.concat(await incoming.toArray()).toString();
}

function keepingAlive(): Agent & Disposable {
  const agent = new Agent({ keepAlive: true });
  return Object.assign(agent, { [Symbol.dispose]: () => agent.destroy() });
}

async function stopped(registry: AsyncDisposable): Promise<number> {
  const tookMs = stopwatch();
  await registry[Symbol.asyncDispose]();
  return tookMs();
}

/** Listens there for a moment. */
async function occupy(url: string): Promise<void> {
  const server = createServer().listen(Number(new URL(url).port), '127.0.0.1');
  await once(server, 'listening');
  server.close();
}

async function openSocket(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

describe('a registry that is stopped', () => {
  test('ends the answers that are under way, and answers whoever comes that it stops', async () => {
    const registry = await startTestRegistry({ snapshot: LARGE });
    const underWay = await Promise.all([open(registry.url + EVERYBODY), open(`${registry.url}/api/users?size=2000`)]);
    const stop = stopped(registry);
    const [health, readiness, api, page] = await Promise.all(
      ['/livez', '/readyz', '/api/federated/genes/search?symbol=A&taxonId=9606', '/'].map((path) =>
        askRaw(registry.url, path),
      ),
    );
    expect([health?.status, health?.text]).toEqual([200, 'alive']);
    expect([readiness?.status, readiness?.text]).toEqual([503, 'not ready: it is stopping']);
    expect([api?.status, page?.status]).toEqual([503, 503]);
    expect(JSON.parse(api?.text ?? '')).toMatchObject({ code: 'stopping' });
    for (const answer of [health, readiness, api, page]) expect(answer?.headers.connection).toBe('close');
    expect(api?.headers['retry-after']).toBe('5');
    const [everybody = '', listed = ''] = await Promise.all(underWay.map(readAll));
    expect(JSON.parse(everybody)).toHaveLength(USERS);
    expect(JSON.parse(listed)).toMatchObject({ numberOfElements: USERS });
    await stop;
    await expect(askRaw(registry.url, '/livez')).rejects.toThrow('ECONNREFUSED');
    await occupy(registry.url);
  });

  test('closes idle connections, and its port is free', async () => {
    using agent = keepingAlive();
    const registry = await startTestRegistry({ snapshot: SMALL });
    const incoming = await open(`${registry.url}/api/stats`, agent);
    const closed = once(incoming.socket, 'close');
    await readAll(incoming);
    expect(await stopped(registry)).toBeLessThan(AT_ONCE_MS);
    await closed;
    await occupy(registry.url);
  });

  test('closes a connection as soon as the answer under way on it has ended', async () => {
    using agent = keepingAlive();
    const registry = await startTestRegistry({ snapshot: LARGE });
    const incoming = await open(registry.url + EVERYBODY, agent);
    const stop = stopped(registry);
    expect(JSON.parse(await readAll(incoming))).toHaveLength(USERS);
    expect(await stop).toBeLessThan(AT_ONCE_MS);
  });

  test('does not wait for those who have connected and ask nothing', async () => {
    const registry = await startTestRegistry({ snapshot: SMALL });
    const sockets = await Promise.all([openSocket(registry.url), openSocket(registry.url)]);
    sockets[1]?.write('GET /api/stats HTTP/1.1\r\nHost: regis');
    await askRaw(registry.url, '/api/stats');
    const closed = Promise.all(sockets.map((socket) => once(socket, 'close')));
    expect(await stopped(registry)).toBeLessThan(AT_ONCE_MS);
    await closed;
  });

  test('waits for those who do not read what they have asked for only as long as it should', async () => {
    const server = createHttpServer((_req, res) => res.write('x'.repeat(1000)));
    const close = gracefulClose(server, 400);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const incoming = await open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const startedAt = performance.now();
    const tookMs = stopwatch();
    const [cut] = await Promise.all([readAll(incoming).catch((error: Error) => error.message), close()]);
    expect(cut).toBe('aborted');
    expect(performance.now() - startedAt).toBeGreaterThan(390);
    expect(tookMs()).toBeLessThan(AT_ONCE_MS);
  });
});
