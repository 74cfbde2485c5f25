/** The files of a list of genes: the same rows in each, and no other kind. */

import { expect } from 'vitest';
import { readWorkbook } from '../../../src/files/workbook.ts';
import type { TestRegistry } from '../../support/registry/start-registry.ts';
import { readCsv } from '../../support/server/read-csv.ts';
import { test } from '../../support/worlds.ts';

let registry: TestRegistry;
test.beforeAll(({ alpha }) => {
  registry = alpha;
});

function file(format: string): Promise<Response> {
  const body = new URLSearchParams({ text: 'BRCA1\nNotAGene9', format });
  return registry.get('/genes', { method: 'POST', body });
}

test('a workbook has the rows of CSV', async () => {
  const answer = await file('xlsx');
  expect(answer.headers.get('content-type')).toMatch(/spreadsheetml\.sheet$/);
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="genes-[\d-]+\.xlsx"$/);
  const [genes] = await readWorkbook(Buffer.from(await answer.arrayBuffer()));
  const csv = readCsv(await (await file('csv')).text());
  const timeless = (rows: readonly (readonly string[])[]) =>
    rows.map((row) =>
      row
        .map((cell) => cell.replace(/^\d{4}-.*Z$/, 'now'))
        .join('|')
        .replace(/\|+$/, ''),
    );
  expect(timeless(genes?.rows ?? [])).toEqual(timeless(csv));
  expect(csv.at(-1)?.[0]).toBe('NotAGene9');
});

test('a format may be in capitals, as in the address of a search', async () => {
  expect(readCsv(await (await file('CSV')).text()).at(-1)?.[0]).toBe('NotAGene9');
});

test.each(['pdf', '', 'toString'])('there is no file of the kind %j', async (format) => {
  const answer = await file(format);
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('xlsx, csv, tsv, json')]);
});
