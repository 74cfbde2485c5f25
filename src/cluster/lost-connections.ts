/** Saves connections that were on the way to a worker when it ended: otherwise no worker would answer or close them. */

import type { Worker } from 'node:cluster';

/** What node:cluster sends with a connection, and what the worker says when it has it. */
type Sent = { act?: unknown; seq?: unknown };
type Acknowledged = { ack?: unknown };
type Connection = { close(): void } | undefined;

/** The workers that accept connections. */
const listening = new Set<Worker>();

/**
 * Gives such connections to the other workers, or closes them where there is none, so that clients can retry. node:cluster does
 * the same with connections that a worker refuses while it shuts down; of a killed worker it waits for a message that never comes.
 */
export function returnLostConnections(worker: Worker): void {
  const { process: child } = worker;
  const onTheWay = new Map<unknown, Connection>();
  worker.once('listening', () => void listening.add(worker));
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;
  child.send = (message: unknown, ...rest: unknown[]) => {
    const { act, seq } = (message ?? {}) as Sent;
    if (act === 'newconn') onTheWay.set(seq, rest[0] as Connection);
    return send(message, ...rest);
  };
  child.on('internalMessage', ({ ack }: Acknowledged) => void onTheWay.delete(ack));

  function giveBack(): void {
    for (const [ack, connection] of onTheWay) {
      if (listening.size === 0) connection?.close();
      else child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false });
    }
  }

  // node:cluster gives a worker no more connections once its channel is closed, too. Only then can they be given to others.
  child.once('exit', () => {
    listening.delete(worker);
    if (child.connected) child.once('disconnect', () => setImmediate(giveBack));
    else setImmediate(giveBack);
  });
}
