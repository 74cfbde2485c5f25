/** A Valkey or Redis of its own, on a private socket in a temporary folder, for as long as the tests need it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, RESP_TYPES } from '@redis/client';
import { PATIENCE_MS } from '../machine/patience.ts';
import { programNamed } from './programs.ts';

export type Redis = AsyncDisposable & {
  /** Its address, as `cache.url` names it. */
  url: string;
  /** Everything that is in it: names and what they hold, as who can read the cache sees it. */
  everything(): Promise<Map<string, Buffer>>;
  /** Puts a value there, as who can write to the cache does. */
  put(name: string, value: Buffer | string): Promise<void>;
  /** Sends it a command. */
  command(...words: string[]): Promise<void>;
  /** Forgets everything. */
  clear(): Promise<void>;
  /** Ends the server in the middle of whatever it does. */
  kill(): Promise<void>;
  /** Lets it accept connections and answer nothing, until it goes on. */
  pause(): void;
  resume(): void;
  /** Starts it again with nothing in it, at the same address. */
  restart(): Promise<void>;
};

export const PASSWORD = 'p@ss/word:1';
const LOOK_EVERY_MS = 20;

/** The program, or undefined on a machine without any. */
export function redisProgram(): string | undefined {
  return programNamed('valkey-server') ?? programNamed('redis-server');
}

/** Starts a server, with more options where they are given; a program must be there. */
export async function startRedis(more: readonly string[] = []): Promise<Redis> {
  const program = redisProgram();
  if (program === undefined) throw new Error('There is no valkey-server on this machine; see docs/contributing.md.');
  const folder = await mkdtemp(join(tmpdir(), 'redis-'));
  const socket = join(folder, 'socket');
  let server: ChildProcess | undefined;

  function connection() {
    return createClient({
      socket: { path: socket, tls: false, reconnectStrategy: false },
      password: PASSWORD,
      commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
    }).on('error', () => undefined);
  }

  async function withClient<Value>(use: (client: ReturnType<typeof connection>) => Promise<Value>): Promise<Value> {
    const client = connection();
    await client.connect();
    try {
      return await use(client);
    } finally {
      client.destroy();
    }
  }

  async function start(): Promise<void> {
    const started = spawn(
      program ?? '',
      [
        ...['--port', '0', '--unixsocket', socket, '--dir', folder, '--requirepass', PASSWORD],
        ...['--save', '', '--appendonly', 'no', '--daemonize', 'no'],
        ...more,
      ],
      { stdio: 'ignore' },
    );
    server = started;
    const lastTry = performance.now() + PATIENCE_MS;
    for (;;) {
      const isReady = await withClient((client) => client.ping()).catch(() => undefined);
      if (isReady !== undefined) return;
      if (started.exitCode !== null || performance.now() > lastTry) throw new Error('The server did not start.');
      await pause(LOOK_EVERY_MS);
    }
  }

  async function kill(): Promise<void> {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }

  await start();
  return {
    url: `redis+unix://:${encodeURIComponent(PASSWORD)}@localhost${socket}`,
    everything: () =>
      withClient(async (client) => {
        const names = ((await client.sendCommand(['KEYS', '*'])) as unknown as Buffer[]).map(String);
        const values = await Promise.all(names.map((name) => client.sendCommand(['GET', name])));
        return new Map(names.map((name, index) => [name, values[index] as unknown as Buffer]));
      }),
    put: (name, value) => withClient(async (client) => void (await client.sendCommand(['SET', name, value]))),
    command: (...words) => withClient(async (client) => void (await client.sendCommand(words))),
    clear: () => withClient(async (client) => void (await client.sendCommand(['FLUSHALL']))),
    kill,
    pause: () => void server?.kill('SIGSTOP'),
    resume: () => void server?.kill('SIGCONT'),
    restart: start,
    async [Symbol.asyncDispose]() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
