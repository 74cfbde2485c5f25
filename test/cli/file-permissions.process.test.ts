/** Who may read the database: this account alone, whatever the umask; what an operator opened stays, and is reported. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, stat, symlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { ending, MAIN, openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { GREETED, watchProgram } from '../support/machine/watch-program.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';

const small = JSON.stringify(smallSnapshot());
const UMASKS = ['000', '022', '077', '277', '777'];
const WITH_UMASK = 'umask "$0"; exec "$@"';

/** Starts a command as a shell with this umask would. */
function startWith(umask: string, workplace: Workplace, args: readonly string[], env: Record<string, string> = {}) {
  const command = [umask, process.execPath, MAIN, ...args];
  const { folder: cwd } = workplace;
  const child = spawn('/bin/sh', ['-c', WITH_UMASK, ...command], { cwd, env: { ...workplace.env, ...env } });
  const ended = once(child, 'close');
  const end = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return Object.assign(child, { [Symbol.asyncDispose]: end });
}

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o7777).toString(8);
}

function modesOf(file: string): Promise<string[]> {
  return Promise.all(['', '-wal', '-shm'].map((part) => modeOf(file + part)));
}

/** Runs `serve` with a log; `meanwhile` while it runs. */
async function logOfServe(workplace: Workplace, meanwhile = async () => {}): Promise<Record<string, unknown>[]> {
  const child = workplace.start(['serve'], { LOG_LEVEL: 'warn' });
  const server = watchProgram(child);
  await server.until(/./);
  await meanwhile();
  const { code, stdout } = await server.stop();
  expect(code).toBe(0);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

test.concurrent.each(UMASKS)(
  'with umask %s, import makes the file for this account alone, and every folder that was missing',
  async (umask) => {
    await using workplace = await openWorkplace();
    await chmod(workplace.folder, 0o755);
    const file = workplace.at('new/deep/registry.sqlite');
    const child = startWith(umask, workplace, ['import', '-'], { DATABASE_FILE: file });
    child.stdin.end(small);
    const { code, stderr } = await ending(child);
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('Imported') });
    expect(await modeOf(file)).toBe('600');
    expect(await Promise.all([workplace.at('new'), dirname(file)].map(modeOf))).toEqual(['700', '700']);
    expect(await modeOf(workplace.folder)).toBe('755');
  },
);

test.concurrent.each(UMASKS)(
  'with umask %s, serve makes the file and those beside it for this account alone',
  async (umask) => {
    await using workplace = await openWorkplace();
    const file = workplace.at('new/registry.sqlite');
    await using server = startWith(umask, workplace, ['serve'], { DATABASE_FILE: file });
    await watchProgram(server).until(GREETED);
    expect(await modesOf(file)).toEqual(['600', '600', '600']);
    expect(await modeOf(dirname(file))).toBe('700');
  },
);

test.concurrent.each(UMASKS)(
  'with umask %s, a template to write people into is for this account alone',
  async (umask) => {
    await using workplace = await openWorkplace();
    const child = startWith(umask, workplace, ['import', '--template', 'people.xlsx']);
    expect(await ending(child)).toMatchObject({ code: 0, stderr: '' });
    expect(await modeOf(workplace.at('people.xlsx'))).toBe('600');
  },
);

test.concurrent('three starts at once on a new file all run, and the file is for this account alone', async () => {
  await using workplace = await openWorkplace();
  const file = workplace.at('new/deep/registry.sqlite');
  const start = () => startWith('000', workplace, ['serve'], { DATABASE_FILE: file });
  await using first = start();
  await using second = start();
  await using third = start();
  await Promise.all([first, second, third].map((server) => watchProgram(server).until(GREETED)));
  expect(await modesOf(file)).toEqual(['600', '600', '600']);
  expect(await Promise.all([workplace.at('new'), dirname(file)].map(modeOf))).toEqual(['700', '700']);
});

test.concurrent('a file that a link names before it is there is made for this account alone', async () => {
  await using workplace = await openWorkplace();
  await mkdir(workplace.at('disk'), { mode: 0o755 });
  await symlink('disk/registry.sqlite', workplace.at('registry.sqlite'));
  expect((await workplace.run(['import', '-'], { input: small })).code).toBe(0);
  expect(await modeOf(workplace.at('disk/registry.sqlite'))).toBe('600');
  expect(await modeOf(workplace.at('disk'))).toBe('755');
});

test.concurrent('a file and a folder that exist keep their permissions; the start says how to close the file', async () => {
  await using workplace = await openWorkplace();
  const folder = workplace.at('shared');
  await mkdir(folder);
  await chmod(folder, 0o755);
  const file = workplace.at('shared/registry.sqlite');
  workplace.env.DATABASE_FILE = file;
  expect((await workplace.run(['import', '-'], { input: small })).code).toBe(0);
  await chmod(file, 0o644);
  const log = await logOfServe(workplace, async () => expect(await modesOf(file)).toEqual(['644', '644', '644']));
  expect(await modeOf(folder)).toBe('755');
  expect(await modeOf(file)).toBe('644');
  const advice = (path: string) => `other accounts of this machine may read or write it; chmod 600 ${path} ends that`;
  const lines = ['', '-wal', '-shm'].map((part) => {
    const path = file + part;
    return { level: 40, msg: 'database', file: path, mode: '644', what: advice(path) };
  });
  expect(log).toMatchObject(lines);
});

test.concurrent('of the files beside the database those that others may read are reported, and no others', async () => {
  await using workplace = await openWorkplace();
  await workplace.run(['import', '-'], { input: small });
  const file = workplace.at('registry.sqlite');
  await using first = await workplace.serve();
  await chmod(`${file}-wal`, 0o660);
  expect(await logOfServe(workplace)).toMatchObject([{ msg: 'database', file: `${file}-wal`, mode: '660' }]);
  await chmod(`${file}-wal`, 0o600);
  expect(await logOfServe(workplace)).toEqual([]);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
});
