/** The package that `npm pack` makes: what is in it, and that it does in an empty folder what the checkout does. */

import { hash } from 'node:crypto';
import { readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { pageAssets } from '../../src/pages/server/page-assets.ts';
import { fencesOf, read } from '../support/docs/read-markdown.ts';
import { PATIENT } from '../support/machine/patience.ts';
import { expectFigureOfPackage, expectFiguresOfCheckout } from './disk-figures.ts';
import { CHECKOUT, type InstalledPackage, installPackage } from './installed-package.ts';

let installed: InstalledPackage;
beforeAll(async () => {
  installed = await installPackage();
});
afterAll(() => installed?.[Symbol.asyncDispose]());

describe('the package', () => {
  test('holds compiled modules with declarations, and no test, no source and no data of people but the invented', async () => {
    const files = await installed.files();
    const isKnown =
      /^(?:README\.md|package\.json|config\/.+|docs\/[\w-]+\.md|docs\/monitoring\/[\w.-]+\.(?:md|yaml|json)|dist\/.+\.(?:js|d\.ts)|dist\/(?:api\/examples|browser-files)\.json)$/;
    expect(files.filter((path) => !isKnown.test(path))).toEqual([]);
    expect(files.filter((path) => path.endsWith('.gz'))).toEqual(
      ['demo', 'fjordnet', 'pampanet'].map((name) => `config/demo/${name}.snapshot.json.gz`),
    );
    expect(files.filter((path) => path.startsWith('dist/launch/'))).toEqual([]);
    const modules = files.filter((path) => path.endsWith('.js')).map((path) => path.replace(/\.js$/, '.d.ts'));
    expect(modules.length).toBeGreaterThan(300);
    expect(modules.filter((path) => !files.includes(path))).toEqual([]);
  });

  test('asks for a Node.js from 24 on, brings none, and needs no install script of its own', async () => {
    const {
      engines,
      dependencies,
      optionalDependencies,
      devDependencies,
      scripts = {},
      bin,
    } = await installed.manifest();
    expect(engines).toEqual({ node: '>=24' });
    expect(dependencies).toHaveProperty('express');
    expect(dependencies).not.toHaveProperty('esbuild');
    expect([optionalDependencies, devDependencies]).toEqual([undefined, undefined]);
    expect(Object.keys(scripts)).toEqual(['postpack']);
    expect(bin).toEqual({ 'isearch-proxy': 'dist/cli/main.js' });
    expect((await readdir(installed.at('node_modules/.bin'))).filter((name) => /^node\b/.test(name))).toEqual([]);
    const asOldNode = "data:text/javascript,Object.defineProperty(process,'version',{value:'v20.20.2'})";
    const main = 'node_modules/isearch-proxy/dist/cli/main.js';
    expect(await installed.run('node', ['--import', asOldNode, main, 'serve'])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'isearch-proxy needs Node.js 24 or later, and this is Node.js v20.20.2. Install a newer Node.js, then run the same command again.\n',
    });
  });

  test('takes as much of the disk as docs/run.md says', () => expectFigureOfPackage(installed.at('node_modules')));

  test('leaves the checkout as it was', async () => {
    const [before, after] = await Promise.all(
      [CHECKOUT, installed.checkout].map((folder) => readFile(join(folder, 'package.json'), 'utf8')),
    );
    expect(after).toBe(before);
  });
});

test('a checkout takes as much of the disk as README.md and docs/run.md say', expectFiguresOfCheckout);

test('a release is both packages, the list of their parts, and the checksums of all three', async () => {
  const release = join(installed.checkout, 'release');
  const sums = (await readFile(join(release, 'SHA256SUMS'), 'utf8')).trimEnd().split('\n');
  const files = ['isearch-proxy-1.0.0.cdx.json', 'isearch-proxy-1.0.0.tgz', 'isearch-proxy-client-1.0.0.tgz'];
  const checksum = async (file: string) => hash('sha256', await readFile(join(release, file)));
  expect(sums).toEqual(await Promise.all(files.map(async (file) => `${await checksum(file)}  ${file}`)));
  const { bomFormat, metadata, components } = JSON.parse(await readFile(join(release, files[0] ?? ''), 'utf8'));
  expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'isearch-proxy']);
  const { dependencies = {} } = await installed.manifest();
  const parts = components.map(({ name, version }: Record<string, string>) => `${name} ${version}`);
  expect(parts).toEqual(expect.arrayContaining(Object.entries(dependencies).map(([name, one]) => `${name} ${one}`)));
  // What npm installs with the package, no less and no more.
  const record = JSON.parse(await readFile(installed.at('node_modules/.package-lock.json'), 'utf8'));
  const names = Object.keys(record.packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13));
  expect(new Set([...components.map(({ name }: Record<string, string>) => name), 'isearch-proxy'])).toEqual(
    new Set(names),
  );
});

