/** How a server stops: those under way may end, others are told that it stops, and nobody who asks nothing is waited for. */

import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How soon after its last answer a connection is closed, and how long one that has just been made may take to ask. */
const SWEEP_MS = 50;

/**
 * Watches the connections of a server that does not listen yet, and answers the function that closes it. Requests under
 * way when that is called have `drainMs` to end; then they are cut off. Until they have ended the server goes on listening,
 * for those who ask how it stands with it. Every answer from then on is the last on its connection, and says so.
 */
export function gracefulClose(server: Server, drainMs: number): () => Promise<void> {
  const latestAnswers = new Map<Socket, ServerResponse | undefined>();
  let isStopping = false;
  server.on('connection', (socket) => {
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
