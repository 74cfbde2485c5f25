/** What the program says on a Node.js that cannot run it, and of a defect of its own. */

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ending, MAIN, openWorkplace } from '../support/machine/command-line.ts';

test('a Node.js it is not written for is reported in one sentence', async () => {
  const as22 = "data:text/javascript,Object.defineProperty(process,'version',{value:'v22.18.0'})";
  await using workplace = await openWorkplace();
  const child = workplace.start(['--version'], { NODE_OPTIONS: `--import ${as22}` });
  const { code, stdout, stderr } = await ending(child);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^isearch-proxy needs Node\.js 24 or later, and this is Node\.js v22\.18\.0\. [^\n]+\n$/);
});

const olderNode = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find(
    (path) => existsSync(path) && /^v(?:\d|1\d|2[0-3])\./.test(execFileSync(path, ['--version'], { encoding: 'utf8' })),
  );

test.skipIf(olderNode === undefined)('an older Node.js of this machine is reported in one sentence', async () => {
  const child = spawn(olderNode ?? '', [MAIN, 'serve']);
  const { code, stdout, stderr } = await ending(child);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^isearch-proxy needs Node\.js 24 or later, and this is Node\.js v[^\n]+\n$/);
});

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

test('a start removes what another version of Node.js compiled, and nothing else; the next one reads what V8 made of the program, and reports a defect as one, not as a bare stack', async () => {
  const account = process.getuid?.() ?? 0;
  const older = join(CACHE, `v24.0.0-x64-00000000-${account}`);
  const staying = [
    `v24.0.0-x64-00000000-${account + 1}`,
    // With other options of V8, on another processor: it may be running beside this one.
    `${process.version}-x64-00000000-${account}`,
    `${process.version}-arm64-00000000-${account}`,
    `notes-${account}`,
  ].map((name) => join(CACHE, name));
  for (const folder of [older, ...staying]) mkdirSync(join(folder, 'files'), { recursive: true });
  await using workplace = await openWorkplace();
  expect((await ending(workplace.start(['--version']))).code).toBe(0);
  expect(existsSync(older)).toBe(false);
  expect(staying.filter((folder) => !existsSync(folder))).toEqual([]);
  for (const folder of staying) rmSync(folder, { recursive: true });

  const later = "data:text/javascript,setTimeout(()=>{throw(TypeError('surprise'))},50)";
  const reporting = { NODE_DEBUG_NATIVE: 'COMPILE_CACHE', NODE_OPTIONS: `--import ${later}` };
  const { code, stderr } = await ending(workplace.start(['serve'], reporting));
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /(^|\n)isearch-proxy stopped because of an error in the program: surprise\.\nPlease report this error with the following lines:\n {4}at /,
  );
  expect(stderr).toMatch(/V8 code cache for ESM \S+\/src\/cli\/run\.ts was accepted/);
  expect(stderr).toContain(CACHE);
});
