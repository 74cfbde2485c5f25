/** docs/people-file.md against the columns that import reads, and the bounds it keeps. */

import { expect, test } from 'vitest';
import { readGeneText } from '../../../src/domain/tables/reference.ts';
import { LONGEST_CELL } from '../../../src/domain/tables/table.ts';
import { piecesOf } from '../../../src/domain/tables/values.ts';
import { TABLE_BOUNDS } from '../../../src/files/table-bounds.ts';
import { fencesOf, read, tablesOf } from '../../support/docs/read-markdown.ts';
import { withPeopleColumns } from '../../tools/api-tables/people-columns.ts';

const page = read('docs/people-file.md');
const rowsUnder = (heading: string) => tablesOf(page).find(({ under }) => under === heading)?.rows ?? [];

test('docs/people-file.md has the table of columns that `npm run tables` makes of them', () => {
  expect(rowsUnder('Columns').length).toBeGreaterThan(10);
  expect(withPeopleColumns(page)).toBe(page);
});

test('docs/people-file.md shows genes as they are read', () => {
  const [shown] = fencesOf(page).filter(({ under }) => under === 'Genes');
  const read = piecesOf(shown?.text ?? '').map(readGeneText);
  expect(read).toHaveLength(2);
  expect(read).not.toContain(undefined);
});

test('docs/people-file.md states the bounds that apply', () => {
  const { fileBytes, unpackedBytes, ...others } = TABLE_BOUNDS;
  const megabytes = [fileBytes, unpackedBytes].map((bytes) => bytes / 1024 / 1024);
  const kept = [...megabytes, ...Object.values(others), LONGEST_CELL];
  const numbers = rowsUnder('Bounds').flatMap(([, cell = '']) => cell.match(/\d[\d,]*\d/g) ?? []);
  expect(numbers.map((number) => Number(number.replaceAll(',', '')))).toEqual(kept);
});
