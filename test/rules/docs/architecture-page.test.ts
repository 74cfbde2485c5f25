/** docs/architecture.md against the files it names. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { codesIn, fencesOf, read, tablesOf } from '../../support/docs/read-markdown.ts';

const page = read('docs/architecture.md');
const root = fileURLToPath(new URL('../../../', import.meta.url));

test('docs/architecture.md says where to look, in files that are there', () => {
  const rows = tablesOf(page).find(({ header }) => header[0] === 'To change')?.rows ?? [];
  const files = rows.flatMap(([, look = '']) => filesIn(codesIn(look)));
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((path) => !existsSync(`${root}src/${path}`))).toEqual([]);
});

test('docs/architecture.md draws files that are there', () => {
  const drawn = fencesOf(page).flatMap(
    ({ text }) => text.match(/\b(?:http|pages|registry|federation|domain|src)(?:\/[\w-]+)+(?:\.ts|\/\*)?/g) ?? [],
  );
  const paths = drawn.map((path) => `${path.startsWith('src/') ? '' : 'src/'}${path}`);
  // A room is drawn as `domain/query/*`.
  const files = paths.map((path) => (/\.ts$|\/\*$/.test(path) ? path.replace('/*', '') : `${path}.ts`));
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((path) => !existsSync(root + path))).toEqual([]);
});

/** The files that a cell names; a folder stands before names of files in it. */
function filesIn(codes: readonly string[]): string[] {
  let folder = '';
  return codes.flatMap((code) => {
    if (code.endsWith('/')) folder = code;
    if (!code.endsWith('.ts') || code.includes('*') || code.startsWith('words.')) return [];
    return [code.includes('/') ? code : folder + code];
  });
}
