/** Exported files: read back they hold what was found, in the columns there are, and nothing that runs as a formula. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Origin } from '../../../src/domain/federation/origin.ts';
import type { FoundRecord } from '../../../src/domain/federation/source.ts';
import { csvText, guardedCell, tsvText } from '../../../src/domain/tables/delimited-text.ts';
import {
  type Exported,
  type ExportFormat,
  exportColumns,
  exportFormat,
  exportMetadata,
  exportPieces,
} from '../../../src/domain/tables/export-table.ts';
import { readCsv } from '../../support/server/read-csv.ts';

const SIGNED = { origin: 'AlphaNet', originUrl: 'https://alpha.example.org' };
const ADA = {
  ...{ id: 7, name: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', phone: '+1 604 555 0100' },
  ...{ organization: 'Analytical, "Engines"', department: 'One\nTwo', description: '=HYPERLINK("x")' },
  ...{ researcherPosition: 'PRINCIPAL_INVESTIGATOR', researcherCategories: ['IN_VIVO', 'IN_SILICO'] },
  ...{ orcid: '0000-0002-1825-0097', ror: 'https://ror.org/03yrm5c26', website: null, ...SIGNED },
};
const GENE = { geneId: 672, symbol: 'BRCA1', taxon: { id: 9606, commonName: 'human' }, tier: 'TIER1' };
const LINKS = { links: { profile: 'https://alpha.example.org/userView/7' } };
const ORIGIN: Origin = {
  ...{ key: 'local', version: '1.5.10', state: 'answered', count: 1, anonymized: 0, exact: true, elapsedMs: 1 },
  ...{ retrievedAt: '2026-01-31T12:00:00.000Z', cache: { status: 'miss', ageSeconds: 0 }, filters: [], askedAs: [] },
  ...{ dropped: 0, shortened: 0, problem: null, ...SIGNED },
  ...{ disclaimer: 'As is.', terms: 'https://alpha.example.org/terms' },
};
const SUMMARY = '1 of 2 registries answered; Partner B did not answer within 3 s.';

function found(record: object, isAnonymised = false): FoundRecord {
  return { json: JSON.stringify(record), order: undefined, isAnonymised, geneId: undefined };
}

type Table = { about: Exported; records: readonly FoundRecord[] };

function exported(kind: Exported['kind'], records: readonly FoundRecord[]): Table {
  const about = {
    ...{ kind, total: records.length, origins: [ORIGIN], completeness: { complete: false, summary: SUMMARY } },
    askedAt: new Date('2026-01-31T12:00:00Z'),
    address: 'https://alpha.example.org/search?symbol=BRCA1&taxonId=9606',
  };
  return { about, records };
}

/** The pieces of the file, of so many records each. */
function piecesOf(format: Exclude<ExportFormat, 'xlsx'>, { about, records }: Table, mostRecords: number): string[] {
  const count = Math.ceil(records.length / mostRecords);
  const portions = Array.from({ length: count }, (_, at) => records.slice(at * mostRecords, (at + 1) * mostRecords));
  return [...exportPieces(format, about, portions)];
}

/** The file as it arrives, put together of pieces of so many records. */
function exportText(format: Exclude<ExportFormat, 'xlsx'>, table: Table, mostRecords = 100): string {
  return piecesOf(format, table, mostRecords).join('');
}

/** The rows of a CSV file behind what it says of itself, by column. */
function rowsOf(text: string): Record<string, string>[] {
  const [header = [], ...rows] = readCsv(text).filter(([first]) => !first?.startsWith('#'));
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])));
}

test('a format is read in any case, and any other word is refused with those there are', () => {
  expect(exportFormat('XLSX')).toBe('xlsx');
  expect(() => exportFormat('pdf')).toThrow('xlsx, csv, tsv, json');
});

describe('a CSV file', () => {
  const text = exportText(
    'csv',
    exported('genes', [found({ originKey: 'local', ...LINKS, ...GENE, remoteUser: ADA })]),
  );

  test('holds nothing but a line of names and the rows', () => {
    expect(text.split('\r\n')[0]).toBe(exportColumns('genes').join(','));
    expect(text).not.toContain('#');
  });

  test('holds what was found in columns that are always the same', () => {
    expect(rowsOf(text)).toEqual([
      {
        ...{ origin: 'AlphaNet', origin_url: SIGNED.originUrl, anonymised: 'no' },
        ...{ gene_symbol: 'BRCA1', gene_id: '672', taxon_id: '9606', taxon: 'human', tier: 'TIER1' },
        ...{ last_name: 'Lovelace', first_name: 'Ada', position: 'PRINCIPAL_INVESTIGATOR' },
        ...{ categories: 'IN_VIVO; IN_SILICO', organization: 'Analytical, "Engines"', department: 'One\nTwo' },
        ...{ email: 'ada@example.org', phone: "'+1 604 555 0100", website: '', description: '\'=HYPERLINK("x")' },
        profile: 'https://alpha.example.org/userView/7',
        ...{ origin_key: 'local', user_id: '7', orcid: ADA.orcid, ror: ADA.ror },
        ...{ disclaimer: 'As is.', terms: 'https://alpha.example.org/terms' },
      },
    ]);
    expect(exportColumns('users')).toEqual(exportColumns('genes').filter((name) => !/gene|tax|tier/.test(name)));
  });

  test('begins with a byte order mark where one is wanted', () => {
    const { about } = exported('genes', []);
    expect([...exportPieces('csv', about, [], true)].join('')).toBe(`\ufeff${exportColumns('genes').join(',')}\r\n`);
    expect([...exportPieces('tsv', about, [], true)].join('')).toMatch(/^origin\t/);
  });

  test('ends every line as RFC 4180 says, and has as many fields in each', () => {
    expect(text.endsWith('\r\n')).toBe(true);
    expect(new Set(readCsv(text).map((row) => row.length))).toEqual(new Set([exportColumns('genes').length]));
  });
});

