/** A log that cannot be written: nothing waits for it, what is lost is counted, and it goes on when somebody takes it. */

import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { logDestination } from '../../src/operations/log.ts';
import { PATIENCE_MS } from '../support/machine/patience.ts';

/** More lines than are kept while nothing takes them, and than a pipe holds besides. */
const MANY = 40_000;
/** More than a pipe holds, less than is kept. */
const SOME = 4000;
const LOST_LINE = /"msg":"lost"}\n/;
const READING = constants.O_RDONLY | constants.O_NONBLOCK;
const WRITING = constants.O_WRONLY | constants.O_NONBLOCK;
const ADDING = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;
const TROUBLE = 'Requests are still answered; lines that do not fit into 1 MiB of memory are lost until it can.';

type Line = { msg: string; lines?: number };

test('a full file system loses lines until it has room again; then the log goes on and says how many', async ({
  skip,
}) => {
  await using folder = await openFolder();
  await using disk = await smallDisk(folder.at('disk'));
  if (disk.problem !== undefined) return skip(`no file system can be mounted here: ${disk.problem}`);
  const file = folder.at('disk/registry.log');
  using log = openLog(file, ADDING);
  log.write(MANY);
  expect(log.warned).toEqual([`The log cannot be written (ENOSPC, no space left on device). ${TROUBLE}`]);
  disk.grow();
  await expect.poll(() => readFile(file, 'utf8')).toContain('"msg":"lost"');
  log.write(1);
  await log.drain();
  const lines = linesOf(await readFile(file, 'utf8'));
  expect(counted(lines)).toEqual({ lost: 1, all: MANY + 1 });
  expect(lines.at(-1)).toMatchObject({ msg: 'request' });
  expect(log.warned).toHaveLength(1);
});

test('a pipe whose reader has ended holds up nothing; the log goes on with the next reader', async () => {
  await using folder = await openFolder();
  const path = folder.newPipe();
  const reader = opened(path, READING);
  using log = openLog(path, WRITING);
  reader.dispose();
  log.write(MANY);
  expect(log.warned).toEqual([`The log cannot be written (EPIPE, broken pipe). ${TROUBLE}`]);
  using second = opened(path, READING);
  const lines = linesOf(await readUntil(second.fd, (text) => LOST_LINE.test(text)));
  expect(counted(lines)).toEqual({ lost: 1, all: MANY });
});

test('a pipe whose reader does not read holds up nothing; a reader who reads again sees what is missing', async () => {
  await using folder = await openFolder();
  const path = folder.newPipe();
  using reader = opened(path, READING);
  using log = openLog(path, WRITING);
  log.write(MANY);
  expect(log.warned).toEqual([`The log cannot be written (EAGAIN, nobody reads it). ${TROUBLE}`]);
  const lines = linesOf(await readUntil(reader.fd, (text) => LOST_LINE.test(text)));
  expect(counted(lines)).toEqual({ lost: 1, all: MANY });
  log.write(MANY);
  expect(log.warned).toHaveLength(2);
  // Nothing is left that would be written where another file has this number by then.
  await readUntil(reader.fd, (text) => LOST_LINE.test(text));
});

test('a pipe that is read loses nothing, and the log keeps up', async () => {
  await using folder = await openFolder();
  const path = folder.newPipe();
  using reader = opened(path, READING);
  using log = openLog(path, WRITING);
  for (let turn = 0; turn < 3; turn++) {
    log.write(SOME);
    const lines = linesOf(await readUntil(reader.fd, (text) => text.split('\n').length > SOME));
    expect(counted(lines)).toEqual({ lost: 0, all: SOME });
  }
  expect(log.warned).toEqual([]);
});

test('a line that is no request is written at once with those before it, before whatever ends the program', async () => {
  await using folder = await openFolder();
  const file = folder.at('registry.log');
  using log = openLog(file, ADDING);
  log.write(2);
  expect(await readFile(file, 'utf8')).toBe('');
  log.writeNow('refused');
  expect(linesOf(await readFile(file, 'utf8')).map(({ msg }) => msg)).toEqual(['request', 'request', 'refused']);
});

/** A log that goes there, and what it warned the operator of. */
function openLog(path: string, flags: number) {
  const { fd, dispose } = opened(path, flags);
  const warned: string[] = [];
  const destination = logDestination({
    fd,
    warnOperator: (sentence) => void warned.push(sentence),
    lostLine: (lines) => `${JSON.stringify({ lines, msg: 'lost' })}\n`,
  });
  const write = (times: number) => {
    for (let time = 0; time < times; time++)
      destination.writeSoon(`${JSON.stringify({ time, route: '/api/livez', msg: 'request' })}\n`);
  };
  const writeNow = (msg: string) => destination.write(`${JSON.stringify({ msg })}\n`);
  return { warned, write, writeNow, drain: destination.drain, [Symbol.dispose]: dispose };
}

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'log-'));
  const at = (name: string) => join(folder, name);
  return {
    at,
    newPipe() {
      execFileSync('mkfifo', [at('pipe')]);
      return at('pipe');
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A file system of 64 kB, which can be given room. */
async function smallDisk(folder: string) {
  await mkdir(folder);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', folder], { encoding: 'utf8' });
  const problem = mounted.status === 0 ? undefined : (mounted.error?.message ?? mounted.stderr.trim());
  return {
    problem,
    grow: () => execFileSync('mount', ['-o', 'remount,size=16m', folder]),
    async [Symbol.asyncDispose]() {
      if (problem === undefined) execFileSync('umount', ['--lazy', folder]);
    },
  };
}

function opened(path: string, flags: number): Disposable & { fd: number; dispose(): void } {
  const fd = openSync(path, flags);
  const dispose = () => closeSync(fd);
  return { fd, dispose, [Symbol.dispose]: dispose };
}

/** Reads a pipe until there is enough of it. */
async function readUntil(fd: number, isEnough: (text: string) => boolean): Promise<string> {
  let text = '';
  await expect
    .poll(
      () => {
        for (let piece = taken(fd); piece !== ''; piece = taken(fd)) text += piece;
        return isEnough(text);
      },
      { interval: 10, timeout: PATIENCE_MS },
    )
    .toBe(true);
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

/** Every line is whole, or this throws. */
function linesOf(text: string): Line[] {
  return Array.from(text.trimEnd().split('\n'), (line) => JSON.parse(line));
}

/** How many lines report lost ones, and how many lines of requests there are together with these. */
function counted(lines: readonly Line[]) {
  const lost = lines.filter(({ msg }) => msg === 'lost');
  const missing = lost.reduce((sum, line) => sum + (line.lines ?? 0), 0);
  return { lost: lost.length, all: lines.length - lost.length + missing };
}
