/** Workbooks with merged cells: what a table says is what whoever looks at the sheet sees, and nothing that is hidden behind it. */

import { describe, expect, test } from 'vitest';
import { columnLetters } from '../../src/domain/tables/faults.ts';
import { importPeopleSheets, readPeopleSheets, readTable } from '../../src/files/people-file.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { exported, openTemporaryStore } from '../support/registry/temporary-store.ts';
import { sheetXml, workbookWith } from './sheet-xml.ts';

const SHEET = 'xl/worksheets/sheet1.xml';

function rowsXml(rows: readonly (readonly string[])[]): string {
  const cell = (text: string, row: number, column: number) =>
    text === '' ? '' : `<c r="${columnLetters(column)}${row}" t="inlineStr"><is><t>${text}</t></is></c>`;
  return rows
    .map((row, at) => `<row r="${at + 1}">${row.map((text, index) => cell(text, at + 1, index + 1)).join('')}</row>`)
    .join('');
}

function workbookOf(rows: readonly (readonly string[])[], merged: readonly string[]): Buffer {
  const cells = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  const merges = `<mergeCells count="${merged.length}">${cells}</mergeCells></worksheet>`;
  return workbookWith({ [SHEET]: sheetXml(rowsXml(rows)).replace('</worksheet>', merges) });
}

async function rowsOf(workbook: Buffer): Promise<readonly (readonly string[])[]> {
  const [sheet] = await readTable(workbook);
  return sheet?.rows ?? [];
}

async function problemOf(workbook: Buffer): Promise<string> {
  return readTable(workbook).then(
    () => 'no problem',
    ({ message }: Error) => message,
  );
}

describe('merged cells are read', () => {
  test('with the value of the first one in all below it', async () => {
    const rows = [
      ['a', 'first', 'c1'],
      ['b', '', 'c2'],
      ['c', 'own', 'c3'],
    ];
    expect(await rowsOf(workbookOf(rows, ['B1:B2']))).toEqual([
      ['a', 'first', 'c1'],
      ['b', 'first', 'c2'],
      ['c', 'own', 'c3'],
    ]);
  });

  test('without the values that a program keeps behind the first one and shows nobody', async () => {
    const rows = [
      ['a', 'private', 'x'],
      ['b', 'public', 'x'],
      ['c', '', 'x'],
      ['d', 'public', 'x'],
    ];
    expect(await rowsOf(workbookOf(rows, ['B1:B2', 'B3:B4']))).toEqual([
      ['a', 'private', 'x'],
      ['b', 'private', 'x'],
      ['c', '', 'x'],
      ['d', '', 'x'],
    ]);
  });

  test('with a sign of no value beside the first one, and as nothing where that has none', async () => {
    const rows = [
      ['a', 'wide', 'hidden', ''],
      ['b', '', 'hidden', 'end'],
    ];
    expect(await rowsOf(workbookOf(rows, ['B1:D1', 'B2:C2']))).toEqual([
      ['a', 'wide', '#MERGED!', '#MERGED!'],
      ['b', '', '', 'end'],
    ]);
  });

  test('in a sheet whose elements have a prefix, where formulas without a value are seen, too', async () => {
    const rows = sheetXml(
      '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row><row r="2"><c r="B2"><f>1</f></c></row>',
    );
    const merged = rows.replace('</worksheet>', '<mergeCells><mergeCell ref="A1:A2"/></mergeCells></worksheet>');
    const prefixed = merged.replace(/<(\/?)(?=\w)/g, '<$1x:').replace('xmlns=', 'xmlns:x=');
    expect(await rowsOf(workbookWith({ [SHEET]: prefixed }))).toEqual([
      ['1', '2'],
      ['1', '#VALUE!'],
    ]);
  });

  test('over whole columns and rows no further than there are cells', async () => {
    const rows = [
      ['title', 'x', ''],
      ['a', '', 'b'],
    ];
    expect(await rowsOf(workbookOf(rows, ['B1:B1048576', 'D1:XFD9', 'A3:XFD3']))).toEqual([
      ['title', 'x', ''],
      ['a', 'x', 'b'],
    ]);
  });

  test.each([
    [
      'lie over each other',
      ['a', 'b'],
      Array.from({ length: 101 }, () => 'A1:A2'),
      'has merged cells that lie over each other',
    ],
    ['have no address', ['a'], ['A1:B'], 'is a damaged workbook: it has merged cells without an address'],
  ])('or the workbook is refused: they %s', async (_, row, merged, problem) => {
    expect(await problemOf(workbookOf([row, row], merged))).toBe(problem);
  });

  test('or the workbook is refused: they would fill the memory', async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => [at === 0 ? 'a'.repeat(30_000) : '', 'x']);
    expect(await problemOf(workbookOf(rows, ['A1:A3000']))).toBe('has more than 64 MB in merged cells');
  });
});

describe('a level in merged cells', () => {
  const stored = smallSnapshot({
    users: [
      aUser(1),
      aUser(2, {
        privacyLevel: 2,
        genes: [
          { geneId: 7157, tier: 'TIER1', privacyLevel: null },
          { geneId: 672, tier: 'TIER2', privacyLevel: null },
        ],
      }),
      aUser(3, { privacyLevel: 2 }),
    ],
  });

  async function imported(rows: readonly (readonly string[])[], merged: readonly string[]) {
    using temporary = openTemporaryStore(stored);
    const sheets = await readPeopleSheets('people.xlsx', workbookOf(rows, merged));
    const options = { store: temporary.store, removesMissing: false, remoteSearchUserId: undefined };
    importPeopleSheets('people.xlsx', sheets, options);
    return exported(temporary.store).users;
  }

  test('withdraws every gene beside it, and the person of the rows is read from merged cells, too', async () => {
    const rows = [
      ['e-mail', 'genes', 'taxon', 'tier', 'gene level'],
      ['user.2@example.org', 'TP53', 'human', '1', 'private'],
      ['', 'BRCA1', 'human', '2', ''],
    ];
    const users = await imported(rows, ['A2:A3', 'E2:E3']);
    expect(users.find(({ id }) => id === 2)?.genes.map(({ privacyLevel }) => privacyLevel)).toEqual([0, 0]);
  });

  test('is that of everybody beside it', async () => {
    const rows = [
      ['e-mail', 'level'],
      ['user.2@example.org', 'shared'],
      ['user.3@example.org', ''],
    ];
    const users = await imported(rows, ['B2:B3']);
    expect(users.map(({ privacyLevel }) => privacyLevel)).toEqual([2, 1, 1]);
  });

  test('is refused where it could be that of the person, of the gene, or both', async () => {
    const rows = [
      ['e-mail', 'genes', 'level', 'gene level'],
      ['user.2@example.org', 'TP53 human 1', 'private', ''],
    ];
    await expect(imported(rows, ['C2:D2'])).rejects.toThrow(
      /row 2, column D \(gene level\): the cell is merged with the one to its left, so it is not known whether that value is meant; allowed: /,
    );
  });

  test('does not keep a title or a comment from standing in merged cells', async () => {
    const rows = [
      ['# People of 2026', '', ''],
      ['e-mail', 'name', 'level'],
      ['# to be asked', '', ''],
      ['user.2@example.org', 'Ada', 'private'],
    ];
    const users = await imported(rows, ['A1:C1', 'A3:C3']);
    expect(users.find(({ id }) => id === 2)?.privacyLevel).toBe(0);
  });
});
