/** The page of the API documents shows one of two, and leads to the other. */

import type { AddressInfo } from 'node:net';
import { runInNewContext } from 'node:vm';
import express from 'express';
import { expect, test } from 'vitest';
import { docsRoutes } from '../../../src/server/routes/docs-routes.ts';

type Download = (address: string) => unknown;
type Node = { type: unknown; props: Record<string, unknown>; children: Node[] };
type Layout = (original: unknown, system: object) => (props: object) => Node;
type Plugin = () => {
  statePlugins: { spec: { wrapActions: { download: (load: Download) => Download } } };
  wrapComponents: { BaseLayout: Layout };
};
type Options = { url: string; plugins: Plugin[] };

const PAGE = 'https://registry.example.org/rgr/docs/';

/** Runs what the page runs at its start, as a browser would at that address. */
async function pluginAt(pageUrl: string): Promise<ReturnType<Plugin>> {
  const server = express()
    .use(docsRoutes({ services: async () => ({}) }))
    .listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  const init = await (await fetch(`http://127.0.0.1:${port}/docs/swagger-ui-init.js`)).text();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));

  const { href, origin, search } = new URL(pageUrl);
  const isDark = { matches: true, addEventListener: () => {} };
  const window = { location: { href, origin, search }, matchMedia: () => isDark, onload: () => {} };
  const classes = new Set<string>();
  const classList = { toggle: (name: string, isOn: boolean) => void (isOn && classes.add(name)) };
  const document = { documentElement: { classList } };
  const given: Options[] = [];
  const SwaggerUIBundle = Object.assign((options: Options) => given.push(options), { presets: {}, plugins: {} });
  runInNewContext(init, { window, document, URL, SwaggerUIBundle, SwaggerUIStandalonePreset: {} });
  window.onload();
  const plugin = given[0]?.plugins[0];
  if (!plugin) throw new Error('swagger-ui-init.js gives Swagger UI no plugin');
  const made = plugin();
  expect([...classes]).toEqual(['dark-mode']);
  return made;
}

async function downloadedAt(pageUrl: string): Promise<string | undefined> {
  const { statePlugins } = await pluginAt(pageUrl);
  const downloaded: string[] = [];
  statePlugins.spec.wrapActions.download((address) => downloaded.push(address))('../api');
  return downloaded[0];
}

async function drawnAt(pageUrl: string): Promise<Node> {
  const { wrapComponents } = await pluginAt(pageUrl);
  const createElement = (type: unknown, props: Node['props'], ...children: Node[]) => ({ type, props, children });
  return wrapComponents.BaseLayout('the layout', { React: { createElement } })({ given: 'by Swagger UI' });
}

test.each([
  ['', '../api'],
  ['?federated', '../api/federated'],
  ['?federated#/Search/searchGenes', '../api/federated'],
  ['#/Genes/searchGenes', '../api'],
  ['?url=https://elsewhere.example.org/x', '../api'],
  ['?federated=https://elsewhere.example.org/x', '../api'],
])('the page with %j shows %s', async (rest, document) => {
  expect(await downloadedAt(PAGE + rest)).toBe(document);
});

test.each([
  ['', [undefined, undefined, 'page', undefined, undefined]],
  ['?federated', [undefined, undefined, undefined, 'page', undefined]],
  ['?services', [undefined, undefined, undefined, undefined, 'page']],
])(
  'the page with %j leads back to the search and the list of genes and to every document, and marks the one it shows',
  async (rest, marks) => {
    const { children } = await drawnAt(PAGE + rest);
    const [nav] = children;
    expect(nav?.type).toBe('nav');
    expect(nav?.children.map(({ props }) => new URL(String(props.href), PAGE).href)).toEqual([
      'https://registry.example.org/rgr/',
      'https://registry.example.org/rgr/genes',
      PAGE,
      `${PAGE}?federated`,
      `${PAGE}?services`,
    ]);
    expect(nav?.children.map((link) => link.children)).toEqual([
      ['← Search'],
      ['Gene list'],
      ['Registry API'],
      ['Federated API'],
      ['Files, feeds, administration'],
    ]);
    expect(nav?.children.map(({ props }) => props['aria-current'])).toEqual(marks);
  },
);

test('below the links stands what Swagger UI draws', async () => {
  const { children } = await drawnAt(PAGE);
  expect(children[1]).toEqual({ type: 'the layout', props: { given: 'by Swagger UI' }, children: [] });
});
