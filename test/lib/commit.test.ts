/** The commit of a checkout is found in whatever form git left it, and is none where there is no checkout. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { commitIn } from '../../src/lib/commit.js';

const HASH = '13d96c81'.repeat(5);

test.each<[string, Record<string, string>, string | undefined]>([
  ['on a branch', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${HASH}\n` }, HASH],
  [
    'on a packed branch',
    { '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': `# pack-refs\n${HASH} refs/heads/main\n` },
    HASH,
  ],
  ['on no branch', { '.git/HEAD': `${HASH}\n` }, HASH],
  ['before the first commit', { '.git/HEAD': 'ref: refs/heads/main\n' }, undefined],
  ['nowhere', {}, undefined],
  ['in a folder that only has the name', { '.git/other': '' }, undefined],
])('a checkout %s', async (_, files, commit) => {
  const root = await mkdtemp(join(tmpdir(), 'commit-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  expect(commitIn(root)).toBe(commit);
  await rm(root, { recursive: true });
});

test('a work tree beside the first one', async () => {
  const root = await mkdtemp(join(tmpdir(), 'commit-'));
  const git = join(root, 'first/.git/worktrees/second');
  await mkdir(join(root, 'first/.git/refs/heads'), { recursive: true });
  await mkdir(git, { recursive: true });
  await mkdir(join(root, 'second'));
  await writeFile(join(root, 'first/.git/refs/heads/topic'), `${HASH}\n`);
  await writeFile(join(git, 'HEAD'), 'ref: refs/heads/topic\n');
  await writeFile(join(git, 'commondir'), '../..\n');
  await writeFile(join(root, 'second/.git'), `gitdir: ${git}\n`);
  expect(commitIn(join(root, 'second'))).toBe(HASH);
  await rm(root, { recursive: true });
});
