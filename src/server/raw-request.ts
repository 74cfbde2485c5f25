/**
 * Serves requests with raw UTF-8 bytes in their request line, as RDP registries send them, and refuses what is not HTTP. It
 * relies on how Node.js reports errors of its parser, which test/server/raw-request.test.ts checks for each version.
 */

import type { Server, ServerResponse } from 'node:http';
import { maxHeaderSize } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ownMember } from '../domain/own-member.ts';
import { connectionEvent } from './close-server.ts';
import { type RefusedRequest, refuseOnSocket } from './refusal.ts';

type ParserError = Error & { code?: string; rawPacket?: Buffer; bytesParsed?: number };
type Listener = { event: string | symbol; listener: (...values: unknown[]) => void };

type Connection = {
  socket: Socket;
  /** The bytes after the last line feed: possibly the start of a request line, which the parser does not store. */
  lineSoFar: Buffer;
  /** When this line was first repaired, in milliseconds; undefined if it needed no repair. */
  repairedSinceMs: number | undefined;
  latest: ServerResponse | undefined;
  /** The listeners of the server on this socket. */
  listeners: Listener[];
  /** Whether the parser has failed and reads no more; after that it can only report a timeout. */
  failed: boolean;
};

const NOTHING = Buffer.alloc(0);
const LINE_FEED = 0x0a;
const BLANK = 0x20;
const FIRST_RAW_BYTE = 0x80;
const METHOD_AND_BLANK_BYTES = 64;
/** No method ends with the name of another one in this list, so a match starts where the request starts, even after a body. */
const RAW_REQUEST_LINE_SO_FAR = /(?:GET|HEAD|OPTIONS|POST|PUT|DELETE) +[^ \r\n]*$/;
const REQUEST_LINE_SO_FAR = /^[A-Z-]+ +[^ \r\n]*$/;

const BAD_REQUEST = 400;
const TIMED_OUT = 408;
const LINE_TOO_LONG = 414;
/** The status for an error of the parser; 400 for any other. */
const STATUSES: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: TIMED_OUT,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Makes the server serve requests whose address has raw bytes from 0x80 up (rdp-protocol 7.7), which Node's parser
 * refuses. It percent-encodes those bytes, and the server reads the socket again from the start of that request. So
 * time-outs, closing and keep-alive remain the server's. It emits 'connection', over TLS 'secureConnection', a second
 * time. Any other error of the parser is answered in plain text with 400, 408, 413, 414 or 431, and the connection is
 * closed. Call it before the server listens. `maxRequestLineBytes` bounds method and address of such a line. The
 * server's `maxHeaderSize` still bounds the whole head, where a raw byte counts as the three that replace it.
 */
export function serveRawRequestLines({
  server,
  maxRequestLineBytes,
  onRefused = () => {},
}: {
  server: Server;
  maxRequestLineBytes: number;
  onRefused?: (refused: RefusedRequest) => void;
}): void {
  const connections = new WeakMap<Duplex, Connection>();
  const bufferBytes = Math.max(maxRequestLineBytes, maxHeaderSize) + METHOD_AND_BLANK_BYTES;

  const connected = connectionEvent(server);

  server.prependListener(connected, (socket: Socket) => {
    const repairedSinceMs = connections.get(socket)?.repairedSinceMs;
    const listeners = listenersOf(socket);
    connections.set(socket, {
      socket,
      lineSoFar: NOTHING,
      repairedSinceMs,
      latest: undefined,
      listeners,
      failed: false,
    });
  });
  server.on(connected, (socket: Socket) => {
    const connection = connections.get(socket);
    if (connection === undefined) return;
    socket.on('data', (packet: Buffer) => keepLine(connection, packet, bufferBytes));
    const before = connection.listeners;
    connection.listeners = listenersOf(socket).filter((added) => !before.some((known) => isSame(known, added)));
  });
  server.prependListener('request', (request, response) => {
    const connection = connections.get(request.socket);
    if (connection !== undefined) connection.latest = response;
  });
  server.on('clientError', (error: ParserError, socket) => {
    const connection = connections.get(socket);
    if (connection?.failed) return;
    if (connection === undefined || !isAboutTheRequest(error)) {
      socket.destroy();
      return;
    }
    connection.failed = true;
    stopReading(connection);
    const outcome = outcomeOf({ connection, error, maxRequestLineBytes, allowedMs: server.headersTimeout });
    if ('repaired' in outcome) {
      connection.socket.unshift(outcome.repaired);
      whenAnswered(connection, () => serveAgain(server, connection));
      return;
    }
    onRefused({ status: outcome.refused, code: error.code ?? '', remoteAddress: connection.socket.remoteAddress });
    refuse(connection, outcome.refused);
  });
}

function listenersOf(socket: Socket): Listener[] {
  return socket
    .eventNames()
    .flatMap((event) =>
      socket.rawListeners(event).map((listener) => ({ event, listener: listener as Listener['listener'] })),
    );
}

