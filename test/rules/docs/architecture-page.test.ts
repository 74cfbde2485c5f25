/** docs/architecture.md against the table that the imports of src are held to, and against the files it names. */

import { existsSync, globSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { codesIn, fencesOf, read, tablesOf } from '../../support/docs/read-markdown.ts';

type Row = { rooms?: string[]; imports?: string[]; types?: string[]; node?: boolean; owns?: string[]; uses?: string[] };

const page = read('docs/architecture.md');
const root = fileURLToPath(new URL('../../../', import.meta.url));
const { dependencies } = JSON.parse(read('package.json'));

/** The table of the import test, whose literal is also a flow map of YAML. */
const literal = /^const table: Record<string, Row> = (?<table>\{[\s\S]*?^\});$/m.exec(
  read('test/rules/imports.test.ts'),
);
const table: Record<string, Row> = parse(literal?.groups?.table ?? '');

test('docs/architecture.md says what each layer may import, as the import test has it, for what is there', () => {
  const shown = tablesOf(page).find(({ header }) => header[0] === 'Folder')?.rows ?? [];
  expect(shown.map(([folder = '', ...cells]) => [codesIn(folder)[0], ...cells])).toEqual(
    Object.entries(table)
      .filter(([folder, row]) => isLayer(folder) && isInSource(folder) && !('dynamic' in row))
      .map(([folder, row]) => [
        folder,
        (row.rooms ?? []).map((room) => `\`${posix.relative(folder, room) || '.'}\``).join(' ') || '–',
        importsCell(row),
        cell(present(row.types)),
        cell((row.owns ?? []).filter(isThere)),
      ]),
  );
});

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

/** Whether it is a folder of `src` itself, and not a room or a file of it. */
function isLayer(folder: string): boolean {
  return /^\w+$/.test(folder);
}

function importsCell({ imports = [], uses = [], node }: Row): string {
  if (imports.includes('*')) return "everything, Node's modules";
  return cell([...present(imports), ...uses], node ? ["Node's modules"] : []);
}

function cell(codes: readonly string[], words: readonly string[] = []): string {
  return [...codes.map((code) => `\`${code}\``), ...words].join(', ') || '–';
}

function present(names: readonly string[] = []): string[] {
  return names.filter(isInSource);
}

/** Whether it is a file, or a folder that holds any. */
function isInSource(name: string): boolean {
  return globSync([name, `${name}/**/*.{ts,js}`], { cwd: `${root}src` }).some((path) => /\.[tj]s$/.test(path));
}

function isThere(owned: string): boolean {
  return owned.startsWith('node:') || owned in dependencies;
}