test('the demonstration runs: federated answers, the API described, and all that browsers load', async () => {
  await using demo = await installed.serve(['demo', '0']);
  const get = (path: string) => fetch(`${demo.url}${path}`);
  const search = await (await get('/api/federated/genes/search?symbol=BRCA1&taxonId=9606')).json();
  expect(search).toMatchObject({ complete: true, totalElements: 14, summary: 'All 3 registries answered.' });
  expect(await (await get('/api')).json()).toMatchObject({ openapi: '3.0.1' });
  expect((await get('/docs/')).status).toBe(200);
  for (const path of ['/', '/client.js', '/widget.js']) expect([path, (await get(path)).status]).toEqual([path, 200]);
  // The colours and the icon of the site are made at the start.
  const paths = await pageAssets({}).paths();
  expect(paths.length).toBeGreaterThan(30);
  for (const path of paths) {
    const asset = await get(`/assets/${path}`);
    expect([path, asset.status]).toEqual([path, 200]);
  }
});

test('a mock partner and the check of partners come with it', async () => {
  const isearchProxy = (...args: string[]) => installed.run('npx', ['isearch-proxy', ...args]);
  expect((await isearchProxy('mock-partner', '--help')).stdout).toContain('takes every question and never answers');
  expect((await isearchProxy('partners', 'check', '--json')).stdout).toContain('"partners": []');
});

test('a registry is filled, served, backed up and restored', async () => {
  const isearchProxy = (...args: string[]) => installed.run('npx', ['isearch-proxy', ...args]);
  const snapshot = installed.at('node_modules/isearch-proxy/config/demo/fjordnet.snapshot.json.gz');
  expect(await isearchProxy('--version')).toMatchObject({ code: 0, stdout: '1.0.0\n' });
  await using registry = await installed.serve(['serve'], { SERVER_PORT: '0' });
  expect(registry.output).toContain('It has no data yet. To load data: isearch-proxy import FILE');
  const ready = async () => (await fetch(`${registry.url}/readyz`)).status;
  expect(await ready()).toBe(503);
  expect(await isearchProxy('import', snapshot)).toMatchObject({ code: 0, stdout: '' });
  expect(await ready()).toBe(200);
  expect(await isearchProxy('token', 'create', '1', '--label', 'test')).toMatchObject({ code: 0 });
  const { stdout } = await isearchProxy('export');
  expect(JSON.parse(stdout)).toMatchObject({ format: 'registry-snapshot' });

  expect(await isearchProxy('backup', 'copy.sqlite')).toMatchObject({ code: 0 });
  await rename(installed.at('copy.sqlite'), installed.at('data/registry.sqlite'));
  await vi.waitFor(async () => expect(await ready()).toBe(503), PATIENT);
  // The file is read through by a thread, which is a module of the package too.
  await vi.waitFor(async () => expect(await ready()).toBe(200), PATIENT);
});

describe('the typed client, in the program that its page shows', () => {
  const program = fencesOf(read('.ci/client.md')).find(({ language }) => language === 'ts')?.text ?? '';
  const compiler = join(CHECKOUT, 'node_modules/typescript/bin/tsc');
  const options = '--ignoreConfig --noEmit --strict --target es2024 --lib es2024,dom'.split(' ');

  test('is a package of its own that brings nothing else', async () => {
    expect((await readdir(installed.client.at('node_modules'))).filter((name) => !name.startsWith('.'))).toEqual([
      'isearch-proxy-client',
    ]);
    const place = installed.client.at('node_modules/isearch-proxy-client');
    const { dependencies, version } = JSON.parse(await readFile(join(place, 'package.json'), 'utf8'));
    expect([dependencies, version]).toEqual([undefined, (await installed.manifest()).version]);
    const files = (await readdir(place, { recursive: true })).filter((path) => path.endsWith('.js'));
    expect(files.filter((path) => !path.startsWith('client'))).toEqual([]);
  });

  test.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('is typed for who imports it as %s with the resolution %s', async (module, resolution) => {
    await installed.client.write('program.mts', program);
    await installed.client.write('mistake.mts', program.replace('line.summary', 'line.sumary'));
    const how = [...options, '--types', '', '--module', module, '--moduleResolution', resolution];
    const check = (file: string) => installed.client.run(process.execPath, [compiler, ...how, file]);
    expect(await check('program.mts')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await check('mistake.mts')).toMatchObject({ stdout: expect.stringContaining("'sumary' does not exist") });
  });

  test('asks a registry from Node.js, and from what a bundler makes for a browser', async () => {
    await using demo = await installed.serve(['demo', '0']);
    await installed.client.write('program.mjs', program.replace('https://registry.example.org', demo.url));
    const expected = {
      code: 0,
      stdout: expect.stringMatching(/^DemoNet: 7$[\s\S]*^All 3 registries answered\.$/m),
      stderr: '',
    };
    expect(await installed.client.run('node', ['program.mjs'])).toEqual(expected);

    const warnings: string[] = [];
    await using bundle = await rolldown({
      input: installed.client.at('program.mjs'),
      platform: 'browser',
      onLog: (_level, { message }) => void warnings.push(message),
    });
    const { output } = await bundle.write({ file: installed.client.at('bundle/program.mjs'), format: 'esm' });
    expect(warnings).toEqual([]);
    expect(output.map(({ fileName }) => fileName)).toEqual(['program.mjs']);
    expect(output[0].imports).toEqual([]);
    expect(await installed.client.run('node', ['bundle/program.mjs'])).toEqual(expected);
  });
});
