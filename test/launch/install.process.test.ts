/** What `npm start` and `npm test` do before they begin, and the command `isearch-proxy` in a checkout. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCheckout } from './stub-checkout.ts';

const INSTALLING = 'Installing packages, which takes about 20 s…\n';
/** Makes Node.js report an old version of itself, as on a machine whose own Node.js is older. */
const asOldNode = ['--import', "data:text/javascript,Object.defineProperty(process,'version',{value:'v20.0.0'})"];

test('a first start installs what running needs, and a second one nothing', async () => {
  await using checkout = await openCheckout();
  const ending = await checkout.run('ensure-installed.js', [], { env: { NODE_ENV: 'development' } });
  expect(ending).toEqual({ code: 0, stdout: '', stderr: INSTALLING });
  expect(await checkout.run('ensure-installed.js')).toEqual({ code: 0, stdout: '', stderr: '' });
  const args = ['--ignore-scripts', '--omit=dev', '--include=optional', '--loglevel=error', '--fetch-retries=1'];
  expect(await checkout.npmCalls()).toEqual([{ command: 'ci', args }]);
});

test('a first test installs what tests need too, and the next start leaves it there', async () => {
  await using checkout = await openCheckout();
  await checkout.run('ensure-installed.js');
  await checkout.run('ensure-installed.js', ['--dev'], { env: { NODE_ENV: 'production' } });
  await checkout.lock('1.0.1');
  await checkout.run('ensure-installed.js');
  expect((await checkout.npmCalls()).map(({ args }) => args[1])).toEqual([
    '--omit=dev',
    '--include=dev',
    '--include=dev',
  ]);
});

test('an installation that was broken off is done again', async () => {
  await using checkout = await openCheckout();
  await checkout.run('ensure-installed.js');
  await writeFile(join(checkout.root, 'node_modules/.package-lock.json'), '{"packa');
  expect(await checkout.run('ensure-installed.js')).toEqual({ code: 0, stdout: '', stderr: INSTALLING });
});

test('a failure shows what npm wrote and what to do, and runs nothing', async () => {
  await using checkout = await openCheckout();
  const { code, stdout, stderr } = await checkout.run('isearch-proxy.js', ['help'], { env: { FAKE_NPM: 'fail' } });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/npm error network is down\n`npm ci` failed\. .* run the same command again\.\n$/);
});

test('on a machine without npm, it says to install npm', async () => {
  await using checkout = await openCheckout();
  const { code, stderr } = await checkout.run('ensure-installed.js', [], { env: { npm_execpath: '', PATH: '' } });
  expect([code, stderr]).toEqual([1, expect.stringContaining('npm was not found. Install Node.js together with npm')]);
});

test('isearch-proxy installs, then runs the command with its arguments', async () => {
  await using checkout = await openCheckout();
  const ending = await checkout.run('isearch-proxy.js', ['token', 'create', 'a b']);
  expect(ending).toEqual({ code: 0, stdout: `main on ${process.version}: token create a b\n`, stderr: INSTALLING });
});

test('on an older Node.js, isearch-proxy runs the command on the Node.js of the packages', async () => {
  await using checkout = await openCheckout();
  const ending = await checkout.run('isearch-proxy.js', ['exit', '5'], { nodeArgs: asOldNode });
  expect(ending).toMatchObject({ code: 5, stdout: `main on ${process.version}: exit 5\n` });
});

test('where the packages have no Node.js, it is the command that says which one it needs', async () => {
  await using checkout = await openCheckout();
  await checkout.lock('1.0.0', { nodeFor: 'nowhere' });
  const ending = await checkout.run('isearch-proxy.js', ['help'], { nodeArgs: asOldNode });
  expect(ending).toMatchObject({ code: 0, stdout: 'main on v20.0.0: help\n' });
});

test('where the Node.js of the packages cannot be had, a newer one of the machine installs once', async () => {
  await using checkout = await openCheckout();
  const env = { FAKE_NPM: 'without-node' };
  await checkout.run('isearch-proxy.js', ['help'], { env });
  const second = await checkout.run('isearch-proxy.js', ['help'], { env });
  expect(second).toEqual({ code: 0, stdout: `main on ${process.version}: help\n`, stderr: '' });
  expect(await checkout.npmCalls()).toHaveLength(1);
  const old = await checkout.run('isearch-proxy.js', ['help'], { env, nodeArgs: asOldNode });
  expect(old).toMatchObject({ code: 1, stderr: expect.stringContaining('Install a newer Node.js yourself.') });
});

test.skipIf(process.platform === 'win32')('isearch-proxy passes a signal on and ends as the command ends', async () => {
  await using checkout = await openCheckout();
  const ending = await checkout.run('isearch-proxy.js', ['wait'], {
    nodeArgs: asOldNode,
    onStdout: (child) => child.kill('SIGTERM'),
  });
  expect(ending.code).toBe(7);
});
