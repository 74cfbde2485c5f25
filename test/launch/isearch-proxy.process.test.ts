/** The command `isearch-proxy`, from a checkout where nothing is installed yet. */

import { expect, test } from 'vitest';
import { openCheckout } from './stub-checkout.ts';

/** Makes Node.js report an old version of itself, as on a machine whose own Node.js is older. */
const asOldNode = ['--import', "data:text/javascript,Object.defineProperty(process,'version',{value:'v20.0.0'})"];

test('isearch-proxy installs, then runs the command with its arguments', async () => {
  await using checkout = await openCheckout();
  const ending = await checkout.run('isearch-proxy.js', ['token', 'create', 'a b']);
  expect(ending).toMatchObject({ code: 0, stdout: `main on ${process.version}: token create a b\n` });
  expect(ending.stderr).toMatch(/^Installing packages/);
});

test('on an older Node.js, isearch-proxy runs the command on the Node.js of the packages', async () => {
  await using checkout = await openCheckout();
  const ending = await checkout.run('isearch-proxy.js', ['exit', '5'], { nodeArgs: asOldNode });
  expect(ending).toMatchObject({ code: 5, stdout: `main on ${process.version}: exit 5\n` });
});

test.skipIf(process.platform === 'win32')('isearch-proxy passes a signal on and ends as the command ends', async () => {
  await using checkout = await openCheckout();
  const ending = await checkout.run('isearch-proxy.js', ['wait'], {
    nodeArgs: asOldNode,
    onStdout: (child) => child.kill('SIGTERM'),
  });
  expect(ending.code).toBe(7);
});

test('isearch-proxy runs nothing when the installation failed', async () => {
  await using checkout = await openCheckout();
  const ending = await checkout.run('isearch-proxy.js', ['help'], { env: { FAKE_NPM: 'fail' } });
  expect(ending).toMatchObject({ code: 1, stdout: '' });
});

test('on a Node.js too old to install anything, isearch-proxy says which one is needed', async () => {
  await using checkout = await openCheckout();
  const nodeArgs = asOldNode.map((arg) => arg.replace('v20.0.0', 'v18.20.8'));
  const ending = await checkout.run('isearch-proxy.js', ['help'], { nodeArgs });
  expect(ending).toMatchObject({ code: 1, stdout: '' });
  expect(ending.stderr).toMatch(/^isearch-proxy needs Node.js 20 or later on this machine, .* v18\.20\.8\./);
  expect(await checkout.npmCalls()).toEqual([]);
});
