/** What `npm start` and `npm test` do before they begin. */

import { spawnSync } from 'node:child_process';
import { chmod, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCheckout } from './stub-checkout.ts';

test('a first start says in one line that it installs, and installs what running needs', async () => {
  await using checkout = await openCheckout();
  const ending = await checkout.run('ensure-installed.js', [], { env: { NODE_ENV: 'development' } });
  expect(ending).toEqual({
    code: 0,
    stdout: '',
    stderr: 'Installing packages (first start; takes about 20 s)…\n',
  });
  const args = ['--ignore-scripts', '--omit=dev', '--include=optional', '--loglevel=error'];
  expect(await checkout.npmCalls()).toEqual([{ command: 'ci', args }]);
});

test('a first test installs what tests need too, and the next start leaves it there', async () => {
  await using checkout = await openCheckout();
  await checkout.run('ensure-installed.js');
  const env = { NODE_ENV: 'production' };
  const { code, stderr } = await checkout.run('ensure-installed.js', ['--dev'], { env });
  expect([code, stderr]).toEqual([0, 'Installing packages (tester 1.0.0 is missing; takes about 20 s)…\n']);
  await checkout.lock('1.0.1');
  await checkout.run('ensure-installed.js');
  expect((await checkout.npmCalls()).map(({ args }) => args[1])).toEqual([
    '--omit=dev',
    '--include=dev',
    '--include=dev',
  ]);
});

test.each([
  ['offline', 'ECONNREFUSED'],
  ['silent', 'no answer within 5 s'],
])('a first start without a network says what it lacks within ten seconds: %s', async (how, reason) => {
  await using checkout = await openCheckout();
  const startedMs = performance.now();
  const { code, stderr } = await checkout.run('ensure-installed.js', [], { env: { FAKE_NPM: how } });
  expect(performance.now() - startedMs).toBeLessThan(10_000);
  expect(code).toBe(1);
  expect(stderr).toContain(`The package registry cannot be reached (${reason}), so only packages that npm has kept`);
  expect(stderr).toMatch(/npm error code ENOTCACHED\n`npm ci` ended with code 1; .* run the same command again\.\n$/);
});

test('a second start says nothing and installs nothing', async () => {
  await using checkout = await openCheckout();
  await checkout.run('ensure-installed.js');
  expect(await checkout.run('ensure-installed.js')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await checkout.npmCalls()).toHaveLength(1);
});

test('a lock file with another version is installed anew, naming what differs', async () => {
  await using checkout = await openCheckout();
  await checkout.run('ensure-installed.js');
  await checkout.lock('1.0.1');
  const { code, stderr } = await checkout.run('ensure-installed.js');
  expect([code, stderr]).toEqual([0, 'Installing packages (pear is 1.0.0, needed is 1.0.1; takes about 20 s)…\n']);
});

test('an installation that was broken off is done again', async () => {
  await using checkout = await openCheckout();
  await checkout.run('ensure-installed.js');
  const record = join(checkout.root, 'node_modules/.package-lock.json');
  await writeFile(record, '{"packa');
  const { code, stderr } = await checkout.run('ensure-installed.js');
  expect([code, stderr]).toEqual([0, expect.stringContaining('an earlier installation did not finish')]);
});

test('Node.js is installed anew where its program has gone', async () => {
  await using checkout = await openCheckout();
  await checkout.run('ensure-installed.js');
  await rm(join(checkout.root, 'node_modules/node-here/bin/node'));
  const { code, stderr } = await checkout.run('ensure-installed.js');
  expect([code, stderr]).toEqual([0, 'Installing packages (the program of Node.js is not there; takes about 20 s)…\n']);
});

test('npm that reports success without Node.js is not believed', async () => {
  await using checkout = await openCheckout();
  const { code, stderr } = await checkout.run('ensure-installed.js', [], { env: { FAKE_NPM: 'no-node' } });
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('the installation is not complete: node-here 26.0.0 is missing. Remove the folder'),
  ]);
});

test.skipIf(process.platform === 'win32')('a Node.js that does not run here is reported with what to do', async () => {
  await using checkout = await openCheckout();
  await checkout.run('ensure-installed.js');
  await checkout.replaceNode('v24.1.0');
  const { code, stderr } = await checkout.run('ensure-installed.js');
  const { platform, arch } = process;
  expect([code, stderr]).toEqual([
    1,
    `isearch-proxy runs on Node.js 26, and for this machine (${platform}, ${arch}) the one of the packages does not run: v24.1.0. Install Node.js 24 or later yourself, then run \`node src/cli/main.js COMMAND\`.\n`,
  ]);
});

test('on a machine for which the packages have no Node.js, it says what to do', async () => {
  await using checkout = await openCheckout();
  await checkout.lock('1.0.0', { nodeFor: 'nowhere' });
  const { code, stderr } = await checkout.run('ensure-installed.js');
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/the packages bring none\. Install Node\.js 24 or later yourself, then run `node src\/cli/),
  ]);
});

test('a failure shows what npm wrote, what to do, and ends with code 1', async () => {
  await using checkout = await openCheckout();
  const { code, stderr } = await checkout.run('ensure-installed.js', [], { env: { FAKE_NPM: 'fail' } });
  expect(code).toBe(1);
  expect(stderr).toMatch(/npm error network is down\n`npm ci` ended with code 3; .* run the same command again\.\n$/);
  expect(await readdir(checkout.root)).not.toContain('.installing');
});

test.skipIf(process.platform === 'win32')('in a folder of another account, it says who may install', async () => {
  await using checkout = await openCheckout();
  await chmod(checkout.root, 0o555);
  // An administrator may write everywhere, so nobody tries it.
  const account = process.getuid?.() === 0 ? { uid: 65_534 } : {};
  const ending = await checkout.run('ensure-installed.js', [], account);
  await chmod(checkout.root, 0o755);
  expect(ending).toEqual({
    code: 1,
    stdout: '',
    stderr:
      `The packages must be installed in ${checkout.root}/ first, and this account may not write there. Run the same ` +
      'command as the account that the folder belongs to, or copy the folder to one of your own and run it there.\n',
  });
});

test('on a machine without npm, it says to install npm', async () => {
  await using checkout = await openCheckout();
  const { code, stderr } = await checkout.run('ensure-installed.js', [], { env: { npm_execpath: '', PATH: '' } });
  expect([code, stderr]).toEqual([1, expect.stringContaining('npm was not found. Install Node.js together with npm')]);
});

test('two starts at once install once', async () => {
  await using checkout = await openCheckout();
  const env = { FAKE_NPM_MS: '500' };
  const endings = await Promise.all([1, 2].map(() => checkout.run('ensure-installed.js', [], { env })));
  expect(endings.map((ending) => ending.code)).toEqual([0, 0]);
  expect(endings.map((ending) => ending.stderr.split(' ')[0]).sort()).toEqual(['Installing', 'Waiting']);
  expect(await checkout.npmCalls()).toHaveLength(1);
});

test.each([
  ['a process that ended', () => `${hostname()} ${spawnSync(process.execPath, ['--version']).pid}`, 0],
  ['an hour ago, on another machine', () => 'elsewhere.example.org 1', 3_600_000],
])('the mark left behind by %s holds nobody up', async (_, text, ageMs) => {
  await using checkout = await openCheckout();
  const path = join(checkout.root, '.installing');
  await writeFile(path, text());
  await utimes(path, new Date(), new Date(Date.now() - ageMs));
  const { code, stderr } = await checkout.run('ensure-installed.js');
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('Waiting')]);
});
