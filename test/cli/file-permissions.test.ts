/** Who may read the database: what an operator opened stays, and is reported; a file that a link names is made for this account. */

import { chmod, mkdir, stat, symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';

const small = JSON.stringify(smallSnapshot());

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o7777).toString(8);
}

function modesOf(file: string): Promise<string[]> {
  return Promise.all(['', '-wal', '-shm'].map((part) => modeOf(file + part)));
}

/** What `serve` logs; `meanwhile` while it runs. */
async function logOfServe(workplace: Workplace, meanwhile = async () => {}): Promise<Record<string, unknown>[]> {
  const server = await workplace.beginServe([], { LOG_LEVEL: 'warn' });
  await meanwhile();
  expect((await server.stop()).code).toBe(0);
  return server.log();
}

test('a file that a link names before it is there is made for this account alone', async () => {
  await using workplace = await openWorkplace();
  await mkdir(workplace.at('disk'), { mode: 0o755 });
  await symlink('disk/registry.sqlite', workplace.at('registry.sqlite'));
  expect((await workplace.run(['import', '-'], { input: small })).code).toBe(0);
  expect(await modeOf(workplace.at('disk/registry.sqlite'))).toBe('600');
  expect(await modeOf(workplace.at('disk'))).toBe('755');
});

test('a file and a folder that exist keep their permissions; the start says how to close the file', async () => {
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

test('of the files beside the database those that others may read are reported, and no others', async () => {
  await using workplace = await openWorkplace();
  await workplace.run(['import', '-'], { input: small });
  const file = workplace.at('registry.sqlite');
  await using first = await workplace.beginServe();
  await chmod(`${file}-wal`, 0o660);
  expect(await logOfServe(workplace)).toMatchObject([{ msg: 'database', file: `${file}-wal`, mode: '660' }]);
  await chmod(`${file}-wal`, 0o600);
  expect(await logOfServe(workplace)).toEqual([]);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
});
