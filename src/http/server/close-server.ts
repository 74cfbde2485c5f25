/** How a server stops: no new requests, those under way may end, and nobody who is not asking anything is waited for. */

import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { connectionEvent } from './connection-event.ts';

/** How soon after its last answer a connection is closed, and how long one that has just been made may take to ask. */
const SWEEP_MS = 50;

/**
 * Watches the connections of a server that does not listen yet, and answers the function that closes it. Requests under
 * way when that is called have `drainMs` to end; then they are cut off.
 */
export function gracefulClose(server: Server, drainMs: number): () => Promise<void> {
  const latestAnswers = new Map<Socket, ServerResponse | undefined>();
  const handshakes = followHandshakes(server);
  server.on(connectionEvent(server), (socket: Socket) => {
    if (latestAnswers.has(socket)) return;
    latestAnswers.set(socket, undefined);
    socket.once('close', () => latestAnswers.delete(socket));
  });
  server.on('request', ({ socket }, response) => latestAnswers.set(socket, response));

  // Answers leave in the order of their requests: when the latest is out, all are.
  function closeQuietConnections(): void {
    for (const [socket, answer] of latestAnswers) {
      if (answer === undefined || answer.closed) socket.destroy();
    }
    for (const socket of handshakes.values()) socket.destroy();
  }

  return async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.close(() => resolve());
    const sweeps = setInterval(closeQuietConnections, SWEEP_MS);
    const deadline = setTimeout(() => server.closeAllConnections(), drainMs);
    await promise;
    clearInterval(sweeps);
    clearTimeout(deadline);
  };
}

/**
 * The connections of a server over TLS that have not come so far that they could carry requests, by where they come
 * from: that is all that such a connection and what becomes of it have in common. Of a server over http there are none.
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
