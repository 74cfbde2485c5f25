/** docs/errors.md against the catalogue of errors. */

import { expect, test } from 'vitest';
import { ERRORS } from '../../../src/api/errors.ts';
import { RegistryError } from '../../../src/domain/errors.ts';
import { fencesOf, read, tablesOf } from '../../support/docs/read-markdown.ts';
import { withErrorSentences } from '../../tools/api-tables/error-tables.ts';

const page = read('docs/errors.md');
const tables = tablesOf(page);
const rows = tables.filter(({ header }) => header[0] === 'Code').flatMap(({ rows: some }) => some);
const codes = rows.map(([code = '']) => code.replaceAll('`', ''));

test('docs/errors.md has a row for every error there is, and for no other', () => {
  expect(codes.toSorted()).toEqual(Object.keys(ERRORS).toSorted());
});

test('docs/errors.md has status, form and sentence of every error as `npm run tables` writes them', () => {
  expect(withErrorSentences(page)).toBe(page);
  // It notices another sentence.
  expect(withErrorSentences(page.replace('Unknown tier: {tier}.', 'No tier.'))).toBe(page);
});

test('docs/errors.md says of every error what it means', () => {
  expect(rows.filter(([, , , means]) => !means)).toEqual([]);
});

test('docs/errors.md says under each heading which statuses stand there', () => {
  const misplaced = tables
    .filter(({ header }) => header[0] === 'Code')
    .flatMap(({ under, rows: some }) => some.filter(([, sentAs = '']) => !under.includes(sentAs.slice(0, 3))));
  expect(misplaced).toEqual([]);
});

test('docs/errors.md explains every way to send an error', () => {
  const explained = tables.find(({ header }) => header[0] === 'Sent as')?.rows.map(([form]) => form);
  expect(explained?.toSorted()).toEqual([...new Set(Object.values(ERRORS).map(({ form }) => form))].toSorted());
});

test('docs/errors.md shows an error document and a problem document with sentences there are', () => {
  const [shown, problem] = fencesOf(page).filter(({ language }) => language === 'json');
  const { message, status, error } = JSON.parse(shown?.text ?? '');
  expect({ message, status, error }).toEqual({
    message: ERRORS['search-mode-missing'].sentence,
    status: 400,
    error: 'Bad Request',
  });
  const { code, detail } = JSON.parse(problem?.text ?? '');
  const details = { found: 'nope', allowed: 'local, fjordnet, pampanet' };
  expect(detail).toBe(new RegistryError(code, details).message);
});
