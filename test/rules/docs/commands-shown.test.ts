/** Commands that pages and the program itself show: none fetches a package by its name, each has its folder. */

import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { read } from '../../support/docs/read-markdown.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const FILES = globSync(['README.md', 'docs/**/*.md', 'config/**/*.md', 'src/**/*.{ts,js}', 'package.json'], {
  cwd: root,
});
/** Outside the folder of the program these fetch whatever package has the name. */
const FETCHES = /\b(?:npx|npm exec|npm x|npm init|npm create|bunx|pnpm dlx|yarn dlx)\s/;
/** Inside it these run what is there. */
const IN_THE_FOLDER = /\bnode (?:\S*\/)?src\/|\bnpm (?:start|test|run|ci)\b/;
const SAYS_WHERE = /folder of the program|\bcd (?:isearch-proxy|\/opt\/isearch-proxy)\b/;

test('no file shows a command that would fetch the package of a stranger', () => {
  // What changed is named.
  const shown = FILES.filter((path) => path !== 'docs/changelog.md' && FETCHES.test(read(path)));
  expect(shown).toEqual([]);
  expect(FETCHES.test('Fill it with: npx isearch-proxy import FILE')).toBe(true);
});

test('every page that shows a command for one folder says which folder that is', () => {
  const pages = FILES.filter((path) => path.endsWith('.md') && IN_THE_FOLDER.test(read(path)));
  expect(pages).toContain('README.md');
  expect(pages.filter((path) => !SAYS_WHERE.test(read(path)))).toEqual([]);
});
