/** Modules that are joined to one script do what they did, and what cannot be joined is refused by name. */

import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { joinedModules } from '../../../src/http/pages/joined-modules.ts';

function joined(modules: Readonly<Record<string, string>>): { text: string; exports: string } {
  return joinedModules('web/a.js', (path) => {
    const text = modules[path];
    if (text === undefined) throw new Error(`There is no ${path}.`);
    return text;
  });
}

test('each module has names of its own, and takes what it imports under the name that it gives it', () => {
  const { text, exports } = joined({
    'web/a.js':
      "import { twice as times2, LIMIT } from './b.js';\nimport { add } from '../domain/c.js';\nconst OWN = 1;\nexport function answer() { return add(times2(LIMIT), OWN); }",
    'web/b.js':
      "import { add } from '../domain/c.js';\nconst OWN = 20;\nexport const LIMIT = OWN;\nexport function twice(n) { return add(n, n); }",
    'domain/c.js': 'const OWN = 0;\nexport function add(a, b) { return a + b + OWN; }',
  });
  expect(runInNewContext(`${text}\n${exports}.answer()`)).toBe(41);
  expect(text.match(/function add/g)).toHaveLength(1);
});

test.each([
  ["const late = () => import('./b.js');", 'imports at first use, or asks where it is'],
  ['export const here = import.meta.url;', 'imports at first use, or asks where it is'],
  ["import * as all from './b.js';", 'in a way that cannot be joined, at character 0'],
  ["export { b } from './b.js';", 'in a way that cannot be joined, at character 0'],
  ["import { b } from './b.js';\nexport let counter = b;", 'in a way that cannot be joined, at character 28'],
  ["import './missing.js';", 'There is no web/missing.js.'],
])('%j is refused', (text, reason) => {
  expect(() => joined({ 'web/a.js': text, 'web/b.js': 'export const b = 1;' })).toThrow(reason);
});
