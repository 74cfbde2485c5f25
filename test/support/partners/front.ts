/** An address before registries, where requests are counted and may be left without an answer. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Front = AsyncDisposable & {
  url: string;
  /** Answers with nothing at all until it is wanted again. */
  fallSilent(): void;
  answerAgain(): void;
  /** Where requests go, one after the other. */
  leadTo(...urls: string[]): void;
  countOf(path: string): number;
};

export async function openFront(): Promise<Front> {
  const paths: string[] = [];
  let targets: readonly string[] = [];
  let isSilent = false;
  function pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const target = targets[paths.length % targets.length] ?? '';
    paths.push(incoming.url ?? '');
    if (isSilent) return;
    const { method, headers } = incoming;
    const passed = request(target + incoming.url, { method, headers, agent: false }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    incoming.pipe(passed);
  }
  const server = createServer(pass).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fallSilent() {
      isSilent = true;
    },
    answerAgain() {
      isSilent = false;
    },
    leadTo(...urls) {
      targets = urls;
    },
    countOf: (path) => paths.filter((one) => one.startsWith(path)).length,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
