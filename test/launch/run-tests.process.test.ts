/** How .ci/run judges tests that fail beside others: each file once more, alone, and all of it reported and counted. */

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ending, openWorkplace } from '../support/machine/command-line.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const VITEST = `${PROJECT}node_modules/vitest/vitest.mjs`;

const FILES = {
  'sound.test.js': `test('is sound', () => {}); test.skip('is left out', () => {});`,
  // Fails at its first run, and never again.
  'starved.test.js': `test('is starved', () => { const ran = existsSync('ran'); writeFileSync('ran', ''); expect(ran).toBe(true); });`,
  'broken.test.js': `test('is broken', () => expect(1).toBe(2));`,
  'stray.test.js': `test('is sound itself', () => void setTimeout(() => { throw new Error('stray'); }));`,
};
const HEAD = `import { existsSync, writeFileSync } from 'node:fs';\n`;

/** The exit code, and the lines from the closing ones on. */
async function judged(...names: (keyof typeof FILES)[]) {
  await using workplace = await openWorkplace();
  const { folder: cwd, env, write } = workplace;
  await write('package.json', JSON.stringify({ scripts: { test: `node ${VITEST} run --globals` }, type: 'module' }));
  for (const name of names) await write(name, HEAD + FILES[name]);
  const run = (file: string, ...words: string[]) =>
    ending(spawn(process.execPath, [`${PROJECT}.ci/${file}`, ...words], { cwd, env: { ...process.env, ...env } }));
  const { code, stdout } = await run('run-tests.js', 'test', 'report.json');
  const closing = await run('closing-line.js', String(code), 'report.json');
  return { code, runs: stdout.match(/ Test Files /g)?.length, closing: closing.stdout.trimEnd().split('\n') };
}

test('what fails alone, too, has failed; what passes alone is reported by name', async () => {
  expect(await judged('sound.test.js', 'starved.test.js', 'broken.test.js')).toEqual({
    code: 1,
    runs: 3,
    closing: ['failed beside others, passed alone: starved.test.js > is starved', '2 passed, 1 failed, 1 skipped'],
  });
});

test('where everything passes in the end, the run has passed', async () => {
  expect(await judged('sound.test.js', 'starved.test.js')).toEqual({
    code: 0,
    runs: 2,
    closing: ['failed beside others, passed alone: starved.test.js > is starved', '2 passed, 0 failed, 1 skipped'],
  });
});

test('an error that comes from outside of all tests is never passed over', async () => {
  expect(await judged('starved.test.js', 'stray.test.js')).toEqual({
    code: 1,
    runs: 1,
    closing: ['1 passed, 1 failed'],
  });
});
