/** Requests as they are written: nothing tidied in path or headers, no redirects, nothing unpacked, no waiting for ever. */

import { type Agent, type ClientRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { PATIENCE_MS } from '../machine/patience.ts';

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** As it came over the wire. */
  bytes: Buffer;
  /** Unpacked when it was compressed. */
  text: string;
};

type Question = {
  method?: string;
  headers?: OutgoingHttpHeaders | readonly string[];
  body?: string;
  /** Whose connections are used; without it there is a new one. */
  agent?: Agent;
};

/** Asks, at less than half the cost of `fetch`. Throws when no whole answer has come in time. */
export function askRaw(
  url: string,
  path: string,
  { method = 'GET', headers = {}, body, agent }: Question = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const { hostname, port } = new URL(url);
  let outgoing: ClientRequest;
  try {
    outgoing = request({ hostname, port, path, method, headers, agent: agent ?? false });
  } catch (error) {
    return Promise.reject(error);
  }
  outgoing.setTimeout(PATIENCE_MS, () => outgoing.destroy(new Error(`${method} ${path} was not answered in time`)));
  outgoing.on('error', reject);
  outgoing.on('response', (incoming) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('error', reject);
    incoming.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const isPacked = incoming.headers['content-encoding'] === 'gzip' && bytes.length > 0;
      const text = (isPacked ? gunzipSync(bytes) : bytes).toString();
      resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes, text });
    });
  });
  outgoing.end(body);
  return promise;
}

/** Sends these very bytes and answers all that comes back until the other side closes. */
export function exchangeBytes(url: string, bytes: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname, () => socket.write(bytes));
  const chunks: Buffer[] = [];
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('was not answered in time')));
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', reject);
  socket.on('end', () => {
    socket.end();
    resolve(Buffer.concat(chunks).toString());
  });
  return promise;
}
