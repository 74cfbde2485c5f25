/** What only the streams of a process do: a reader who leaves, a device without room, a real terminal. */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAIN, openWorkplace, type Workplace } from '../support/machine/command-line.ts';

const ALPHA = fileURLToPath(new URL('../contract/recorded/alpha.snapshot.json.gz', import.meta.url));
const hasScript = spawnSync('script', ['--version']).status === 0;

let workplace: Workplace;
beforeAll(async () => {
  workplace = await openWorkplace();
  await workplace.run(['import', ALPHA]);
});
afterAll(() => workplace[Symbol.asyncDispose]());

/** Runs a line of shell in which PROGRAM is this one, and answers what it wrote and how the program ended. */
async function shell(line: string) {
  const command = `${line.replace('PROGRAM', `'${process.execPath}' '${MAIN}'`)}; echo "ended \${PIPESTATUS[0]}" >&2`;
  const child = spawn('bash', ['--norc', '-c', command], {
    ...{ cwd: workplace.folder, env: workplace.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { stdout, stderr };
}

test.skipIf(process.platform === 'win32')('export ends without a word when the reader has seen enough', async () => {
  const { stdout, stderr } = await shell('PROGRAM export | head -c 30');
  expect(stdout).toBe('{"format":"registry-snapshot",');
  // As the shell gives for any program whose reader left, so that a script knows half an export from a whole one.
  expect(stderr).toBe('ended 141\n');
});

test.skipIf(process.platform !== 'linux')('export says when there is no room for it', async () => {
  const { stderr } = await shell('PROGRAM export > /dev/full');
  expect(stderr).toMatch(/^Standard output cannot be written: ENOSPC: [^\n]*\.\nended 1\n$/);
});

test.skipIf(!hasScript)('import shows its stages on a real terminal, and leaves only its last sentence', async () => {
  const { stdout } = await shell(`script -qec "PROGRAM import '${ALPHA}'" /dev/null`);
  expect(stdout).toContain('checking …');
  expect(stdout.slice(stdout.lastIndexOf('\x1b[K') + '\x1b[K'.length).trimEnd()).toMatch(
    /^Imported .* in \d+\.\d s\.$/,
  );
});
