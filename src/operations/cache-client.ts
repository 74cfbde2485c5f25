/**
 * A client of a Valkey or Redis that reconnects whenever the connection is lost, and queues no command. It is our own, as
 * drivers read replies of any length (decision 65), and speaks only the part of the protocol that the shared cache needs.
 */

import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export type CacheCommand = readonly (string | Buffer)[];

type CacheAddress = {
  place: { host: string; port: number } | { path: string };
  isTls: boolean;
  /** The host name for TLS; empty where the host is an IP address. */
  serverName: { servername?: string };
  /** Commands that log in, with the password, and select the database. */
  firstCommands: readonly CacheCommand[];
};

const UNIX = 'redis+unix:';
const PORT = 6379;

/**
 * @param url `redis://`, `rediss://` with TLS, or `redis+unix:///path/of/socket`, with `user:password@` before the host;
 * `/number`, or for a socket `?db=number`, names a database
 */
function cacheAddress(url: string): CacheAddress {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(url);
  const isSocket = protocol === UNIX;
  const host = hostname.replace(/^\[|\]$/g, '');
  const database = Number((isSocket ? searchParams.get('db') : pathname.slice(1)) || 0);
  const user = username === '' ? [] : [decodeURIComponent(username)];
  return {
    place: isSocket ? { path: decodeURIComponent(pathname) } : { host, port: Number(port || PORT) },
    isTls: protocol === 'rediss:',
    serverName: isIP(host) === 0 ? { servername: host } : {},
    firstCommands: [
      ...(password === '' ? [] : [['AUTH', ...user, decodeURIComponent(password)]]),
      ...(database === 0 ? [] : [['SELECT', String(database)]]),
    ],
  };
}

/** A text is a Buffer where the server sent its length, and `null` where there is none. */
type CacheReply = string | number | Buffer | null | CacheError | readonly CacheReply[];

/** An error reply of the server; its first word is a code. */
export class CacheError extends Error {}

/** The bytes are no reply, or a reply that is too long. */
export class UnreadableReply extends Error {}

/** Takes the next bytes and returns the replies that are complete. @throws UnreadableReply */
type ReadReplies = (bytes: Buffer) => readonly CacheReply[];

/** The most bytes of one reply with all its texts. */
const MOST_REPLY_BYTES = 4 * 1024 * 1024;
const MOST_LINE_BYTES = 1024;
/** The most members of a list; no expected reply has as many. */
const MOST_MEMBERS = 16;
/** The deepest list within lists; no expected reply is as deep. */
const MOST_DEPTH = 2;
const LINE_END = '\r\n';
const NUMBER = /^-?\d{1,19}$/;

/** A value, and where it ends. */
type Read = { value: CacheReply; end: number };
/** The value is not complete, and needs at least so many bytes. */
type Missing = { neededBytes: number };

export function replyReader(): ReadReplies {
  let room: Buffer = Buffer.alloc(0);
  /** How many bytes of `room` are in use. */
  let length = 0;
  /** With fewer bytes the next reply is not complete, so it is not read again from its beginning for each new piece. */
  let neededBytes = 0;

  function add(bytes: Buffer): void {
    if (length + bytes.length > room.length) {
      const larger = Buffer.allocUnsafe(Math.max(length + bytes.length, 2 * room.length));
      room.copy(larger, 0, 0, length);
      room = larger;
    }
    length += bytes.copy(room, length);
  }

  return (bytes) => {
    add(bytes);
    const replies: CacheReply[] = [];
    let from = 0;
    while (length >= neededBytes) {
      const read = readValue(room.subarray(from, length), 0, 0);
      if ('neededBytes' in read) {
        neededBytes = read.neededBytes;
        break;
      }
      replies.push(read.value);
      from += read.end;
      neededBytes = 0;
    }
    if (length - from > MOST_REPLY_BYTES) throw new UnreadableReply('its replies are too long');
    if (replies.length > 0) {
      // The replies still refer to the buffer before.
      room = Buffer.from(room.subarray(from, length));
      length = room.length;
    }
    return replies;
  };
}

function readValue(bytes: Buffer, from: number, depth: number): Read | Missing {
  if (from >= bytes.length) return oneMoreThan(bytes);
  const lineEnd = bytes.subarray(from, from + MOST_LINE_BYTES).indexOf(LINE_END);
  if (lineEnd < 0) {
    if (bytes.length - from >= MOST_LINE_BYTES) throw unreadable();
    return oneMoreThan(bytes);
  }
  const kind = String.fromCharCode(bytes[from] ?? 0);
  const line = bytes.toString('utf8', from + 1, from + lineEnd);
  const end = from + lineEnd + LINE_END.length;
  switch (kind) {
    case '+':
      return { value: line, end };
    case '-':
      return { value: new CacheError(line), end };
    case ':':
      return { value: numberIn(line), end };
    case '$':
      return readText(bytes, end, numberIn(line));
    case '*':
      return readList(bytes, end, numberIn(line), depth + 1);
    default:
      throw unreadable();
  }
}

