/** A partner on a real socket, whose behaviour is a script, path by path. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { type Behaviour, type Script, type ScriptedRequest, status, version } from './partner-behaviours.ts';

export type ScriptedPartner = AsyncDisposable & {
  /** Its base address, without a trailing slash. */
  url: string;
  /** Every request so far, at most the last 10,000, in order of arrival. */
  requests: ScriptedRequest[];
  /** Returns the requests with this path; parameters are ignored. */
  requestsTo(path: string): ScriptedRequest[];
  /** Replaces the given rows, and leaves the others unchanged. */
  play(changes: Script): void;
  /** Returns how many connections were ever made, how many are open, and the most requests that were under way at once. */
  counts(): { connections: number; open: number; mostAtOnce: number };
};

type Options = {
  /** The start of all its addresses, such as `/rgr`. */
  basePath?: string;
  /** Makes it use TLS with this certificate. */
  certificate?: { key: string; cert: string };
  /** The port on this machine; 0, the default, is any free one. */
  port?: number;
  /** Called with every request when it arrives. */
  onRequest?: (request: ScriptedRequest) => void;
};

const MOST_REMEMBERED = 10_000;

/**
 * Starts a partner on a free port, or on the given one. Rejects with the error of the system if it cannot.
 *
 *     await using partner = await startScriptedPartner({
 *       '/api': version('1.4.11'),
 *       '/api/genes/search': inTurn(hang(), afterMs(200, genes(3))),
 *       '/api/users/*': status(503, 'API is not available'),
 *     });
 *
 * It states its version unless the script says otherwise, and answers 404 on every other path. It stores its requests,
 * counts its connections, and its behaviour can be changed at any time.
 */
export async function startScriptedPartner(
  script: Script = {},
  { basePath = '', certificate, port: wanted = 0, onRequest = () => {} }: Options = {},
): Promise<ScriptedPartner> {
  const rows: Script = { '/api': version('1.5.10'), '*': status(404, 'Nothing is scripted here.'), ...script };
  const requests: ScriptedRequest[] = [];
  const sockets = new Set<Socket>();
  const counts = { connections: 0, mostAtOnce: 0 };
  let underWay = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = toScripted(request, basePath);
    requests.push(received);
    if (requests.length > MOST_REMEMBERED) requests.shift();
    onRequest(received);
    const gone = new AbortController();
    response.once('close', () => {
      underWay--;
      gone.abort();
    });
    counts.mostAtOnce = Math.max(counts.mostAtOnce, ++underWay);
    try {
      await rowFor(rows, received.path)({ request: received, response, socket: request.socket, signal: gone.signal });
    } catch (error) {
      if (!gone.signal.aborted) response.writeHead(500).end(`The script failed: ${error}`);
    }
  }

  const server = certificate === undefined ? createServer(answer) : createSecureServer(certificate, answer);
  server.on(certificate === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    counts.connections++;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // Callers that hang up do so on purpose.
    socket.on('error', () => undefined);
  });
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(wanted, '127.0.0.1', resolve);
  await listening;
  const { port } = server.address() as AddressInfo;

  return {
    url: `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${port}${basePath}`,
    requests,
    requestsTo: (path) => requests.filter((request) => pathname(request.path) === path),
    play: (changes) => void Object.assign(rows, changes),
    counts: () => ({ ...counts, open: sockets.size }),
    async [Symbol.asyncDispose]() {
      const { promise: closed, resolve: done } = Promise.withResolvers<void>();
      server.close(() => done());
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function toScripted({ method = '', url = '', headers }: IncomingMessage, basePath: string): ScriptedRequest {
  const path = url.startsWith(basePath) ? url.slice(basePath.length) : url;
  return { method, path, params: new URLSearchParams(path.slice(pathname(path).length)), headers };
}

function pathname(path: string): string {
  return path.split('?', 1)[0] ?? '';
}

function rowFor(rows: Script, path: string): Behaviour {
  const fitting = Object.keys(rows).filter((row) => fits(row, pathname(path)));
  const [longest = '*'] = fitting.sort((a, b) => b.length - a.length);
  return rows[longest] ?? status(404);
}

function fits(row: string, path: string): boolean {
  return row.endsWith('*') ? path.startsWith(row.slice(0, -1)) : path === row;
}
