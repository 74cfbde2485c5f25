/** A server in front of a registry of the demonstration, which can change its answers. */

import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

export type Front = AsyncDisposable & {
  url: string;
  /** Sets the listener; requests that arrived earlier have waited for it. */
  stand(listener: RequestListener): void;
};

/** Starts to listen at once. Rejects with the error of the system if that fails. */
export async function openFront({ host, port }: { host: string; port: number }): Promise<Front> {
  const { promise: standing, resolve: stand } = Promise.withResolvers<RequestListener>();
  const server = createServer((...exchange) => {
    // An invalid request ends its own connection, and not the process.
    standing.then((listener) => listener(...exchange)).catch(() => exchange[1].destroy());
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    stand,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Passes a request unchanged to the registry at `behind`, and streams its response to the caller. */
export function passOn(behind: string, request: IncomingMessage, response: ServerResponse): void {
  // The caller has disconnected during a simulated delay.
  if (response.destroyed) return;
  const { method, headers } = request;
  const onward = httpRequest(`${behind}${request.url ?? '/'}`, { method, headers });
  onward.on('response', (answer) => {
    if (response.destroyed) return void answer.destroy();
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    response.flushHeaders();
    pipeline(answer, response, () => {});
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}
