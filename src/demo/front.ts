/** A server that stands before a registry of the demonstration, so that it can be made to answer in another way. */

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
  /** Says who answers; requests that came before have waited for it. */
  stand(listener: RequestListener): void;
};

/** Takes the port at once. Rejects with what the system says when it cannot. */
export async function openFront({ host, port }: { host: string; port: number }): Promise<Front> {
  const { promise: standing, resolve: stand } = Promise.withResolvers<RequestListener>();
  const server = createServer((...exchange) => {
    // A request that cannot be read ends its own connection, and not the process.
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

/** Gives a request to the registry at `behind` as it came, and its answer to the caller as it comes. */
export function passOn(behind: string, request: IncomingMessage, response: ServerResponse): void {
  // The caller has left while a slow registry was played.
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
