/** A server as a process of its own, from its start to its first answer to its end. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export type ServerProcess = AsyncDisposable & {
  url: string;
  pid: number;
  /** From the start of the process to its first answer. */
  startMs: number;
};

type Options = {
  /** What Node.js is to run, and with what. */
  words: string[];
  /** Answered 200 as soon as the server can answer at all. */
  firstPath: string;
  /** Variables of its environment. */
  variables?: Record<string, string>;
};

const MOST_START_MS = 60_000;
const MOST_STOP_MS = 10_000;
const ASK_AGAIN_MS = 2;
const KEPT_CHARACTERS = 2000;

/**
 * Starts a server, with `SERVER_PORT` as its port, and answers when it has answered. What it writes on standard output
 * goes nowhere.
 *
 * @throws Error when the process ends or a minute passes before it answers
 */
export async function startServer(
  { words, firstPath, variables }: Options,
  signal: AbortSignal,
): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  // No other variable of this environment is to change what is measured.
  const env = { SERVER_PORT: String(port), ...variables };
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'], env });
  const said = lastWords(child);
  try {
    await firstAnswer(child, `${url}${firstPath}`, signal);
  } catch (error) {
    await stop(child);
    const reason = (error as Error).message;
    throw new Error(`A server did not start: ${reason}. It said: ${said() || 'nothing'}`, { cause: error });
  }
  const startMs = performance.now() - startedAt;
  return { url, pid: child.pid as number, startMs, [Symbol.asyncDispose]: () => stop(child) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

/** Answers what the process wrote last on standard error. */
function lastWords(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (more: string) => {
    text = (text + more).slice(-KEPT_CHARACTERS);
  });
  return () => text.trim();
}

async function firstAnswer(child: ChildProcess, url: string, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + MOST_START_MS;
  while (performance.now() < deadline) {
    signal.throwIfAborted();
    if (hasEnded(child)) throw new Error(`it ended with code ${child.exitCode}`);
    const status = await statusOf(url);
    if (status === 200) return;
    if (status !== undefined) throw new Error(`it answered ${status}`);
    await pause(ASK_AGAIN_MS);
  }
  throw new Error(`it did not answer within ${MOST_START_MS / 1000} s`);
}

/** Undefined while nobody listens. */
async function statusOf(url: string): Promise<number | undefined> {
  try {
    const answer = await fetch(url, { headers: { Connection: 'close' }, signal: AbortSignal.timeout(MOST_START_MS) });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return undefined;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const deadline = setTimeout(() => child.kill('SIGKILL'), MOST_STOP_MS);
  await ended;
  clearTimeout(deadline);
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
