/** Most test files share one process: what would change it for the files after is looked for here. */

import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { read } from '../support/docs/read-markdown.ts';
import { ALONE, SAMPLED } from '../vitest.config.ts';

const CHANGES = /from 'nock'|\bvi\.(?:mock|doMock|resetModules|stubGlobal|stubEnv)\(|\bprocess\.chdir\(/;
const TAKEN_BACK = [
  ['sets another clock', 'vi.useFakeTimers(', /\buseRealTimers\(/],
  ['replaces a method of a prototype', '.prototype, ', /\b(?:mockRestore|restoreAllMocks)\(/],
] as const;

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = globSync('test/**/*.test.ts', { cwd: root }).filter((path) => !path.includes('shared-process'));

test('the files that change their whole process are those that run alone', () => {
  expect(files.filter((path) => CHANGES.test(read(path))).toSorted()).toEqual(ALONE);
});

test.each(TAKEN_BACK)('a file that %s takes that back', (_, change, takesBack) => {
  const changing = files.filter((path) => read(path).includes('vi.') && read(path).includes(change));
  expect(changing.length).toBeGreaterThan(0);
  expect(changing.filter((path) => !takesBack.test(read(path)))).toEqual([]);
});

test('a sample is taken by files of tests alone, which npm run test:programs runs with all of their cases', () => {
  const others = globSync('test/**/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts'));
  const sampling = others.filter((path) => /\/sample\.ts'/.test(read(path)));
  expect(sampling.filter((path) => path !== 'test/vitest.config.ts')).toEqual([]);
  expect(SAMPLED.length).toBeGreaterThan(20);
});
