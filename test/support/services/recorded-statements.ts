/** A connection to MariaDB on which every statement is recorded. */

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type RecordedConnection = AsyncDisposable & {
  port: number;
  statements: string[];
};

const COM_QUERY = 3;
const HEADER_BYTES = 4;

/** Passes everything on to `port` of this machine, and keeps the statements in clear. */
export async function recordStatements(port: number): Promise<RecordedConnection> {
  const statements: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1');
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    incoming.on('data', (bytes: Buffer) => {
      // Our statements are short, so each comes as one packet of one piece.
      if (bytes[HEADER_BYTES] === COM_QUERY && bytes[HEADER_BYTES - 1] === 0) {
        statements.push(bytes.toString('utf8', HEADER_BYTES + 1));
      }
    });
    incoming.pipe(outgoing).pipe(incoming);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return {
    port: address.port,
    statements,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
