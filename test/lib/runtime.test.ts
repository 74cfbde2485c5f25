/** The sentence for the wrong Node.js. */

import { expect, test } from 'vitest';
import { assertHost, assertRuntime } from '../../src/lib/runtime.js';

test('the program runs on the Node.js of the tests, and on any from 24 on', () => {
  for (const version of [process.version, 'v24.0.0', 'v27.0.0', 'v260.1.0']) {
    expect(() => assertRuntime(version)).not.toThrow();
  }
});

test.each(['v20.20.2', 'v23.11.1', 'v2.6.0', 'not-a-version'])('%s is refused with what to run instead', (version) => {
  expect(() => assertRuntime(version)).toThrow(
    `isearch-proxy needs Node.js 24 or later, and this is Node.js ${version}. Run \`node src/launch/isearch-proxy.js COMMAND\` or \`npm start\`: both bring Node.js 26.`,
  );
});

test('a machine that has a checkout may have any Node.js from 20 on', () => {
  for (const version of ['v20.0.0', 'v22.18.0', 'v26.0.0', 'v30.1.0']) expect(() => assertHost(version)).not.toThrow();
  expect(() => assertHost('v19.9.0')).toThrow('needs Node.js 20 or later on this machine, and this is Node.js v19.9.0');
});
