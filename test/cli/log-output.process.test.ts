/** A program whose log cannot be written: requests are answered, a signal ends it, and what was never written is counted. */

import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { GREETED, watchProgram } from '../support/machine/watch-program.ts';
import { exchangeBytes } from '../support/server/raw-http.ts';

/** Makes more lines than are kept while nothing takes them, and than a pipe holds besides. */
const MANY = 10_000;
/** Far above the five seconds that requests under way have at a stop, as the machine may be busy, and below for ever. */
const STOPS_WITHIN_MS = 30_000;
const POLL_MS = 20;
const LOG_TROUBLE = /The log cannot be written \(.*?\)/g;
const LOGGING = { LOG_LEVEL: 'info' };
const READING = constants.O_RDONLY | constants.O_NONBLOCK;

test('with a full device as standard output, requests are answered and SIGTERM ends the program', async () => {
  await using workplace = await openWorkplace();
  using output = opened('/dev/full', constants.O_WRONLY);
  using server = await startServer(workplace, output.fd);
  expect(await ask(server.url, MANY)).toBe(MANY);
  expect(await server.stop()).toEqual({ code: 0, inTime: true });
  expect(server.printed().match(LOG_TROUBLE)).toEqual(['The log cannot be written (ENOSPC, no space left on device)']);
  expect(server.printed()).toContain(`\nLines of the log that were never written: ${MANY}.\n`);
});

test('a socket whose reader does not read holds up nothing', async () => {
  await using workplace = await openWorkplace();
  // What Node.js calls a pipe to a child process is a socket, and is read no further than somebody takes.
  using server = await startServer(workplace, 'pipe');
  expect(await ask(server.url, MANY)).toBe(MANY);
  expect(await server.stop()).toEqual({ code: 0, inTime: true });
  expect(server.printed().match(LOG_TROUBLE)).toEqual(['The log cannot be written (EAGAIN, nobody reads it)']);
});

test.each([
  ['does not read', false],
  ['has ended', true],
])('a pipe for both outputs whose reader %s holds up nothing, the end of the program neither', async (_, ends) => {
  await using workplace = await openWorkplace();
  const path = newPipe(workplace);
  using reader = opened(path, READING);
  using output = opened(path, constants.O_WRONLY);
  using child = killedAtEnd(workplace.start(['serve'], LOGGING, ['ignore', output.fd, output.fd]));
  const url = urlIn(await readUntil(reader.fd, (text) => GREETED.test(text)));
  if (ends) reader.dispose();
  expect(await ask(url, MANY)).toBe(MANY);
  expect(await stopped(child)).toEqual({ code: 0, inTime: true });
});

/** Asks so many times on one connection, and answers how often 200 came. */
async function ask(url: string, times: number): Promise<number> {
  const request = 'GET /livez HTTP/1.1\r\nHost: localhost\r\n';
  const bytes = `${`${request}\r\n`.repeat(times - 1)}${request}Connection: close\r\n\r\n`;
  return (await exchangeBytes(url, bytes)).match(/HTTP\/1\.1 200 /g)?.length ?? 0;
}

/** A registry with every request in its log, which goes where its settings say. */
async function startServer(workplace: Workplace, output: number | 'pipe') {
  const child = killedAtEnd(workplace.start(['serve'], LOGGING, ['ignore', output, 'pipe']));
  const { output: printed, until } = watchProgram(child, ['stderr']);
  await until(GREETED);
  return Object.assign(child, { url: urlIn(printed()), printed, stop: () => stopped(child) });
}

function killedAtEnd(child: ChildProcess): ChildProcess & Disposable {
  return Object.assign(child, { [Symbol.dispose]: () => void child.kill('SIGKILL') });
}

function urlIn(greeting: string): string {
  return /is running at (http:\/\/[\d.:]+\d)/.exec(greeting)?.[1] ?? '';
}

/** Sends SIGTERM and answers how it ended, or kills it when it does not. */
async function stopped(child: ChildProcess): Promise<{ code: number | null; inTime: boolean }> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS);
  const [code, signal] = await ended;
  clearTimeout(patience);
  return { code, inTime: signal === null };
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await wait(POLL_MS);
}

function opened(path: string, flags: number): DisposableStack & { fd: number } {
  const resources = new DisposableStack();
  const fd = openSync(path, flags);
  resources.defer(() => closeSync(fd));
  return Object.assign(resources, { fd });
}

function newPipe(workplace: Workplace): string {
  const path = workplace.at('pipe');
  execFileSync('mkfifo', [path]);
  return path;
}

/** Reads a pipe until there is enough of it. */
async function readUntil(fd: number, isEnough: (text: string) => boolean): Promise<string> {
  let text = '';
  await until(() => {
    for (let piece = taken(fd); piece !== ''; piece = taken(fd)) text += piece;
    return isEnough(text);
  });
  return text;
}

/** What can be read at once, or nothing. */
function taken(fd: number): string {
  const buffer = Buffer.alloc(65_536);
  try {
    return buffer.toString('utf8', 0, readSync(fd, buffer));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return '';
    throw error;
  }
}
