/** A registry as a process of its own at a fixed port, which can be killed, halted and started again. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { MAIN } from '../../../support/machine/command-line.ts';
import { isRunning, workersOf } from '../../../support/machine/worker-processes.ts';

export type ServedRegistry = AsyncDisposable & {
  url: string;
  pid: number;
  /** The processes that it started: its workers, where it has some. */
  workers(): number[];
  /** Sends a signal to the first process. */
  signal(name: NodeJS.Signals): void;
  /** Ends it in the middle of whatever it does. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port, and answers when it listens. */
  restart(): Promise<void>;
  /** Asks it to stop, and answers the code it ended with; undefined when it did not end in time. */
  stop(): Promise<number | undefined>;
  /** Faults in its log: mistakes of ours, each of which was answered with 500. */
  faults: readonly string[];
  /** What it wrote where only mistakes are written. */
  complaints: readonly string[];
};

const MOST_START_MS = 60_000;
const MOST_STOP_MS = 20_000;
const KEPT_LINES = 100;
const SAID_BY_ITSELF = /^$|^ {2}|^Stopping| is running at /;

/** Answers when it listens. @throws Error when it ends before that */
export async function serveRegistry(configFile: string, port: number): Promise<ServedRegistry> {
  const faults: string[] = [];
  const complaints: string[] = [];
  let child = await start();

  async function start(): Promise<ChildProcess> {
    const env = { PATH: process.env.PATH ?? '', SERVER_PORT: String(port) };
    const started = spawn(process.execPath, [MAIN, 'serve', '--config', configFile], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    });
    keepLines(started.stdout, faults, (line) => line.includes('"msg":"fault"'));
    keepLines(started.stderr, complaints, (line) => !SAID_BY_ITSELF.test(line));
    const lastMs = performance.now() + MOST_START_MS;
    while (!(await isAlive(port))) {
      if (hasEnded(started) || performance.now() > lastMs) {
        throw new Error(`The registry of ${configFile} did not start: ${complaints.join('\n')}`);
      }
      await pause(50);
    }
    return started;
  }

  async function kill(): Promise<void> {
    if (hasEnded(child)) return;
    const ended = once(child, 'exit');
    const workers = workersOf(child);
    child.kill('SIGKILL');
    await ended;
    while (workers.some(isRunning)) await pause(20);
  }

  async function stop(): Promise<number | undefined> {
    if (hasEnded(child)) return child.exitCode ?? undefined;
    child.kill('SIGTERM');
    const [code] = await Promise.race([once(child, 'exit'), pause(MOST_STOP_MS, [undefined])]);
    if (!hasEnded(child)) child.kill('SIGKILL');
    return code ?? undefined;
  }

  return {
    url: `http://127.0.0.1:${port}`,
    get pid() {
      return child.pid ?? 0;
    },
    workers: () => (hasEnded(child) ? [] : workersOf(child)),
    signal: (name) => void child.kill(name),
    kill,
    async restart() {
      child = await start();
    },
    stop,
    faults,
    complaints,
    [Symbol.asyncDispose]: kill,
  };
}

function keepLines(stream: ChildProcess['stdout'], kept: string[], isKept: (line: string) => boolean): void {
  if (stream === null) return;
  createInterface({ input: stream }).on('line', (line) => {
    if (kept.length < KEPT_LINES && isKept(line)) kept.push(line);
  });
}

async function isAlive(port: number): Promise<boolean> {
  try {
    const { ok, body } = await fetch(`http://127.0.0.1:${port}/livez`, { headers: { Connection: 'close' } });
    await body?.cancel();
    return ok;
  } catch {
    return false;
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
