/** A server that speaks as a Valkey does, and answers what a test says. */

import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** An answer as it stands on the wire, or undefined for none at all. */
export type CacheReply = string | Buffer | undefined;

export type ScriptedCacheServer = AsyncDisposable & {
  url: string;
  commands: string[][];
};

/** @param answer what a command is answered, by its words */
export async function startScriptedCacheServer(
  answer: (words: readonly string[]) => CacheReply,
): Promise<ScriptedCacheServer> {
  const commands: string[][] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    let rest: Buffer = Buffer.alloc(0);
    socket.on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes]);
      for (let read = readCommand(rest); read !== undefined; read = readCommand(rest)) {
        rest = rest.subarray(read.length);
        commands.push(read.words);
        const reply = answer(read.words);
        if (reply !== undefined) socket.write(Buffer.from(reply as string));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `redis://127.0.0.1:${port}`,
    commands,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The command at the beginning, if it is there as a whole: a list of texts, each with its length. */
function readCommand(bytes: Buffer): { words: string[]; length: number } | undefined {
  let at = 0;
  const line = () => {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return undefined;
    const text = bytes.toString('latin1', at + 1, end);
    at = end + 2;
    return Number(text);
  };
  const count = line();
  if (count === undefined) return undefined;
  const words: string[] = [];
  for (let word = 0; word < count; word++) {
    const length = line();
    if (length === undefined || at + length + 2 > bytes.length) return undefined;
    words.push(bytes.toString('latin1', at, at + length));
    at += length + 2;
  }
  return { words, length: at };
}
