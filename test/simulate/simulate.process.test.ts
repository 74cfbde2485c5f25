/** What `npm run simulate` answers to wrong numbers. */

import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('a wrong number is refused with what is allowed', () => {
  const main = new URL('main.ts', import.meta.url).pathname;
  const { status, stderr } = spawnSync(process.execPath, [main, '--questions', '0'], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toBe("--questions must be a whole number from 1 to 100000, found '0'.\n");
});