function oneMoreThan({ length }: Buffer): Missing {
  return { neededBytes: length + 1 };
}

function readText(bytes: Buffer, from: number, length: number): Read | Missing {
  if (length === -1) return { value: null, end: from };
  if (length < 0 || length > MOST_REPLY_BYTES) throw unreadable();
  const textEnd = from + length;
  const end = textEnd + LINE_END.length;
  if (end > bytes.length) return { neededBytes: end };
  return { value: bytes.subarray(from, textEnd), end };
}

function readList(bytes: Buffer, from: number, length: number, depth: number): Read | Missing {
  if (length === -1) return { value: null, end: from };
  if (length < 0 || length > MOST_MEMBERS || depth > MOST_DEPTH) throw unreadable();
  const value: CacheReply[] = [];
  let end = from;
  while (value.length < length) {
    const read = readValue(bytes, end, depth);
    if ('neededBytes' in read) return read;
    value.push(read.value);
    end = read.end;
  }
  return { value, end };
}

function numberIn(line: string): number {
  if (!NUMBER.test(line)) throw unreadable();
  return Number(line);
}

function unreadable(): UnreadableReply {
  return new UnreadableReply('its replies cannot be read');
}

export type CacheClient = Disposable & {
  isReady(): boolean;
  /** Sends a command. @throws CacheError for an error reply; Error where there is no connection, or it is lost before the reply */
  send(command: CacheCommand): Promise<CacheReply>;
};

type Options = {
  url: string;
  /** Called when commands can be sent. */
  onReady(): void;
  /** Called with the reason why there is no connection, or why it was lost. */
  onLost(error: Error): void;
};

type PendingReply = { resolve(reply: CacheReply): void; reject(error: Error): void };

const CONNECT_MS = 5000;
const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;
const KEEP_ALIVE_MS = 30_000;

/** Opens the client and returns at once; it connects in the background. */
export function openCacheClient({ url, onReady, onLost }: Options): CacheClient {
  const address = cacheAddress(url);
  let socket: Socket | undefined;
  let isReady = false;
  let isClosed = false;
  let tries = 0;
  let pending: PendingReply[] = [];
  let opening: NodeJS.Timeout | undefined;

  function open(): void {
    const opened = socketTo(address);
    const readReplies = replyReader();
    let trouble: Error | undefined;
    socket = opened;
    opened.setTimeout(CONNECT_MS, () => opened.destroy(new Error('It took too long to connect.')));
    opened.once(address.isTls ? 'secureConnect' : 'connect', () => {
      opened.setTimeout(0);
      begin().then(ready, (error) => opened.destroy(error));
    });
    opened.on('data', (bytes: Buffer) => {
      try {
        for (const reply of readReplies(bytes)) hand(reply);
      } catch (error) {
        opened.destroy(error as Error);
      }
    });
    opened.on('error', (error) => {
      trouble = error;
    });
    opened.once('close', () => lose(trouble ?? new Error('The connection was closed.')));
  }

  /** Sends the commands that begin a connection. */
  async function begin(): Promise<void> {
    await Promise.all(address.firstCommands.map(ask));
  }

  function ready(): void {
    isReady = true;
    onReady();
  }

  function hand(reply: CacheReply): void {
    const next = pending.shift();
    if (next === undefined) throw new UnreadableReply('it sends what nobody asked for');
    if (reply instanceof CacheError) {
      next.reject(reply);
      return;
    }
    if (isReady) tries = 0;
    next.resolve(reply);
  }

  function lose(error: Error): void {
    const [lost, wasClosed] = [pending, isClosed];
    pending = [];
    isReady = false;
    socket = undefined;
    for (const { reject } of lost) reject(error);
    if (wasClosed) return;
    opening = setTimeout(open, Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** Math.min(tries++, 10))).unref();
    onLost(error);
  }

  function ask(command: CacheCommand): Promise<CacheReply> {
    const { promise, resolve, reject } = Promise.withResolvers<CacheReply>();
    pending.push({ resolve, reject });
    const current = socket;
    // Commands of one turn of the event loop are sent together.
    current?.cork();
    current?.write(bytesOf(command));
    process.nextTick(() => current?.uncork());
    return promise;
  }

  open();
  return {
    isReady: () => isReady,
    async send(command) {
      if (!isReady) throw new Error('There is no connection.');
      return ask(command);
    },
    [Symbol.dispose]() {
      isClosed = true;
      clearTimeout(opening);
      socket?.destroy();
    },
  };
}

function socketTo({ place, isTls, serverName }: CacheAddress): Socket {
  const options = { ...place, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS };
  return isTls ? connectTls({ ...options, ...serverName }) : connect(options);
}

/** Writes a command as the protocol wants it: a list of texts, each with its length. */
function bytesOf(command: CacheCommand): Buffer {
  const pieces: (string | Buffer)[] = [`*${command.length}\r\n`];
  for (const word of command) pieces.push(`$${Buffer.byteLength(word)}\r\n`, word, '\r\n');
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}
