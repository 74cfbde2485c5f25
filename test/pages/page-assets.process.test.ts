/** Making what browsers load prints nothing for the operator. */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('joining modules warns nobody', () => {
  const file = JSON.stringify(fileURLToPath(new URL('../../src/pages/server/browser-asset-cache.ts', import.meta.url)));
  const source = JSON.stringify(fileURLToPath(new URL('../../src/', import.meta.url)));
  const code = `const { makeFiles } = await import(${file}); console.log(Object.hasOwn((await makeFiles(${source})).files, 'client.js'));`;
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  expect([ran.stdout, ran.stderr]).toEqual(['true\n', '']);
});
