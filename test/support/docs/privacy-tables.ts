/** The tables of docs/privacy.md, and how a cell is made of all the cases it stands for. */

import { expect } from 'vitest';
import { read, tablesOf } from './read-markdown.ts';

export const page = read('docs/privacy.md');

/** The one table under a heading, as it is written. */
export function tableUnder(heading: string): string[][] {
  const tables = tablesOf(page).filter(({ under }) => under === heading);
  expect(tables).toHaveLength(1);
  return tables.flatMap(({ header, rows }) => [[...header], ...rows.map((row) => [...row])]);
}

/** What is the same in all cases; more than one answer means that the page leaves out what it depends on. */
export function theOne<T>(answers: readonly T[]): T | string {
  const different = [...new Set(answers)];
  return different.length === 1 ? (different[0] as T) : `depends: ${different.join(' or ')}`;
}
