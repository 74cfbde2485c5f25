/** The sentence for the wrong Node.js. */

import { expect, test } from 'vitest';
import { assertRuntime } from '../../src/lib/runtime.js';

test('the program runs on the Node.js of the tests, and on any from 24 on', () => {
  for (const version of [process.version, 'v24.0.0', 'v27.0.0', 'v260.1.0']) {
    expect(() => assertRuntime(version)).not.toThrow();
  }
});

test.each(['v20.20.2', 'v23.11.1', 'v2.6.0', 'not-a-version'])('%s is refused with what to run instead', (version) => {
  expect(() => assertRuntime(version)).toThrow(
    `isearch-proxy needs Node.js 24 or later, and this is Node.js ${version}. Run \`node src/launch/isearch-proxy.js COMMAND\` or \`npm start\`: both bring Node.js 26 where there is one for this machine; elsewhere install a newer Node.js.`,
  );
});
