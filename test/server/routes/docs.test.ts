import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { runInNewContext } from 'node:vm';
import express from 'express';
import { expect, test } from 'vitest';
import { beginHeaders } from '../../../src/server/reply/reply-headers.ts';
import { PAGE_HEADERS } from '../../../src/server/reply/safety-headers.ts';
import { docsRoutes } from '../../../src/server/routes/docs-routes.ts';

async function startDocs() {
  const app = express().use(
    (_req, res, next) => {
      beginHeaders(res, PAGE_HEADERS);
      next();
    },
    docsRoutes({ services: async () => ({}) }),
  );
  app.get('/api', (_req, res) => {
    res.json({});
  });
  const outer = express().use('/registry', app).use(app);
  const server = outer.listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function assetsOf(html: string): string[] {
  return Array.from(html.matchAll(/\s(?:src|href)=["']([^"']+)["']/g), ([, address]) => address ?? '');
}

function policyOf(response: Response): Map<string, string[]> {
  const policy = response.headers.get('content-security-policy') ?? '';
  return new Map(policy.split(';').map((rule) => [rule.split(' ')[0] ?? '', rule.split(' ').slice(1)]));
}

function hashOf(text: string | undefined): string {
  return `'sha256-${createHash('sha256')
    .update(text ?? '')
    .digest('base64')}'`;
}

test.each(['/docs', '/docs/', '/registry/docs', '/registry/docs/'])('%s shows the page', async (path) => {
  await using docs = await startDocs();
  const response = await fetch(docs.url + path);
  expect(response.status).toBe(200);
  expect(response.url).toBe(`${docs.url}${path.replace(/\/$/, '')}/`);
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(await response.text()).toContain('<title>Registry API</title>');
  expect(await (await fetch(response.url)).text()).toContain('<meta name="viewport" content="width=device-width');
});

test('without its slash the address leads on relatively, so that a path prefix nobody knows of survives', async () => {
  await using docs = await startDocs();
  const response = await fetch(`${docs.url}/docs`, { redirect: 'manual' });
  expect(response.status).toBe(302);
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(response.headers.get('location')).toBe('docs/');
});

test('the page loads nothing but files beside it, and they are all there', async () => {
  await using docs = await startDocs();
  const assets = assetsOf(await (await fetch(`${docs.url}/docs/`)).text());
  expect(assets).toContain('./swagger-ui-bundle.js');
  expect(assets).toContain('./swagger-ui-init.js');
  expect(assets).toContain('./swagger-ui.css');
  for (const asset of assets) {
    expect(asset).toMatch(/^\.\/[\w-]+(\.\w+)+$/);
    const response = await fetch(new URL(asset, `${docs.url}/docs/`));
    expect(response.status, asset).toBe(200);
    expect(response.headers.get('content-type'), asset).toMatch(/javascript|css|png/);
    expect(response.headers.get('x-content-type-options'), asset).toBe('nosniff');
    await response.body?.cancel();
  }
});

test('the rest of the folder of Swagger UI is not served', async () => {
  await using docs = await startDocs();
  for (const file of ['index.html', 'package.json', 'README.md', 'swagger-ui-bundle.js.map', '../package.json', 'x']) {
    expect((await fetch(`${docs.url}/docs/${file}`)).status, file).toBe(404);
  }
});

test('the policy of the page allows its own server only', async () => {
  await using docs = await startDocs();
  const response = await fetch(`${docs.url}/docs/`);
  const policy = policyOf(response);
  expect(policy.get('default-src')).toEqual(["'none'"]);
  expect(policy.get('script-src')).toEqual(["'self'"]);
  expect(policy.get('connect-src')).toEqual(["'self'"]);
  expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
  expect(response.headers.get('content-security-policy')).not.toMatch(/https?:|unsafe-inline|unsafe-eval/);
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
});

test('nothing inline on the page is blocked by its own policy', async () => {
  await using docs = await startDocs();
  const response = await fetch(`${docs.url}/docs/`);
  const styles = policyOf(response).get('style-src');
  const html = await response.text();
  expect(html).not.toMatch(/<script>|<script [^>]*>\s*[^\s<]|\son\w+="/);
  const elements = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)];
  const attributes = [...html.matchAll(/\sstyle="([^"]*)"/g)];
  expect(elements.length).toBeGreaterThan(0);
  for (const [, text] of [...elements, ...attributes]) expect(styles).toContain(hashOf(text));
  if (attributes.length > 0) expect(styles).toContain("'unsafe-hashes'");
});

test('other pages keep their own policy', async () => {
  await using docs = await startDocs();
  expect((await fetch(`${docs.url}/api`)).headers.has('content-security-policy')).toBe(false);
});

type Wrapped = (document: object) => unknown;
type Plugin = () => {
  statePlugins: { spec: { wrapActions: { updateJsonSpec: (update: Wrapped) => Wrapped } } };
};
type UiOptions = { url: string; layout: string; validatorUrl: unknown; plugins: Plugin[] };

/** Runs what the page runs at its start, as a browser would at that address, and answers the options it comes to. */
async function optionsAt(docsUrl: string, pageUrl: string) {
  const init = await (await fetch(`${docsUrl}/docs/swagger-ui-init.js`)).text();
  const { href, origin, search } = new URL(pageUrl);
  const isDark = { matches: false, addEventListener: () => {} };
  const window = { location: { href, origin, search }, matchMedia: () => isDark, onload: () => {} };
  const document = { documentElement: { classList: { toggle: () => {} } } };
  const given: UiOptions[] = [];
  const SwaggerUIBundle = Object.assign((options: UiOptions) => given.push(options), { presets: {}, plugins: {} });
  runInNewContext(init, { window, document, URL, SwaggerUIBundle, SwaggerUIStandalonePreset: {} });
  window.onload();
  const options = given[0];
  if (!options) throw new Error('swagger-ui-init.js starts no Swagger UI');
  return options;
}

test('the page reads the document beside it, whatever its address says, and asks no validator', async () => {
  await using docs = await startDocs();
  const options = await optionsAt(docs.url, 'https://registry.example.org/docs/?url=https://elsewhere.example.org/x');
  expect(options).toMatchObject({ url: '../api', validatorUrl: null });
});

test('the bar for loading other documents is hidden', async () => {
  await using docs = await startDocs();
  const options = await optionsAt(docs.url, 'https://registry.example.org/docs/');
  expect(options.layout).toBe('BaseLayout');
});

test.each([
  ['https://registry.example.org/docs/', 'https://registry.example.org'],
  ['https://registry.example.org/docs/#/Genes/searchGenes', 'https://registry.example.org'],
  ['https://other.example.org:8080/some/prefix/docs/', 'https://other.example.org:8080/some/prefix'],
])('questions tried at %s go to %s', async (pageUrl, server) => {
  await using docs = await startDocs();
  const { plugins } = await optionsAt(docs.url, pageUrl);
  const shown: object[] = [];
  const document = { info: { title: 'X' }, servers: [{ url: 'https://configured.example.org' }] };
  for (const plugin of plugins)
    plugin().statePlugins.spec.wrapActions.updateJsonSpec((one) => shown.push(one))(document);
  expect(shown).toEqual([{ info: { title: 'X' }, servers: [{ url: server }] }]);
  expect(document.servers).toEqual([{ url: 'https://configured.example.org' }]);
});
