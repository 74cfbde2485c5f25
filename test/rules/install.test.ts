/** What makes two commands on a fresh machine enough: exact versions, a lock file that works everywhere, Node.js 26. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { broughtMajor } from '../../src/runtime.js';

type Locked = {
  version?: string;
  resolved?: string;
  integrity?: string;
  optional?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

const manifest = readJson('package.json');
const lockText = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');
const locked: Record<string, Locked> = JSON.parse(lockText).packages;
const packages = Object.entries(locked).filter(([path]) => path !== '');

test('every dependency is pinned to one exact version', () => {
  const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(String(version)),
  );
  expect(loose).toEqual([]);
});

test('the lock file names the dependencies of package.json, at the same versions', () => {
  expect(locked['']?.dependencies).toEqual(manifest.dependencies);
  expect(locked['']?.devDependencies).toEqual(manifest.devDependencies);
});

test('the lock file holds no address of a package registry', () => {
  const addresses = JSON.stringify(JSON.parse(lockText), (key, value) => (key === 'funding' ? undefined : value)).match(
    /\w+:\/\/[^"]+/g,
  );
  expect(packages.filter(([, entry]) => entry.resolved)).toEqual([]);
  expect(addresses).toBe(null);
});

test('every package is locked to a version, and to its content unless another platform needs it', () => {
  const loose = packages.filter(([, entry]) => !entry.version || !(entry.integrity || entry.optional));
  expect(loose.map(([path]) => path)).toEqual([]);
});

test('the native parts of every platform are locked, without which `npm ci` refuses the lock file', () => {
  const missing = packages.flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).filter(
      (name) => !locked[`${path}/node_modules/${name}`] && !locked[`node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

test('the tests and the program run on the Node.js of the npm package `node`', () => {
  expect(process.version).toMatch(new RegExp(`^v${broughtMajor}\\.`));
  expect(manifest.dependencies.node).toMatch(new RegExp(`^${broughtMajor}\\.`));
  expect(locked['node_modules/node']?.version).toBe(manifest.dependencies.node);
});

test('every install script is decided on, and only that of `node` may run', () => {
  const withScripts = packages.filter(([, entry]) => entry.hasInstallScript && !entry.optional);
  const names = withScripts.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  expect(names.filter((name) => !(name in manifest.allowScripts))).toEqual([]);
  expect(Object.keys(manifest.allowScripts).filter((name) => manifest.allowScripts[name])).toEqual(['node']);
  expect(manifest.scarfSettings).toEqual({ enabled: false });
});

test('start and test install first, on the machine’s own Node.js', () => {
  const { prestart, pretest } = manifest.scripts;
  const install = 'node src/launch/ensure-installed.js';
  expect([prestart, pretest]).toEqual([install, `${install} --dev`]);
  expect(manifest.engines).toEqual({ node: '>=20' });
});

function readJson(path: string) {
  return JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
}
