/** A registry on a real socket that answers as a test sets it, and remembers what it was asked. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Script = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>;

export type ScriptedRegistry = AsyncDisposable & {
  url: string;
  /** In order of arrival. */
  requests: { address: string; headers: IncomingMessage['headers'] }[];
  /** Resolves when a reader has left an answer before its end. */
  left: Promise<void>;
};

export async function startScriptedRegistry(script: Script): Promise<ScriptedRegistry> {
  const requests: ScriptedRegistry['requests'] = [];
  const { promise: left, resolve: hasLeft } = Promise.withResolvers<void>();
  const server = createServer((req, res) => {
    requests.push({ address: req.url ?? '', headers: req.headers });
    res.once('close', () => {
      if (!res.writableFinished) hasLeft();
    });
    void script(req, res);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    left,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Answers this body at once. */
export function answer(body: string | object, type = 'application/json', status = 200): Script {
  return (_req, res) => {
    res.writeHead(status, { 'Content-Type': type });
    res.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** Answers these pieces of a stream, each by itself on the wire, and ends; or breaks off, or goes on waiting. */
export function stream(pieces: readonly (string | Uint8Array)[], then: 'end' | 'break off' | 'wait' = 'end'): Script {
  return async (_req, res) => {
    res.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    for (const piece of pieces) {
      await new Promise<void>((written) => res.write(piece, () => written()));
      await new Promise((turn) => setImmediate(turn));
    }
    if (then === 'end') res.end();
    if (then === 'break off') res.destroy();
  };
}

/** Everything that comes, as a list. */
export async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}
