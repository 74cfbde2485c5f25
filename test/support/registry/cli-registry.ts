/** The registry as an operator runs it: a process of its own, started by the command line and stopped by a signal. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPILED } from '../machine/command-line.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

export type CliRegistry = AsyncDisposable & {
  url: string;
  pid: number;
  folder: string;
  /** Everything it has written so far, to standard output and standard error. */
  written(): string;
  /** Sends the signal and waits until it has ended. */
  stop(signal: 'SIGTERM' | 'SIGINT'): Promise<{ exitCode: number | null; elapsedMs: number }>;
};

/** Starts it on a free port, over a snapshot; `settings` are named as in the environment. */
export async function startCliRegistry(snapshot: string, settings: Record<string, string>): Promise<CliRegistry> {
  const folder = await mkdtemp(join(tmpdir(), 'registry-'));
  const child = spawn(process.execPath, ['src/cli/main.js', 'serve'], {
    cwd: PROJECT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILED,
      SERVER_PORT: '0',
      DATABASE_FILE: join(folder, 'registry.sqlite'),
      DATABASE_INITIAL_SNAPSHOT: snapshot,
      ...settings,
    },
  });
  const chunks: Buffer[] = [];
  const written = () => Buffer.concat(chunks).toString();
  const started = Promise.withResolvers<string>();
  const ended = once(child, 'close');
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      const url = /is running at (http:\S+)/.exec(written())?.[1];
      if (url !== undefined) started.resolve(url);
    });
  }
  child.once('exit', (code) => started.reject(new Error(`It ended with ${code} before it ran: ${written()}`)));

  async function stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL') {
    const startedAt = performance.now();
    child.kill(signal);
    await ended;
    return { exitCode: child.exitCode, elapsedMs: performance.now() - startedAt };
  }

  return {
    url: await started.promise,
    pid: child.pid ?? 0,
    folder,
    written,
    stop,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) await stop('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
