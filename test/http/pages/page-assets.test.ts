/** The modules of the page are its source without types, and making them is nothing that an operator hears of. */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { pageAssets } from '../../../src/http/pages/page-assets.ts';

const assets = pageAssets({ 'site.css': ':root{}' });

describe('the assets', () => {
  test('hold the page and the client, and of the rules only what these import', async () => {
    const paths = await assets.paths();
    expect(paths).toEqual(expect.arrayContaining(['site.css', 'web/html.js', 'web/style.css', 'client/client.js']));
    expect(paths.filter((path) => path.startsWith('domain/')).toSorted()).toEqual([
      'domain/federation/completeness.js',
      'domain/folding.js',
      'domain/people/order.js',
      'domain/record/ordering.js',
    ]);
  });

  test('import nothing that is not served', async () => {
    const paths = await assets.paths();
    const all = await Promise.all(paths.map(assets.find));
    const found = all.flatMap((asset) => asset?.imports ?? []);
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter((one) => !paths.includes(one))).toEqual([]);
  });

  test('of a search weigh no more than 45 kB over the wire, which leaves room for the page', async () => {
    const module = 'web/browser/search.js';
    const paths = [module, ...((await assets.find(module))?.imports ?? []), 'web/style.css', 'site.css'];
    const found = await Promise.all([...new Set(paths)].map(assets.find));
    const bytes = found.reduce((sum, asset) => sum + (asset?.gzip.length ?? 0), 0);
    expect(bytes).toBeGreaterThan(2000);
    expect(bytes).toBeLessThan(45_000);
  });
});

test('taking types out warns nobody', () => {
  const file = JSON.stringify(fileURLToPath(new URL('../../../src/http/pages/page-assets.ts', import.meta.url)));
  const code = `const { pageAssets } = await import(${file}); console.log((await pageAssets({}).find('web/html.js')).type);`;
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  expect([ran.stdout, ran.stderr]).toEqual(['text/javascript;charset=utf-8\n', '']);
});
