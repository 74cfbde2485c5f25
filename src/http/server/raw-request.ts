/** Serves requests whose request line holds raw UTF-8 bytes, as RDP registries send them, and answers what is no request. */

import type { Server, ServerResponse } from 'node:http';
import { maxHeaderSize } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connectionEvent } from './connection-event.ts';
import { type Refusal, type RefusedRequest, refuseOnSocket } from './refusal.ts';

type ParserError = Error & { code?: string; rawPacket?: Buffer; bytesParsed?: number };
type Listener = { event: string | symbol; listener: (...values: unknown[]) => void };

type Connection = {
  socket: Socket;
  /** What came after the last line feed: perhaps the beginning of a request line, of which the parser keeps nothing. */
  lineSoFar: Buffer;
  /** When that line was first repaired, in milliseconds; undefined while it needed no repair. */
  repairedSinceMs: number | undefined;
  latest: ServerResponse | undefined;
  /** What the server listens to on this socket. */
  listeners: Listener[];
  /** The parser gave up and is read no further; all it may still report is that time is up. */
  failed: boolean;
};

const NOTHING = Buffer.alloc(0);
const LINE_FEED = 0x0a;
const BLANK = 0x20;
const FIRST_RAW_BYTE = 0x80;
const METHOD_AND_BLANK_BYTES = 64;
/** No method ends in the name of another one of these, so a match begins where the request does, even after a body. */
const RAW_REQUEST_LINE_SO_FAR = /(?:GET|HEAD|OPTIONS|POST|PUT|DELETE) +[^ \r\n]*$/;
const REQUEST_LINE_SO_FAR = /^[A-Z-]+ +[^ \r\n]*$/;

const TIMED_OUT: Refusal = { status: 408, sentence: 'The request did not arrive in full in the time allowed.' };
const LINE_TOO_LONG: Refusal = { status: 414, sentence: 'The request line is too long.' };
const NOT_HTTP: Refusal = { status: 400, sentence: 'The request is not well-formed HTTP/1.1.' };
const REFUSALS: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: TIMED_OUT,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, sentence: 'The chunk extensions of the request body are too long.' },
  HPE_HEADER_OVERFLOW: { status: 431, sentence: 'The headers of the request are too long.' },
  HPE_INVALID_CONSTANT: {
    status: 400,
    sentence: 'After the address must come HTTP/1.1; a blank in it is written %20.',
  },
  HPE_INVALID_HEADER_TOKEN: { status: 400, sentence: 'A header of the request holds a character not allowed there.' },
  HPE_INVALID_METHOD: { status: 400, sentence: 'The request does not begin with an HTTP method and one blank.' },
  HPE_INVALID_URL: { status: 400, sentence: 'The address holds a character that must be percent-encoded.' },
  HPE_INVALID_VERSION: { status: 400, sentence: 'The request line must end in HTTP/1.1, carriage return, line feed.' },
};

/**
 * Makes the server serve requests with raw bytes from 0x80 up in the address of a request (rdp-protocol 7.7), which
 * Node's parser refuses: those bytes are percent-encoded and the server reads the same socket again from the beginning
 * of that request, so that time-outs, closing and keep-alive stay the server's own; it emits 'connection', over TLS
 * 'secureConnection', once more.
 * Whatever else the parser refuses is answered in plain text with 400, 408, 413, 414 or 431, and the connection closed.
 * Call it before the server listens. `maxRequestLineBytes` bounds method and address of such a line; the server's
 * `maxHeaderSize` goes on to bound the whole head, a raw byte counting as the three that replace it.
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
    onRefused({ ...outcome, code: error.code ?? '', remoteAddress: connection.socket.remoteAddress });
    refuse(connection, outcome);
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

/** Leaves what still comes unread, though the server resumes the socket when an answer is out. */
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

/** The request that failed, repaired from its first byte on with what came after it; or why it is refused. */
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
}): { repaired: Buffer } | Refusal {
  const line = lastLine(Buffer.concat([connection.lineSoFar, rawPacket.subarray(0, bytesParsed)]));
  const rest = rawPacket.subarray(bytesParsed);
  if (code === 'HPE_HEADER_OVERFLOW' && REQUEST_LINE_SO_FAR.test(line)) return LINE_TOO_LONG;

  const isRaw = code === 'HPE_INVALID_URL' && rest[0] !== undefined && rest[0] >= FIRST_RAW_BYTE;
  const start = isRaw ? RAW_REQUEST_LINE_SO_FAR.exec(line)?.[0] : undefined;
  if (start === undefined) return REFUSALS[code] ?? NOT_HTTP;

  const targetEnd = rest.findIndex((byte) => byte <= BLANK);
  const target = targetEnd === -1 ? rest : rest.subarray(0, targetEnd);
  if (start.length + target.length > maxRequestLineBytes) return LINE_TOO_LONG;

  const nowMs = performance.now();
  connection.repairedSinceMs ??= nowMs;
  if (allowedMs > 0 && nowMs - connection.repairedSinceMs > allowedMs) return TIMED_OUT;
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

/** Answers come in the order of requests: when the latest is out, all are. An ending connection gets nothing more. */
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

/** Takes the socket from the server, which frees its parser and its place among the connections as on a close. */
function release({ socket, listeners }: Connection): void {
  for (const { event, listener } of listeners) socket.removeListener(event, listener);
  for (const { event, listener } of listeners) {
    if (event === 'close') listener.call(socket, false);
  }
}

/** A body that fails while its request is being answered, or afterwards, leaves nothing to do but cut. */
function refuse(connection: Connection, refusal: Refusal): void {
  const { socket, latest } = connection;
  if (latest === undefined || latest.req.complete) whenAnswered(connection, () => closeWith(socket, refusal));
  else if (latest.socket !== socket || latest.headersSent) socket.destroy();
  else process.nextTick(() => closeWith(socket, refusal));
}

function closeWith(socket: Socket, refusal: Refusal): void {
  socket.removeAllListeners('resume');
  refuseOnSocket(socket, refusal);
}
