/** What the configuration names and is no file to read to the end: each is refused at once, in one sentence. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { type CommandsApart, runApart } from '../support/machine/commands-apart.ts';
import { PATIENCE_MS } from '../support/machine/patience.ts';

const SECRET = 'APP_SETTINGS_ISEARCH_AUTH_TOKENS_FILE';
type Given = { env?: Record<string, string>; args?: readonly string[] };

const REFUSED: [string, Given, string][] = [
  [
    'a pipe as database',
    { env: { DATABASE_FILE: 'pipe' } },
    'The database file HERE/pipe cannot be used: it is a pipe.',
  ],
  [
    'a device as database',
    { env: { DATABASE_FILE: '/dev/zero' } },
    'The database file /dev/zero cannot be used: it is a device.',
  ],
  [
    'a folder as database',
    { env: { DATABASE_FILE: 'folder' } },
    'The database file HERE/folder cannot be used: it is a directory.',
  ],
  [
    'a pipe beside the database',
    { env: { DATABASE_FILE: 'registry.sqlite' } },
    'The database file HERE/registry.sqlite cannot be used: beside it, HERE/registry.sqlite-wal is no file: it is a pipe.',
  ],
  [
    'a pipe as configuration',
    { args: ['--config', 'pipe'] },
    'pipe: the configuration file cannot be read, it is a pipe.',
  ],
  [
    'a device as configuration',
    { args: ['--config', '/dev/zero'] },
    '/dev/zero: the configuration file cannot be read, it is a device.',
  ],
  ['a pipe as secret', { env: { [SECRET]: 'pipe' } }, `${SECRET}: the file it names cannot be read, it is a pipe.`],
  [
    'a device as secret',
    { env: { [SECRET]: '/dev/zero' } },
    `${SECRET}: the file it names cannot be read, it is a device.`,
  ],
  ['a pipe as first snapshot', { env: { DATABASE_INITIAL_SNAPSHOT: 'pipe' } }, 'pipe cannot be read: it is a pipe.'],
  [
    'a device as first snapshot',
    { env: { DATABASE_INITIAL_SNAPSHOT: '/dev/zero' } },
    '/dev/zero cannot be read: it is a device.',
  ],
];

describe.skipIf(process.platform === 'win32')('refused in a sentence is', () => {
  let workplace: Workplace;
  let commands: CommandsApart;
  // In a folder HERE where `pipe` is a pipe that nobody writes to, and `folder` a folder.
  beforeAll(async () => {
    workplace = await openWorkplace();
    execFileSync('mkfifo', [workplace.at('pipe'), workplace.at('registry.sqlite-wal')]);
    mkdirSync(workplace.at('folder'));
    const given = REFUSED.map(([, { args = [], env = {} }]) => ({
      args: ['serve', ...args],
      env: { DATABASE_FILE: 'other.sqlite', ...env },
    }));
    commands = await runApart(workplace, given, PATIENCE_MS);
  });
  afterAll(async () => {
    await commands?.[Symbol.asyncDispose]();
    await workplace?.[Symbol.asyncDispose]();
  });

  test.each(REFUSED.map(([name, , sentence], index) => ({ name, sentence, index })))('$name', ({ sentence, index }) => {
    const here = realpathSync(workplace.folder);
    const outcome = JSON.parse(JSON.stringify(commands.outcomes[index] ?? 'none came').replaceAll(here, 'HERE'));
    expect(outcome).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` });
  });
});

test.skipIf(process.platform === 'win32')('import reads a pipe that somebody writes to, and no device', async () => {
  await using workplace = await openWorkplace();
  execFileSync('mkfifo', [workplace.at('pipe')]);
  const [{ stderr }] = await Promise.all([workplace.run(['import', 'pipe']), writeFile(workplace.at('pipe'), '{}')]);
  expect(stderr).toMatch(/^pipe was not imported, /);
  const device = await workplace.run(['import', '/dev/zero']);
  expect(device).toEqual({ code: 1, stdout: '', stderr: '/dev/zero cannot be read: it is a device.\n' });
});
