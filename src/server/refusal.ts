/** Refuses a request before any route: with a status in plain text, and the end of the connection. */

import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { NOT_INDEXED, PAGE_HEADERS } from './reply/safety-headers.ts';

/**
 * A request that was refused before any route. `code` is that of Node's parser, or the malformed part of the request.
 * It repeats no part of the request itself, so it may be logged.
 */
export type RefusedRequest = { status: number; code: string; remoteAddress: string | undefined };

/** How long a refused client may go on sending: if unread bytes remain at the close, the connection is reset and the response is lost. */
const LINGER_MS = 1000;

/** Refuses a request that Node has parsed. */
export function refuseResponse(response: ServerResponse, status: number): void {
  const text = STATUS_CODES[status] ?? '';
  response.writeHead(status, headersOf(text)).end(text);
}

/** Refuses on a socket that Node no longer reads, and closes it. */
export function refuseOnSocket(socket: Duplex, status: number): void {
  socket.on('error', () => socket.destroy());
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(linger));
  socket.resume();
  const text = STATUS_CODES[status] ?? '';
  const headers = [...headersOf(text), 'Date', new Date().toUTCString()];
  const lines = headers.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${headers[index + 1]}`] : []));
  socket.end([`HTTP/1.1 ${status} ${text}`, ...lines, '', text].join('\r\n'));
}

/** Returns names and values in turn, as `writeHead` takes them. */
function headersOf(text: string): string[] {
  return [
    ...[...PAGE_HEADERS, ...NOT_INDEXED],
    ...['Content-Type', 'text/plain; charset=utf-8'],
    ...['Content-Length', String(text.length)],
    ...['Cache-Control', 'no-store'],
    ...['Connection', 'close'],
  ];
}
