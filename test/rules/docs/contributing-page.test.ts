/** docs/contributing.md against what is there: its files, its commands, and how many hops its ways have. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { codesIn, read, tablesOf } from '../../support/docs/read-markdown.ts';

const page = read('docs/contributing.md');
const root = fileURLToPath(new URL('../../../', import.meta.url));
const tables = tablesOf(page);
const PATH = /^(?:src|test|config)\/[\w./-]*$/;

test('docs/contributing.md names files and folders that are there', () => {
  const named = codesIn(page).filter((code) => PATH.test(code));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(root + path))).toEqual([]);
});

test('docs/contributing.md answers five questions in three hops at most, each of them a file', () => {
  const rows = tables.find(({ header }) => header[0] === 'Question')?.rows ?? [];
  expect(rows).toHaveLength(5);
  const hops = rows.map(([, way = '']) => codesIn(way).filter((code) => PATH.test(code)).length);
  expect(hops.filter((count) => count < 1 || count > 3)).toEqual([]);
});

test('docs/contributing.md names scripts that package.json has', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const commands = tables.find(({ header }) => header[0] === 'Command')?.rows.flatMap(([cell = '']) => codesIn(cell));
  const named = commands?.flatMap((command) => /^npm (?:run )?(?<script>\w+)/.exec(command)?.groups?.script ?? []);
  expect(named?.filter((script) => !(script in scripts))).toEqual([]);
  expect(named).toContain('bench');
});
