/** The modules of the page are its source without types, and making them is nothing that an operator hears of. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { posix } from 'node:path';
import express from 'express';
import { describe, expect, test } from 'vitest';
import { assetHandler, pageAssets } from '../../../src/http/pages/page-assets.ts';
import { LIBRARIES } from '../../../src/http/pages/page-libraries.ts';
import { beginHeaders } from '../../../src/http/reply/reply-headers.ts';
import { NOT_INDEXED, PAGE_HEADERS } from '../../../src/http/reply/safety-headers.ts';

const assets = pageAssets({ 'site.css': ':root{}' });

const ANSWER = 'web/browser/results/live-answer.js';

/** With all that they need in English, and the style. */
async function weightOf(modules: readonly string[]): Promise<number> {
  const imports = (await Promise.all(modules.map(assets.find))).flatMap((asset) => asset?.imports ?? []);
  const paths = [...modules, ...imports, 'web/style.css', 'site.css'].filter((path) => !/^web.words.fr/.test(path));
  const found = await Promise.all([...new Set(paths)].map(assets.find));
  return found.reduce((sum, asset) => sum + (asset?.gzip.length ?? 0), 0);
}

describe('the assets', () => {
  test('hold the page and the client, and of the rules only what these import', async () => {
    const paths = await assets.paths();
    expect(paths).toEqual(expect.arrayContaining(['site.css', 'web/html.js', 'web/style.css', 'client/client.js']));
    expect(paths.filter((path) => path.startsWith('domain/')).toSorted()).toEqual([
      'domain/federation/completeness.js',
      'domain/federation/origin.js',
      'domain/federation/people-matrix.js',
      'domain/folding.js',
      'domain/gene-list/heat-map.js',
      'domain/gene-list/typed-entries.js',
      'domain/mail-address.js',
      'domain/message/asked-about.js',
      'domain/message/mailto.js',
      'domain/message/shortlist.js',
      'domain/people/facets.js',
      'domain/people/likely-same.js',
      'domain/people/order.js',
      'domain/people/people.js',
      'domain/people/why-here.js',
      'domain/query/request-step.js',
      'domain/query/token-order.js',
      'domain/record/ordering.js',
      'domain/record/website.js',
      'domain/resolve/offered-searches.js',
      'domain/resolve/read-text.js',
      'domain/shown-text.js',
    ]);
  });

  test('import nothing that is not served', async () => {
    const paths = await assets.paths();
    const all = await Promise.all(paths.map(assets.find));
    const found = all.flatMap((asset) => asset?.imports ?? []);
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter((one) => !paths.includes(one))).toEqual([]);
  });

  test('import each other by their paths, and no package, which a browser cannot find', async () => {
    const ofPackages: string[] = [];
    for (const path of await assets.paths()) {
      const text = (await assets.find(path))?.body.toString() ?? '';
      for (const [, from] of text.matchAll(/^\s*(?:import|export)\b[^;'"]*?\bfrom\s*'([^'.][^']*)'/gm)) {
        ofPackages.push(`${path}: ${from}`);
      }
    }
    expect(ofPackages).toEqual([]);
  });

  test('of the start page weigh no more than 30 kB compressed, and those of an answer no more than 54 kB', async () => {
    const onEveryPage = ['web/browser/search.js', 'web/browser/message.js'];
    const weights = await Promise.all([weightOf(onEveryPage), weightOf([...onEveryPage, ANSWER])]);
    const [ofStart = 0, ofAnswer = 0] = weights;
    console.log(`Assets in gzip: ${ofStart} bytes for the start page, ${ofAnswer} for an answer`);
    expect(ofStart).toBeGreaterThan(2000);
    expect(ofStart).toBeLessThan(30_000);
    expect(ofAnswer).toBeLessThan(54_000);
  });

  test('of a page are in a library or by themselves, and never both: their state would be there twice', async () => {
    const scripts = ['search', 'message', 'text-page', 'gene-list', 'admin'];
    const imported = new Set(scripts.map((name) => `web/browser/${name}.js`));
    // A set that grows is read to its end.
    for (const path of imported) {
      const asset = await assets.find(path);
      const late = [...(asset?.body.toString() ?? '').matchAll(/import\('([^']+)'\)/g)].map(([, way = '']) => way);
      for (const one of asset?.imports ?? []) imported.add(one);
      for (const way of late) imported.add(posix.join(posix.dirname(path), way));
    }
    expect(imported.size).toBeGreaterThan(40);
    for (const { path } of LIBRARIES) {
      const text = (await assets.find(path))?.body.toString() ?? '';
      expect(text).toContain('export {');
      expect(imported).toContain(path);
    }
    const twice = ['web/html.js', 'web/browser/page.js', 'web/parts/people/found-people.js', 'client/errors.js'];
    expect(twice.filter((path) => imported.has(path))).toEqual([]);
    // For the widget and the client they are there.
    expect((await assets.find('web/html.js'))?.body.toString()).toContain('export function html');
  });

  test('of a search hold no words of administrators, of lists of genes or of problems', async () => {
    const imports = (await Promise.all(['web/browser/search.js', ANSWER].map(assets.find))).flatMap(
      (asset) => asset?.imports ?? [],
    );
    expect(imports.filter((path) => /words.*(?:admin|gene-list|problems|access|sheet)/.test(path))).toEqual([]);
    expect(imports).toContain('web/words/en/searching.js');
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

  test('says of them that their type is not to be guessed, and nothing that is for documents', async () => {
    const app = express()
      .use((_req, res, next) => {
        beginHeaders(res, [...PAGE_HEADERS, 'Vary', 'Accept, Accept-Encoding, Authorization', ...NOT_INDEXED]);
        next();
      })
      .use('/assets', assetHandler(assets));
    await using server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { headers } = await fetch(`http://127.0.0.1:${port}/assets/${assets.version}/web/html.js`);
    const names = ['x-content-type-options', 'vary', 'x-frame-options', 'referrer-policy', 'x-robots-tag'];
    expect(names.map((name) => headers.get(name))).toEqual(['nosniff', 'Accept-Encoding', null, null, null]);
  });
});
