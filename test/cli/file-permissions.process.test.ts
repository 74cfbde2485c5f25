/** Who may read what a command makes: this account alone, whatever the mask of permissions of its process. */

import { chmod, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { type CommandsApart, type GivenCommand, runApart } from '../support/machine/commands-apart.ts';
import { PATIENCE_MS } from '../support/machine/patience.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';

const UMASKS = ['000', '022', '077', '277', '777'];
const COMMANDS = 3;

let workplace: Workplace;
let commands: CommandsApart;
beforeAll(async () => {
  workplace = await openWorkplace();
  await chmod(workplace.folder, 0o755);
  const input = JSON.stringify(smallSnapshot());
  const given = UMASKS.flatMap((umask): GivenCommand[] => {
    const mask = { umask: Number.parseInt(umask, 8) };
    return [
      { ...mask, args: ['import', '-'], env: { DATABASE_FILE: imported(umask) }, input },
      { ...mask, args: ['serve'], env: { DATABASE_FILE: served(umask) } },
      { ...mask, args: ['import', '--template', `${umask}.xlsx`], env: {} },
    ];
  });
  commands = await runApart(workplace, given, PATIENCE_MS);
});
afterAll(async () => {
  await commands?.[Symbol.asyncDispose]();
  await workplace?.[Symbol.asyncDispose]();
});

const imported = (umask: string) => workplace.at(`imported-${umask}/deep/registry.sqlite`);
const served = (umask: string) => workplace.at(`served-${umask}/registry.sqlite`);
const outcomeOf = (umask: string, which: number) => commands.outcomes[COMMANDS * UMASKS.indexOf(umask) + which];

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o7777).toString(8);
}

function modesOf(file: string): Promise<string[]> {
  return Promise.all(['', '-wal', '-shm'].map((part) => modeOf(file + part)));
}

test.each(UMASKS)(
  'with umask %s, import makes the file for this account alone, and every folder that was missing',
  async (umask) => {
    expect(outcomeOf(umask, 0)).toMatchObject({ code: 0, stderr: expect.stringContaining('Imported') });
    const file = imported(umask);
    expect(await modeOf(file)).toBe('600');
    expect(await Promise.all([dirname(dirname(file)), dirname(file)].map(modeOf))).toEqual(['700', '700']);
    expect(await modeOf(workplace.folder)).toBe('755');
  },
);

test.each(UMASKS)('with umask %s, serve makes the file and those beside it for this account alone', async (umask) => {
  expect(outcomeOf(umask, 1)).toBe('stays');
  expect(await modesOf(served(umask))).toEqual(['600', '600', '600']);
  expect(await modeOf(dirname(served(umask)))).toBe('700');
});

test.each(UMASKS)('with umask %s, a template to write people into is for this account alone', async (umask) => {
  expect(outcomeOf(umask, 2)).toMatchObject({ code: 0, stderr: '' });
  expect(await modeOf(workplace.at(`${umask}.xlsx`))).toBe('600');
});

test('three starts at once on a new file all run, and the file is for this account alone', async () => {
  const file = workplace.at('new/deep/registry.sqlite');
  const given = { args: ['serve'], env: { DATABASE_FILE: file }, umask: 0 };
  const starts = await Promise.all([1, 2, 3].map(() => runApart(workplace, [given], PATIENCE_MS)));
  expect(starts.map(({ outcomes }) => outcomes)).toEqual([['stays'], ['stays'], ['stays']]);
  expect(await modesOf(file)).toEqual(['600', '600', '600']);
  expect(await Promise.all([workplace.at('new'), dirname(file)].map(modeOf))).toEqual(['700', '700']);
  for (const start of starts) await start[Symbol.asyncDispose]();
});
