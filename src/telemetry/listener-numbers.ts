/** What is told of the port for everybody: its connections, and until when its certificate is valid. */

import type { Server } from 'node:net';
import type { ToldNumber } from './callback-gauges.ts';

export type WatchedListener = {
  server: Pick<Server, 'getConnections' | 'on'>;
  /** Undefined where it speaks http. */
  certificateExpires: (() => Date) | undefined;
};

export function listenerNumbers({ server, certificateExpires }: WatchedListener): readonly ToldNumber[] {
  let turnedAway = 0;
  server.on('drop', () => void turnedAway++);
  const numbers: ToldNumber[] = [
    {
      kind: 'gauge',
      name: 'isearch_connections',
      help: 'Connections that are open, idle ones included.',
      across: 'sum',
      read: () => openConnections(server),
    },
    {
      kind: 'counter',
      name: 'isearch_connections_refused_total',
      help: 'Connections closed at once, as all places were taken.',
      across: 'sum',
      read: () => turnedAway,
    },
  ];
  if (certificateExpires === undefined) return numbers;
  return [
    ...numbers,
    {
      kind: 'gauge',
      name: 'isearch_tls_certificate_expires_timestamp_seconds',
      help: 'When the certificate in use stops being valid, in seconds since 1970.',
      across: 'min',
      read: () => certificateExpires().getTime() / 1000,
    },
  ];
}

function openConnections(server: WatchedListener['server']): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.getConnections((error, open) => (error === null ? resolve(open) : reject(error)));
  return promise;
}