test('an anonymised row names nobody, whatever its origin wrote', () => {
  const hidden = found({ originKey: 'local', ...ADA, anonymousId: 'b5ab2f2c-0000-4000-8000-000000000000' }, true);
  for (const format of ['csv', 'tsv'] as const) {
    const text = exportText(format, exported('users', [hidden]));
    expect(text).toContain('AlphaNet');
    expect(text).not.toMatch(/Ada|Lovelace|ada@|604|Analytical|userView|1825|03yrm5c26|\b7\b/);
  }
});

test('a record of which nothing is known but its origin has empty cells', () => {
  const [row] = rowsOf(exportText('csv', exported('genes', [found({ remoteUser: SIGNED })])));
  expect(Object.entries(row ?? {}).filter(([, cell]) => cell !== '')).toEqual([
    ['origin', 'AlphaNet'],
    ['origin_url', SIGNED.originUrl],
    ['anonymised', 'no'],
  ]);
});

test.each([
  ['0301234', "'0301234"],
  ['604.555.0100', "'604.555.0100"],
  ['030 1234', '030 1234'],
])('the phone %s is a text, not a number', (phone, cell) => {
  const [row] = rowsOf(exportText('csv', exported('users', [found({ ...ADA, phone })])));
  expect(row?.phone).toBe(cell);
});

test('its metadata say how complete it is, of when, and what was searched', () => {
  const { about } = exported('genes', [found({ ...GENE, remoteUser: ADA })]);
  expect(JSON.parse(exportMetadata(about))).toEqual({
    ...{ kind: 'genes', complete: false, summary: SUMMARY, askedAt: '2026-01-31T12:00:00.000Z', records: 1 },
    search: 'https://alpha.example.org/search?symbol=BRCA1&taxonId=9606',
    ...{ columns: exportColumns('genes'), origins: [ORIGIN] },
  });
});

test('a JSON file holds the records as they are, and beside them what the others say of themselves', () => {
  const record = { ...GENE, remoteUser: ADA };
  expect(JSON.parse(exportText('json', exported('genes', [found(record)])))).toEqual({
    kind: 'genes',
    complete: false,
    summary: SUMMARY,
    askedAt: '2026-01-31T12:00:00.000Z',
    search: 'https://alpha.example.org/search?symbol=BRCA1&taxonId=9606',
    origins: [ORIGIN],
    content: [JSON.parse(JSON.stringify(record))],
  });
});

describe('no cell runs as a formula', () => {
  test.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    ' =1',
    '\t=1',
    '\r=1',
    '\n=1',
    '\u00a0=1',
    '\u200b=1',
    '\ufeff=1',
    '"=1',
    '\u0000=1',
    '＝1',
    '＋1',
    '－1',
    '＠a',
    '\tx',
  ])('%j', (text) => {
    expect(guardedCell(text)[0]).toBe("'");
  });

  test.each(['Ada', 'a=1', '1-2', "O'Neill", 'ada@example.org', '', ' plain', 'Ελένη', 'اسم'])(
    'the harmless %j stays as it is',
    (text) => {
      expect(guardedCell(text)).toBe(text);
    },
  );
});

test.each(['csv', 'tsv', 'json'] as const)('a %s file is the same in however many pieces', (format) => {
  const records = Array.from({ length: 7 }, (_, index) => found({ ...ADA, id: index }));
  for (const all of [records, []]) {
    const whole = exportText(format, exported('users', all));
    for (const most of [1, 2, 3, 7]) expect(exportText(format, exported('users', all), most)).toBe(whole);
  }
  expect(piecesOf(format, exported('users', records), 2).length).toBeGreaterThan(4);
});

describe('whatever the cells hold', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', '\t', '=', ' ', 'a') }),
  );
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 });

  test('CSV is read back as it was, but for the guard', () => {
    fc.assert(
      fc.property(table, (rows) => {
        expect(readCsv(csvText(rows, 2))).toEqual(rows.map((row) => row.map(guardedCell)));
      }),
    );
  });

  test('TSV has one line for a row and one field for a cell', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const lines = tsvText(rows, 2).split('\r\n');
        expect(lines.pop()).toBe('');
        expect(lines.map((line) => line.split('\t').length)).toEqual(rows.map((row) => row.length));
        expect(lines.join('')).not.toMatch(/[\r\n]/);
      }),
    );
  });

  test('a cell that begins with a quotation mark ends no later than its line', () => {
    expect(tsvText([['"Dark matter', 'a "b"'], ['next']], 1)).toBe('"""Dark matter"\ta "b"\r\nnext\r\n');
  });
});
