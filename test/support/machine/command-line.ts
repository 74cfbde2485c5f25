/**
 * The command line as somebody at a terminal meets it: what it writes, its exit code, and what it answers while it stays. A
 * command runs in this process; in one of its own where a test needs what only a process has.
 */

import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Host } from '../../../src/cli/command.ts';
import { runCommandLine } from '../../../src/cli/command-line.ts';
import { type Ending, GREETED, type StartedProgram, watchProgram } from './watch-program.ts';

export const MAIN = fileURLToPath(new URL('../../../src/cli/main.js', import.meta.url));
/** What `--import` loads into a command that is to be killed when all of a large change is written and nothing committed. */
export const KILLED_BEFORE_COMMIT = fileURLToPath(new URL('killed-before-commit.ts', import.meta.url));

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
  /** Begins a command in this process, which may stay. Names of files in this folder are for its start alone. */
  begin(args: readonly string[], options?: BeginOptions): RunningCommand;
  /** Begins `serve` in this process and answers when it listens. */
  beginServe(args?: readonly string[], env?: Record<string, string>): Promise<ServerHere>;
  /** Starts a command that stays as a process, and leaves it to the caller. Its streams are pipes unless others are given. */
  start(args: readonly string[], env?: Record<string, string>, stdio?: StdioOptions): ChildProcess;
  /** Starts `serve` as a process and answers when it listens. */
  serve(args?: readonly string[], env?: Record<string, string>): Promise<Server>;
};

type BeginOptions = {
  env?: Record<string, string>;
  /** Given where its outputs are a terminal, of so many columns. */
  columns?: number;
};
type RunOptions = BeginOptions & { input?: string | Uint8Array };

/** A command that runs in this process. A signal is listened for by the command, or by nobody. */
export type RunningCommand = StartedProgram & { stdin: PassThrough; stdout: PassThrough; stderr: PassThrough };

export type Server = ServerHere & { pid: number };

export type ServerHere = AsyncDisposable & {
  url: string;
  /** What whoever sends this token is answered. */
  answerTo(path: string, token: string): Promise<{ status: number; text: string }>;
  /** What it has written on standard error so far. */
  output(): string;
  /** What it has logged so far, line by line. */
  log(): Record<string, unknown>[];
  /** Sends it a signal, such as SIGHUP. */
  signal(name: NodeJS.Signals): void;
  /** Sends SIGTERM and answers how it ended. */
  stop(): Promise<Ending>;
  /** Sends SIGTERM as somebody does who waits no longer, again and again, and answers how it ended. */
  insist(): Promise<Ending>;
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

  const begin: Workplace['begin'] = (args, { env: more = {}, columns } = {}) =>
    beginCommand(folder, { args: [...args], env: { ...env, ...HERE, ...more } }, columns);

  return {
    folder,
    at,
    write: (name, content) => writeFile(at(name), content),
    env,
    begin,
    beginServe: (args = [], more = {}) => serving(begin(['serve', ...args], { env: more })),
    start,
    run(args, { input = '', ...options } = {}) {
      const command = begin(args, options);
      command.stdin.end(input);
      return ending(command);
    },
    serve(args = [], more = {}) {
      return servingProcess(start(['serve', ...args], more));
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A signal that comes sooner is taken for the one before. */
const SAME_SIGNAL_MS = 600;

/** Few tests look at what records how questions to partners fared. */
const HERE = { AUDIT_LOG_KEEP_DAYS: '0' };

/** Begins a command in this process and this folder; its outputs are a terminal where columns are given. */
export function beginCommand(
  folder: string,
  line: { args: string[]; env: Record<string, string> },
  columns?: number,
): RunningCommand {
  const signals = new EventEmitter();
  const screen = () => Object.assign(new PassThrough(), columns === undefined ? {} : { isTTY: true, columns });
  const terminal = { stdin: new PassThrough(), stdout: screen(), stderr: screen() };
  const { stdout, stderr } = terminal;
  const command = Object.assign(new EventEmitter(), {
    ...terminal,
    kill: (signal: NodeJS.Signals) => signals.emit(signal),
  });
  const greeted = written(stderr, GREETED);
  async function live(): Promise<void> {
    const { ended } = await inFolder(folder, async () => {
      const ended = runCommandLine({ ...line, terminal, host: hostOf(signals, line.env) });
      await Promise.race([greeted, ended]);
      return { ended };
    });
    const code = await ended;
    for (const stream of [stdout, stderr]) stream.end();
    await Promise.all([stdout, stderr].map((stream) => finished(stream)));
    command.emit('close', code, null);
  }
  live().catch((error) => command.emit('error', error));
  return command;
}

/** Resolves when so much was written to a stream. */
function written(stream: PassThrough, pattern: RegExp): Promise<void> {
  let text = '';
  return new Promise((resolve) => {
    stream.on('data', (piece) => {
      text += piece;
      if (pattern.test(text)) resolve();
    });
  });
}

/** What ends a process at once would end that of the tests. */
function hostOf(signals: EventEmitter, { npm_lifecycle_event: npmScript }: Record<string, string>): Host {
  const refused = () => {
    throw new Error('A command of a test that is to be ended at once needs a process of its own.');
  };
  return { npmScript, signals, exit: refused, endBy: refused, boundHeap() {} };
}

/** The folder where commands run or begin now, and how many do. */
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
export function ending(child: StartedProgram): Promise<Ending> {
  return watchProgram(child).ended();
}

/** The registry that a process serves, once it listens. */
export async function servingProcess(child: ChildProcess): Promise<Server> {
  return Object.assign(await serving(child), { pid: child.pid ?? 0 });
}

async function serving(child: StartedProgram): Promise<ServerHere> {
  const { output, wrote, until, stop, ended } = watchProgram(child);
  await until(GREETED);
  const url = /is running at (http:\/\/\S+?)\.?\s/.exec(output())?.[1] ?? '';
  return {
    url,
    async answerTo(path, token) {
      const response = await fetch(url + path, { headers: { Authorization: `Bearer ${token}` } });
      return { status: response.status, text: await response.text() };
    },
    output,
    log: () => (wrote().match(/.+\n/g) ?? []).map((line) => JSON.parse(line) as Record<string, unknown>),
    signal: (name) => void child.kill(name),
    async insist() {
      const over = stop();
      let ending: Ending | undefined;
      void over.then((how) => {
        ending = how;
      });
      for (; ending === undefined; child.kill('SIGTERM')) await pause(SAME_SIGNAL_MS);
      return over;
    },
    ...{ stop, ended },
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}
