/**
 * A client of a Valkey or Redis that reconnects whenever the connection is lost, and queues no command. It is our own, as
 * drivers read replies of any length (decision 65), and speaks only the part of the protocol that the shared cache needs.
 */

import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type CacheAddress, type CacheCommand, cacheAddress } from './cache-address.ts';
import { CacheError, type CacheReply, replyReader, UnreadableReply } from './cache-replies.ts';

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
