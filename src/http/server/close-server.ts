/**
 * How a server stops: those under way may end, others are answered that it stops, and nobody who asks nothing is waited
 * for.
 */

import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { connectionEvent } from './connection-event.ts';

/** How soon after its last answer a connection is closed, and how long one that has just been made may take to ask. */
const SWEEP_MS = 50;

/**
 * Watches the connections of a server that does not listen yet, and answers the function that closes it. Requests under
 * way when that is called have `drainMs` to end; then they are cut off. Until they have ended the server goes on listening,
 * for those who ask how it stands with it. Every answer from then on is the last on its connection, and says so.
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

  // Answers leave in the order of their requests: when the latest is out, all are.
  function closeQuietConnections(): void {
    for (const [socket, answer] of latestAnswers) {
      if (answer === undefined || answer.closed) socket.destroy();
    }
    for (const socket of handshakes.values()) socket.destroy();
  }

  /** Ends when those are out that are under way now, or their time is over. */
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
