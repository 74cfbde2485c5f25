/** The table of problems in docs/federation.md against the words that src/federation has for them. */

import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { read, tablesOf } from '../../support/docs/read-markdown.ts';

const rows = tablesOf(read('docs/federation.md')).find(({ header }) => header[0] === 'It')?.rows ?? [];
const told = rows.map(([title = '']) => title);

const root = fileURLToPath(new URL('../../../', import.meta.url));
const WORDS = ['src/federation/**/*.ts', 'src/domain/federation/{no-answer,unknown-terms}.ts'];
const sources = globSync(WORDS, { cwd: root }).map((path) => withoutBraces(read(path)));
const code = sources.join('\n');

test('the table of problems has a row for every title there is', () => {
  const titles = [
    ...code.matchAll(/\btitle\s*[:=]\s*(['`])(?<title>[^'`\n]+)\1/g),
    ...code.matchAll(/\b(?:outcome\(\s*reply,\s*'[\w-]+'|unreadable\(\s*reply),\s*(['`])(?<title>[^'`]+)\1/g),
  ].map(({ groups }) => groups?.title ?? '');
  expect(titles.length).toBeGreaterThan(40);
  expect(titles.filter((title) => !told.some((one) => patternOf(title).test(one)))).toEqual([]);
});

test('the table of problems has no row for what nobody says', () => {
  const literals = [...code.matchAll(/(['`])(?<literal>[a-z][^'`\n]{9,})\1/g)].map(
    ({ groups }) => groups?.literal ?? '',
  );
  expect(told.filter((one) => !literals.some((literal) => patternOf(literal).test(one)))).toEqual([]);
  expect(told).toEqual([...new Set(told)]);
});

test('the table of problems tells of each what it means, and who can mend it', () => {
  expect(rows.filter(([, means, toDo]) => !means || !/^(?:you|they|both|nobody|as for)\b/.test(toDo ?? ''))).toEqual(
    [],
  );
});

/** A template with `…` in place of what is filled in. */
function withoutBraces(source: string): string {
  const filled = source.replace(/\$\{[^{}]*\}/g, '…');
  return filled === source ? source : withoutBraces(filled);
}

function patternOf(title: string): RegExp {
  const parts = title.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`);
}
