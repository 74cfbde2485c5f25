/** Connections that were on the way to a worker when it ended: without this nobody would answer or close them. */

import type { Worker } from 'node:cluster';

/** What node:cluster sends with a connection, and what the worker says when it has it. */
type Sent = { act?: unknown; seq?: unknown };
type Acknowledged = { ack?: unknown };

/**
 * Gives such connections to the other workers. node:cluster does the same with those that a worker refuses as it is shutting
 * down; for one that was killed it waits for a word that never comes.
 */
export function returnLostConnections({ process: child }: Worker): void {
  const onTheWay = new Set<unknown>();
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;
  child.send = (message: unknown, ...rest: unknown[]) => {
    const { act, seq } = (message ?? {}) as Sent;
    if (act === 'newconn') onTheWay.add(seq);
    return send(message, ...rest);
  };
  child.on('internalMessage', ({ ack }: Acknowledged) => void onTheWay.delete(ack));

  function giveBack(): void {
    for (const ack of onTheWay) child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false });
  }

  // First it must be out of the list of those that take connections, which it is when its channel is closed as well.
  child.once('exit', () => {
    if (child.connected) child.once('disconnect', () => setImmediate(giveBack));
    else setImmediate(giveBack);
  });
}
