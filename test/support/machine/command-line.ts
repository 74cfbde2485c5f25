/** The command line as somebody at a terminal meets it: what it writes, its exit code, and where it stays, its process. */

import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '../../../src/cli/command-line.ts';
import { type Ending, GREETED, watchProgram } from './watch-program.ts';

export const MAIN = fileURLToPath(new URL('../../../src/cli/main.js', import.meta.url));

export type Workplace = AsyncDisposable & {
  /** Where commands run; gone after the test. */
  folder: string;
  /** The path of a file in it. */
  at(name: string): string;
  write(name: string, content: string | Uint8Array): Promise<void>;
  /** The environment of its commands: a database of its own, any free port, no log. */
  env: Record<string, string>;
  /** Runs a command to its end, in this process. */
  run(args: readonly string[], options?: RunOptions): Promise<Ending>;
  /** Starts a command that stays, and leaves it to the caller. Its streams are pipes unless others are given. */
  start(args: readonly string[], env?: Record<string, string>, stdio?: StdioOptions): ChildProcess;
  /** Starts `serve` and answers when it listens. */
  serve(args?: readonly string[], env?: Record<string, string>): Promise<Server>;
};

type RunOptions = { input?: string | Uint8Array; env?: Record<string, string> };

export type Server = AsyncDisposable & {
  url: string;
  pid: number;
  /** What it has written on standard error so far. */
  output(): string;
  /** What it has logged so far, line by line. */
  log(): Record<string, unknown>[];
  /** Sends it a signal, such as SIGHUP. */
  signal(name: NodeJS.Signals): void;
  /** Sends SIGTERM and answers how it ended. */
  stop(): Promise<Ending>;
  /** Answers how it ended, once it has. */
  ended(): Promise<Ending>;
};

export async function openWorkplace(): Promise<Workplace> {
  const folder = await mkdtemp(join(tmpdir(), 'command-line-'));
  const at = (name: string) => join(folder, name);
  const env = {
    PATH: process.env.PATH ?? '',
    DATABASE_FILE: at('registry.sqlite'),
    SERVER_PORT: '0',
    LOG_LEVEL: 'silent',
  };
  const start: Workplace['start'] = (args, more = {}, stdio = 'pipe') =>
    spawn(process.execPath, [MAIN, ...args], { cwd: folder, env: { ...env, ...more }, stdio });

  return {
    folder,
    at,
    write: (name, content) => writeFile(at(name), content),
    env,
    start,
    run: (args, { input = '', env: more = {} } = {}) =>
      inFolder(folder, () => runHere([...args], { ...env, ...more }, input)),
    async serve(args = [], more = {}) {
      return serving(start(['serve', ...args], more));
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function runHere(args: string[], env: Record<string, string>, input: string | Uint8Array): Promise<Ending> {
  const [stdin, stdout, stderr] = [
    Readable.from(input.length > 0 ? [Buffer.from(input)] : []),
    collected(),
    collected(),
  ];
  const code = await runCommandLine({ args, env, terminal: { stdin, stdout, stderr } });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function collected(): Writable & { text(): string } {
  const pieces: Buffer[] = [];
  const stream = new Writable({
    write(piece, _encoding, done) {
      pieces.push(piece);
      done();
    },
  });
  return Object.assign(stream, { text: () => Buffer.concat(pieces).toString() });
}

/** The folder where commands run now, and how many do. */
let current: { folder: string; count: number; idle: PromiseWithResolvers<void> } | undefined;
const HOME = process.cwd();

/** Names of files are looked for in the folder of the process: commands of other folders wait until these have ended. */
async function inFolder<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  while (current !== undefined && current.folder !== folder) await current.idle.promise;
  current ??= { folder, count: 0, idle: Promise.withResolvers() };
  current.count++;
  process.chdir(folder);
  try {
    return await work();
  } finally {
    current.count--;
    if (current.count === 0) {
      process.chdir(HOME);
      current.idle.resolve();
      current = undefined;
    }
  }
}

/** Answers how a program ended, once it has. */
export function ending(child: ChildProcess): Promise<Ending> {
  return watchProgram(child).ended();
}

async function serving(child: ChildProcess): Promise<Server> {
  const { output, wrote, until, stop, ended } = watchProgram(child);
  await until(GREETED);
  return {
    url: /is running at (http:\/\/\S+?)\.?\s/.exec(output())?.[1] ?? '',
    pid: child.pid ?? 0,
    output,
    log: () => (wrote().match(/.+\n/g) ?? []).map((line) => JSON.parse(line) as Record<string, unknown>),
    signal: (name) => void child.kill(name),
    ...{ stop, ended },
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}
