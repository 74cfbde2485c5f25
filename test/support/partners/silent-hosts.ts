/** Addresses at which nobody answers: where nobody listens, and where whoever listens says nothing. */

import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { startScriptedPartner } from '../../../src/demo/scripted-partner.ts';

/** A port that accepts connections and never says anything on them, not even the beginning of TLS. */
export async function startMuteHost(): Promise<AsyncDisposable & { authority: string }> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => sockets.add(socket.on('error', () => undefined)));
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  return {
    authority: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const { promise: closed, resolve: done } = Promise.withResolvers<void>();
      server.close(() => done());
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** An address at which nobody accepts connections: somebody did, a moment ago. */
export async function deserted(): Promise<string> {
  await using partner = await startScriptedPartner();
  return partner.url;
}