function isSame(one: Listener, other: Listener): boolean {
  return one.event === other.event && one.listener === other.listener;
}

function keepLine(connection: Connection, packet: Buffer, bufferBytes: number): void {
  const lineFeed = packet.lastIndexOf(LINE_FEED);
  if (lineFeed === -1) {
    connection.lineSoFar = Buffer.concat([connection.lineSoFar, packet]).subarray(-bufferBytes);
    return;
  }
  connection.repairedSinceMs = undefined;
  connection.lineSoFar = lineFeed === packet.length - 1 ? NOTHING : Buffer.from(packet.subarray(lineFeed + 1));
}

function isAboutTheRequest({ code = '' }: ParserError): boolean {
  return code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT';
}

/** Reads no more from the socket, although the server resumes it after each response. */
function stopReading({ socket, listeners }: Connection): void {
  const pauseAgain = () => {
    socket.pause();
  };
  for (const { event, listener } of listeners) {
    if (event === 'data' || event === 'end') socket.removeListener(event, listener);
  }
  socket.on('resume', pauseAgain);
  listeners.push({ event: 'resume', listener: pauseAgain });
  socket.pause();
}

/** Returns the failed request, repaired from its first byte on and with all that follows it; or the status with which it is refused. */
function outcomeOf({
  connection,
  error: { code = '', rawPacket = NOTHING, bytesParsed = 0 },
  maxRequestLineBytes,
  allowedMs,
}: {
  connection: Connection;
  error: ParserError;
  maxRequestLineBytes: number;
  allowedMs: number;
}): { repaired: Buffer } | { refused: number } {
  const line = lastLine(Buffer.concat([connection.lineSoFar, rawPacket.subarray(0, bytesParsed)]));
  const rest = rawPacket.subarray(bytesParsed);
  if (code === 'HPE_HEADER_OVERFLOW' && REQUEST_LINE_SO_FAR.test(line)) return { refused: LINE_TOO_LONG };

  const isRaw = code === 'HPE_INVALID_URL' && rest[0] !== undefined && rest[0] >= FIRST_RAW_BYTE;
  const start = isRaw ? RAW_REQUEST_LINE_SO_FAR.exec(line)?.[0] : undefined;
  if (start === undefined) return { refused: ownMember(STATUSES, code) ?? BAD_REQUEST };

  const targetEnd = rest.findIndex((byte) => byte <= BLANK);
  const target = targetEnd === -1 ? rest : rest.subarray(0, targetEnd);
  if (start.length + target.length > maxRequestLineBytes) return { refused: LINE_TOO_LONG };

  const nowMs = performance.now();
  connection.repairedSinceMs ??= nowMs;
  if (allowedMs > 0 && nowMs - connection.repairedSinceMs > allowedMs) return { refused: TIMED_OUT };
  const repairedLine = Buffer.from(start + percentEncoded(target));
  return { repaired: Buffer.concat([repairedLine, rest.subarray(target.length)]) };
}

function lastLine(bytes: Buffer): string {
  return bytes.subarray(bytes.lastIndexOf(LINE_FEED) + 1).toString('latin1');
}

function percentEncoded(bytes: Buffer): string {
  const encode = (raw: string) => `%${raw.charCodeAt(0).toString(16).toUpperCase()}`;
  return bytes.toString('latin1').replace(/[\x80-\xff]/g, encode);
}

/**
 * Calls `proceed` when all responses are sent, except on a closing connection. Responses have the order of the
 * requests, so the latest is the last.
 */
function whenAnswered({ socket, latest }: Connection, proceed: () => void): void {
  const proceedIfOpen = () => {
    if (socket.writable) proceed();
  };
  if (latest === undefined || latest.closed) process.nextTick(proceedIfOpen);
  else latest.once('close', proceedIfOpen);
}

function serveAgain(server: Server, connection: Connection): void {
  const { socket } = connection;
  release(connection);
  socket.setTimeout(0);
  server.emit(connectionEvent(server), socket);
  socket.resume();
}

/** Detaches the server from the socket: its close listeners run, so the parser and the place of the connection are free. */
function release({ socket, listeners }: Connection): void {
  for (const { event, listener } of listeners) socket.removeListener(event, listener);
  for (const { event, listener } of listeners) {
    if (event === 'close') listener.call(socket, false);
  }
}

/** Sends a refusal. If a request's body fails while or after it is being answered, the connection can only be cut. */
function refuse(connection: Connection, status: number): void {
  const { socket, latest } = connection;
  if (latest === undefined || latest.req.complete) whenAnswered(connection, () => closeWith(socket, status));
  else if (latest.socket !== socket || latest.headersSent) socket.destroy();
  else process.nextTick(() => closeWith(socket, status));
}

function closeWith(socket: Socket, status: number): void {
  socket.removeAllListeners('resume');
  refuseOnSocket(socket, status);
}
