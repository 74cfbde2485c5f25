/** The modules of the page are its source without types, and making them is nothing that an operator hears of. */

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { describe, expect, test } from 'vitest';
import { assetHandler, pageAssets } from '../../../src/http/pages/page-assets.ts';

const assets = pageAssets({ 'site.css': ':root{}' });

describe('the assets', () => {
  test('hold the page and the client, and of the rules only what these import', async () => {
    const paths = await assets.paths();
    expect(paths).toEqual(expect.arrayContaining(['site.css', 'web/html.js', 'web/style.css', 'client/client.js']));
    expect(paths.filter((path) => path.startsWith('domain/')).toSorted()).toEqual([
      'domain/errors.js',
      'domain/federation/completeness.js',
      'domain/federation/origin.js',
      'domain/federation/people-matrix.js',
      'domain/folding.js',
      'domain/gene-list/heat-map.js',
      'domain/gene-list/list-question.js',
      'domain/message/asked-about.js',
      'domain/message/mailto.js',
      'domain/message/shortlist.js',
      'domain/people/facets.js',
      'domain/people/likely-same.js',
      'domain/people/named-first.js',
      'domain/people/order.js',
      'domain/people/people.js',
      'domain/qr/error-correction.js',
      'domain/qr/qr-code.js',
      'domain/qr/qr-grid.js',
      'domain/qr/qr-mask.js',
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

describe('the version in the address of the assets', () => {
  test('changes with what the operator gives, and with nothing else', () => {
    expect(assets.version).toMatch(/^v-[\w-]{16}$/);
    expect(pageAssets({ 'site.css': ':root{}' }).version).toBe(assets.version);
    expect(pageAssets({ 'site.css': ':root{--accent:#000}' }).version).not.toBe(assets.version);
  });

  test('lets a browser keep them for good; another version has what is there now, and asks again', async () => {
    const app = express().use('/assets', assetHandler(assets));
    await using server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const answered = async (path: string) => {
      const { status, headers } = await fetch(`http://127.0.0.1:${port}/assets/${path}`);
      return [status, headers.get('cache-control')];
    };
    expect(await answered(`${assets.version}/site.css`)).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(await answered('v-0123456789abcdef/site.css')).toEqual([200, 'public, max-age=0, must-revalidate']);
    expect(await answered('site.css')).toEqual([200, 'public, max-age=0, must-revalidate']);
    expect((await answered(`${assets.version}/nothing.css`))[0]).toBe(404);
  });
});

test('taking types out warns nobody', () => {
  const file = JSON.stringify(fileURLToPath(new URL('../../../src/http/pages/page-assets.ts', import.meta.url)));
  const code = `const { pageAssets } = await import(${file}); console.log((await pageAssets({}).find('web/html.js')).type);`;
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  expect([ran.stdout, ran.stderr]).toEqual(['text/javascript;charset=utf-8\n', '']);
});
