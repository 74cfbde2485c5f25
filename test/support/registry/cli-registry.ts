/** The registry as an operator runs it: a process of its own, started by the command line and stopped by a signal. */

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stopwatch } from '../machine/stopwatch.ts';
import { GREETED, watchProgram } from '../machine/watch-program.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

export type CliRegistry = AsyncDisposable & {
  url: string;
  pid: number;
  folder: string;
  /** Everything it has written so far: to standard error, then to standard output. */
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
      SERVER_PORT: '0',
      DATABASE_FILE: join(folder, 'registry.sqlite'),
      DATABASE_INITIAL_SNAPSHOT: snapshot,
      ...settings,
    },
  });
  const program = watchProgram(child);
  await program.until(GREETED);

  const pid = child.pid ?? 0;
  async function stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL') {
    const tookMs = stopwatch(pid);
    child.kill(signal);
    await program.ended();
    return { exitCode: child.exitCode, elapsedMs: tookMs() };
  }

  return {
    url: /is running at (http:\S+?)\.?\s/.exec(program.output())?.[1] ?? '',
    pid,
    folder,
    written: () => program.output() + program.wrote(),
    stop,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) await stop('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
