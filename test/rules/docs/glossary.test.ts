/** docs/glossary.md against the code, and everything that pages of docs name against what is there. */

import { existsSync, globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { configKeys } from '../../../src/config/config-keys.ts';
import { codesIn, read, tablesOf } from '../../support/docs/read-markdown.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const sources = globSync('src/**/*.ts', { cwd: root }).map(read).join('\n');
const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root })];
const rows = tablesOf(read('docs/glossary.md')).flatMap(({ rows: some }) => some);

/** Words in the form of a variable of the environment that are none. */
const OTHER_WORDS = /^(?:ROLE|IN|BY|TIERS|PRINCIPAL|SCHEMA|API|ADDRESS|OTHER|VERIFY|CAP|NODE|OTEL)_/;

test('every term has a meaning, and is in one row', () => {
  expect(rows.filter(([term, , , meaning]) => !term || !meaning)).toEqual([]);
  const terms = rows.map(([term]) => term);
  expect(terms).toEqual([...new Set(terms)]);
});

test('what a term is called in code is called so there', () => {
  const names = rows.flatMap(([, inCode = '']) => codesIn(inCode));
  const absent = names.filter((name) => !(name.endsWith('/') ? existsSync(`${root}src/${name}`) : isWord(name)));
  expect(absent).toEqual([]);
});

test.each(pages)('%s names no file that is not there', (page) => {
  const named = codesIn(read(page)).filter((code) => /^(?:src|test|config|docs)\/[\w./-]+$/.test(code));
  expect(named.filter((path) => !existsSync(root + path))).toEqual([]);
});

test.each(pages)('%s names no configuration key or variable that is not there', (page) => {
  const keys = configKeys.map(({ name }) => name);
  const variables = configKeys.flatMap(({ environmentName }) => [environmentName, `${environmentName}_FILE`]);
  const text = read(page);
  const namedKeys = codesIn(text).filter((code) =>
    /^(?:app|server|database|cache|limits|tracing|log)\.[\w.-]+$/.test(code),
  );
  const namedVariables = (text.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? []).filter((word) => !OTHER_WORDS.test(word));
  expect(namedKeys.filter((key) => !keys.includes(key))).toEqual([]);
  expect(namedVariables.filter((variable) => !variables.includes(variable))).toEqual([]);
});

function isWord(name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(sources);
}
