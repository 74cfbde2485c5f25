/** Which faults are planted, by what a few lines may get wrong. */

import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultsIn } from './faults.ts';

test.each([
  ['const is = a < b;', ['< to <=: const is = a <= b;']],
  [
    'if (!a) throw b;',
    [
      'if never: if (false) throw b;',
      'if always: if (true) throw b;',
      'without !: if (a) throw b;',
      'without throw: if (!a) ;',
    ],
  ],
  [
    'const one: number = a ? 1 : c;',
    ['either for or: const one: number = a ? c : 1;', 'one more: const one: number = a ? (1 + 1) : c;'],
  ],
  ['f(a, b);', ['without statement: ;', 'arguments exchanged: f(b, a);']],
  ['const a = [99, 100];', ['one more: const a = [(99 + 1), 100];', 'twice: const a = [99, (100 * 2)];']],
  ['const a = Math.max(b, c);', ['max to min: const a = Math.min(b, c);']],
  ['const é = all.slice(a);', ['without slice: const é = all;']],
  ["import { a } from 'b';", []],
])('%s', (text, expected) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'faults-'));
  const path = join(folder.path, 'one.ts');
  writeFileSync(path, text);
  const faults = faultsIn(path).map(
    ({ kind, start, end, after }) => `${kind}: ${text.slice(0, start)}${after}${text.slice(end)}`,
  );
  expect(faults).toEqual(expected);
});
