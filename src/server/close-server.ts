/** The event after which a connection can carry requests: over TLS, after the handshake. */

import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';

/** Returns the event of a server at which a connection can carry requests. */
export function connectionEvent(server: Server): 'connection' | 'secureConnection' {
  return server instanceof TlsServer ? 'secureConnection' : 'connection';
}

// Closes a server gracefully: requests under way may end, others are refused because it is stopping, and idle connections
// are closed.

/** How soon a connection is closed after its last response, and how long a new one may take to send a request. */
const SWEEP_MS = 50;

/**
 * Watches the connections of a server that does not listen yet, and returns the function that closes it. Requests under
 * way then have `drainMs` to end before they are cut off. Until they have ended, the server listens, for health checks.
 * From the call on, every response is the last on its connection, and says so.
 */
export function gracefulClose(server: Server, drainMs: number): () => Promise<void> {
  const latestAnswers = new Map<Socket, ServerResponse | undefined>();
  const handshakes = followHandshakes(server);
  let isStopping = false;
  server.on(connectionEvent(server), (socket: Socket) => {
    if (latestAnswers.has(socket)) return;
    latestAnswers.set(socket, undefined);
    socket.once('close', () => latestAnswers.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    latestAnswers.set(socket, response);
    if (isStopping) response.shouldKeepAlive = false;
  });

  // Responses are sent in the order of their requests: when the latest is complete, all are.
  function closeQuietConnections(): void {
    for (const [socket, answer] of latestAnswers) {
      if (answer === undefined || answer.closed) socket.destroy();
    }
    for (const socket of handshakes.values()) socket.destroy();
  }

  /** Resolves when the requests that are under way now have ended, or their time is over. */
  async function drained(over: Promise<void>): Promise<void> {
    const underWay = [...latestAnswers.values()].filter((answer) => answer !== undefined && !answer.closed);
    const ends = underWay.map((answer) => {
      if (answer === undefined) return undefined;
      if (!answer.headersSent) answer.shouldKeepAlive = false;
      return new Promise((resolve) => answer.once('close', resolve));
    });
    await Promise.race([Promise.all(ends), over]);
  }

  return async () => {
    isStopping = true;
    const over = Promise.withResolvers<void>();
    const deadline = setTimeout(over.resolve, drainMs);
    await drained(over.promise);
    const closed = Promise.withResolvers<void>();
    server.close(() => closed.resolve());
    void over.promise.then(() => server.closeAllConnections());
    closeQuietConnections();
    const sweeps = setInterval(closeQuietConnections, SWEEP_MS);
    await closed.promise;
    clearInterval(sweeps);
    clearTimeout(deadline);
  };
}

/**
 * Returns the TLS connections with an incomplete handshake, by peer. The raw socket has only the address of the peer in
 * common with the later TLS socket. For an http server there are none.
 */
function followHandshakes(server: Server): ReadonlyMap<string, Socket> {
  const handshakes = new Map<string, Socket>();
  if (connectionEvent(server) === 'connection') return handshakes;
  server.on('connection', (socket) => {
    const peer = peerOf(socket);
    handshakes.set(peer, socket);
    socket.once('close', () => {
      if (handshakes.get(peer) === socket) handshakes.delete(peer);
    });
  });
  server.on('secureConnection', (socket: Socket) => handshakes.delete(peerOf(socket)));
  return handshakes;
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
