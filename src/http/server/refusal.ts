/** Refuses a request before any route: with a status, one sentence of plain text, and the end of the connection. */

import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { NOT_INDEXED, PAGE_HEADERS } from '../reply/safety-headers.ts';

export type Refusal = { status: number; sentence: string };

/** A request that was refused before any route. It repeats nothing of what was sent, so it may be logged. */
export type RefusedRequest = Refusal & { code: string; remoteAddress: string | undefined };

/** How long a refused client may go on sending: if unread bytes remain at the close, the connection is reset and the response is lost. */
const LINGER_MS = 1000;

/** Refuses a request that Node has parsed. */
export function refuseResponse(response: ServerResponse, refusal: Refusal): void {
  response.writeHead(refusal.status, headersOf(refusal)).end(refusal.sentence);
}

/** Refuses on a socket that Node no longer reads, and closes it. */
export function refuseOnSocket(socket: Duplex, refusal: Refusal): void {
  socket.on('error', () => socket.destroy());
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(linger));
  socket.resume();
  const headers = [...headersOf(refusal), 'Date', new Date().toUTCString()];
  const lines = headers.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${headers[index + 1]}`] : []));
  socket.end(
    [`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, ...lines, '', refusal.sentence].join('\r\n'),
  );
}

/** Returns names and values in turn, as `writeHead` takes them. */
function headersOf({ sentence }: Refusal): string[] {
  return [
    ...[...PAGE_HEADERS, ...NOT_INDEXED],
    ...['Content-Type', 'text/plain; charset=utf-8'],
    ...['Content-Length', String(Buffer.byteLength(sentence))],
    ...['Cache-Control', 'no-store'],
    ...['Connection', 'close'],
  ];
}
