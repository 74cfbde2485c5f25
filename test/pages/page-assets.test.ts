/** What browsers load is the source, joined and minified, and served so that they may keep it. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { describe, expect, test } from 'vitest';
import { makeFiles } from '../../src/pages/server/browser-asset-cache.ts';
import { assetHandler, pageAssets } from '../../src/pages/server/page-assets.ts';
import { en } from '../../src/pages/words/en.ts';
import { fr } from '../../src/pages/words/fr.ts';
import { beginHeaders } from '../../src/server/reply/reply-headers.ts';
import { NOT_INDEXED, PAGE_HEADERS } from '../../src/server/reply/safety-headers.ts';

const assets = pageAssets({ 'site.css': ':root{}' });

const ANSWER = 'pages/browser/results/live-answer.js';

/** With all that they need in English. */
async function scriptsOf(modules: readonly string[]): Promise<string[]> {
  const needed = (await Promise.all(modules.map(assets.find))).flatMap((asset) => asset?.imports ?? []);
  const inEnglish = needed.filter(({ lang = 'en' }) => lang === 'en').map(({ path }) => path);
  return [...new Set([...modules, ...inEnglish])];
}

async function weightOf(paths: readonly string[]): Promise<number> {
  const found = await Promise.all(paths.map(assets.find));
  return found.reduce((sum, asset) => sum + (asset?.gzip.length ?? 0), 0);
}

const START = ['pages/browser/search.js', 'pages/browser/message.js'];
const STYLES = ['pages/style.css', 'site.css'];

describe('the assets', () => {
  test('are the scripts that pages name, the style, the icons, the client and the widget', async () => {
    const names = [
      'search',
      'message',
      'text-page',
      'gene-list',
      'disease-page',
      'disease-people',
      'admin',
      'partner-status',
      'results/live-answer',
    ];
    const icons = ['organisms', 'organs', 'research'].map((name) => `pages/icons/${name}.svg`);
    const scripts = names.map((name) => `pages/browser/${name}.js`);
    const paths = (await assets.paths()).filter((path) => !path.startsWith('pages/shared/'));
    expect(paths.toSorted()).toEqual(
      [
        'site.css',
        'pages/style.css',
        'pages/lists.css',
        'pages/sheet.css',
        'pages/administrators.css',
        'client.js',
        'widget.js',
        ...scripts,
        ...icons,
      ].toSorted(),
    );
  });

  test('import nothing that is not served', async () => {
    const paths = await assets.paths();
    let imports = 0;
    for (const path of paths) {
      const text = (await assets.find(path))?.body.toString() ?? '';
      const specifiers = [...text.matchAll(/(?:from|import\(?)"([^"]+)"/g)].map(([, specifier = '']) => specifier);
      const leadTo = specifiers.map((one) => new URL(one, `http://x/${path}`).pathname.slice(1));
      expect([path, specifiers.filter((one) => !one.startsWith('.'))]).toEqual([path, []]);
      expect([path, leadTo.filter((one) => !paths.includes(one))]).toEqual([path, []]);
      imports += specifiers.length;
    }
    expect(imports).toBeGreaterThan(40);
  });

  test('of the start page weigh no more than 26 kB compressed, those of an answer 45 kB, in few files', async () => {
    const [ofStart, ofAnswer] = await Promise.all([scriptsOf(START), scriptsOf([...START, ANSWER])]);
    const weights = [await weightOf([...ofStart, ...STYLES]), await weightOf([...ofAnswer, ...STYLES])];
    const [start = 0, answer = 0] = weights;
    console.log(
      `Assets in gzip: ${start} bytes and ${ofStart.length} scripts for the start page, ${answer} and ${ofAnswer.length} for an answer`,
    );
    expect(start).toBeGreaterThan(2000);
    expect(start).toBeLessThan(26_000);
    expect(answer).toBeLessThan(45_000);
    expect(ofAnswer.length).toBeLessThanOrEqual(16);
  });

  test('of a search hold no words of administrators, of lists of genes or of problems, and of one language alone', async () => {
    const files = await Promise.all((await scriptsOf([...START, ANSWER])).map(assets.find));
    const text = files.map((file) => file?.body.toString()).join('\n');
    expect(text).toContain(en.people.nobodyChosen);
    for (const words of [en.admin.needsScript, en.geneList.title, fr.people.nobodyChosen])
      expect(text).not.toContain(words);
  });
});

describe('what a checkout keeps of them', () => {
  test('is what the build makes, and every file of a page that is loaded with another has other modules', async () => {
    const { files } = await makeFiles(fileURLToPath(new URL('../../src/', import.meta.url)));
    expect(Object.keys(files).toSorted()).toEqual((await pageAssets({}).paths()).toSorted());
    // The shortlist is known by the name under which the browser stores it.
    const withShortlist = Object.entries(files).filter(([, { text }]) => text.includes('`shortlist $'));
    expect(withShortlist).toHaveLength(1);
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
    const { headers } = await fetch(`http://127.0.0.1:${port}/assets/${assets.version}/pages/browser/search.js`);
    const names = [
      'content-type',
      'x-content-type-options',
      'vary',
      'x-frame-options',
      'referrer-policy',
      'x-robots-tag',
    ];
    const given = ['text/javascript;charset=utf-8', 'nosniff', 'Accept-Encoding', null, null, null];
    expect(names.map((name) => headers.get(name))).toEqual(given);
  });
});
