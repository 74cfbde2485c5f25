/** What makes two commands on a fresh machine enough: exact versions, a lock file that works everywhere, Node.js 26. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { broughtMajor } from '../../src/lib/runtime.js';

type Locked = {
  version?: string;
  resolved?: string;
  integrity?: string;
  optional?: boolean;
  hasInstallScript?: boolean;
  os?: string | string[];
  cpu?: string | string[];
  bin?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

const manifest = readJson('package.json');
const lockText = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');
const locked: Record<string, Locked> = JSON.parse(lockText).packages;
const packages = Object.entries(locked).filter(([path]) => path !== '');

test('every dependency is pinned to one exact version', () => {
  const { dependencies, optionalDependencies, devDependencies } = manifest;
  const loose = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(String(version)),
  );
  expect(loose).toEqual([]);
});

test('the lock file names the dependencies of package.json, at the same versions', () => {
  expect(locked['']?.dependencies).toEqual(manifest.dependencies);
  expect(locked['']?.optionalDependencies).toEqual(manifest.optionalDependencies);
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

test('the lock file holds one version of Node.js for five kinds of machine, content and all, and the tests run on it', () => {
  const programs = Object.entries(manifest.optionalDependencies).map(([name, version]) => {
    const { bin, os, cpu, integrity } = locked[`node_modules/${name}`] ?? {};
    return { name, version, isLocked: integrity !== undefined, bin, platform: `${os} ${cpu}` };
  });
  expect(programs.map(({ platform }) => platform).toSorted()).toEqual([
    'darwin arm64',
    'darwin x64',
    'linux arm64',
    'linux x64',
    'win32 x64',
  ]);
  expect(programs.filter(({ bin, isLocked }) => !isLocked || bin?.node === undefined)).toEqual([]);
  expect(new Set(programs.map(({ version }) => `v${version}`))).toEqual(new Set([process.version]));
  expect(process.version).toMatch(new RegExp(`^v${broughtMajor}\\.`));
});

test('no package needs an install script, and npm is set to run none of those there are', () => {
  const withScripts = packages.filter(([, entry]) => entry.hasInstallScript && !entry.optional);
  const names = withScripts.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  expect(manifest.allowScripts).toEqual(Object.fromEntries(names.map((name) => [name, false])));
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
