/** A mail server for tests, on a real socket, whose replies are a script: what it says to which command. */

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

/** A whole reply without its line end, or undefined for silence. Called again for every command. */
export type MailReply = () => string | undefined;

/** Replies by the word that a command begins with; `GREETING` and `MESSAGE` are those to a connection and to a message. */
export type MailScript = Record<string, MailReply>;

export type TakenMessage = {
  from: string;
  to: string[];
  /** Names in small letters, lines that were folded joined. */
  headers: Map<string, string[]>;
  text: string;
  /** As it came. */
  source: string;
};

export type ScriptedMailServer = AsyncDisposable & {
  port: number;
  messages: TakenMessage[];
  /** Every command so far, in order. */
  commands: string[];
  /** How many connections there were. */
  connections(): number;
  /** Changes the rows that are named, and leaves the others as they are. */
  play(changes: MailScript): void;
};

type Options = {
  port?: number;
  /** Offers STARTTLS with this certificate, or with `secure` speaks TLS from the beginning. */
  certificate?: { key: string; cert: string; secure?: boolean };
};

const GOOD: MailScript = {
  GREETING: says('220 mail.example.org at your service'),
  HELO: says('250 mail.example.org'),
  AUTH: says('235 2.7.0 welcome'),
  MAIL: says('250 2.1.0 fine'),
  RCPT: says('250 2.1.5 fine'),
  DATA: says('354 go on'),
  MESSAGE: says('250 2.0.0 taken'),
  RSET: says('250 2.0.0 fine'),
  QUIT: says('221 2.0.0 farewell'),
};

export function says(reply: string): MailReply {
  return () => reply;
}

export const silence: MailReply = () => undefined;

/** One after the other, the last again and again. */
export function inTurn(...replies: MailReply[]): MailReply {
  return () => (replies.length > 1 ? replies.shift() : replies[0])?.();
}

/** Starts it on a free port. It takes every message where the script does not say otherwise. */
export async function startScriptedMailServer(
  script: MailScript = {},
  { port = 0, certificate }: Options = {},
): Promise<ScriptedMailServer> {
  const rows: MailScript = { ...GOOD, ...script };
  const messages: TakenMessage[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;

  function speak(socket: Socket, isSecret: boolean): void {
    let unread = '';
    let envelope = { from: '', to: [] as string[] };
    let isMessage = false;
    const reply = (row: string) => {
      const said = (rows[row] ?? says('502 5.5.1 what?'))();
      if (said !== undefined && socket.writable) socket.write(`${said}\r\n`);
      return said ?? '';
    };
    const hello = () => {
      const offers = certificate !== undefined && !isSecret ? ['STARTTLS'] : [];
      return ['mail.example.org', ...offers, 'AUTH PLAIN'].map(
        (line, at, all) => `250${at + 1 < all.length ? '-' : ' '}${line}`,
      );
    };

    function command(line: string): void {
      commands.push(line);
      const [word = ''] = line.toUpperCase().split(' ', 1);
      if (word === 'EHLO' && rows.EHLO === undefined) socket.write(`${hello().join('\r\n')}\r\n`);
      else if (word === 'STARTTLS' && certificate !== undefined) {
        socket.write('220 2.0.0 go on\r\n');
        socket.removeAllListeners('data');
        speak(encrypted(socket, certificate), true);
      } else {
        const said = reply(word);
        if (word === 'MAIL') envelope = { from: addressIn(line), to: [] };
        if (word === 'RCPT' && said.startsWith('2')) envelope.to.push(addressIn(line));
        isMessage = word === 'DATA' && said.startsWith('3');
        if (word === 'QUIT') socket.end();
      }
    }

    socket.on('error', () => {});
    socket.on('data', (bytes: Buffer) => {
      unread += bytes.toString('latin1');
      for (;;) {
        const end = isMessage ? '\r\n.\r\n' : '\r\n';
        const at = unread.indexOf(end);
        if (at < 0) return;
        const piece = unread.slice(0, at);
        unread = unread.slice(at + end.length);
        if (!isMessage) {
          command(piece);
          continue;
        }
        isMessage = false;
        if (reply('MESSAGE').startsWith('2')) messages.push(toMessage(piece.replace(/^\.\./gm, '.'), envelope));
      }
    });
  }

  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    const way = certificate?.secure ? encrypted(socket, certificate) : socket;
    speak(way, way !== socket);
    const greeting = rows.GREETING?.();
    if (greeting !== undefined) way.write(`${greeting}\r\n`);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    ...{ messages, commands },
    connections: () => connections,
    play: (changes) => void Object.assign(rows, changes),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function encrypted(socket: Socket, { key, cert }: { key: string; cert: string }): Socket {
  const way = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ key, cert }) });
  way.on('error', () => {});
  return way;
}

function addressIn(command: string): string {
  return /<([^>]*)>/.exec(command)?.[1] ?? '';
}

function toMessage(source: string, envelope: Pick<TakenMessage, 'from' | 'to'>): TakenMessage {
  const [head = '', ...rest] = source.split('\r\n\r\n');
  const headers = new Map<string, string[]>();
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const [name = '', value = ''] = line.split(/: ?(.*)/s);
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value]);
  }
  return { ...envelope, headers, text: readQuotedPrintable(rest.join('\r\n\r\n')), source };
}

function readQuotedPrintable(body: string): string {
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n');
}
