/** Making the modules of the page is nothing that an operator hears of. */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('taking types out warns nobody', () => {
  const file = JSON.stringify(fileURLToPath(new URL('../../../src/http/pages/page-assets.ts', import.meta.url)));
  const code = `const { pageAssets } = await import(${file}); console.log((await pageAssets({}).find('web/html.js')).type);`;
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  expect([ran.stdout, ran.stderr]).toEqual(['text/javascript;charset=utf-8\n', '']);
});
