/** Tables as the programs of the world write them: recognised by their content, read whole, or refused in a sentence. */

import { describe, expect, test } from 'vitest';
import { templateSheets, templateTable } from '../../src/domain/tables/columns.ts';
import { readTable, tableText } from '../../src/files/people-file.ts';
import { workbookBytes } from '../../src/files/workbook-writer.ts';
import { unzip, zip } from '../../src/files/zip-archive.ts';
import { lyingArchive, sheetXml, workbookWith } from './sheet-xml.ts';

const SHEET = 'xl/worksheets/sheet1.xml';

async function rowsOf(content: string | Uint8Array): Promise<readonly (readonly string[])[]> {
  const [sheet] = await readTable(Buffer.from(content));
  return sheet?.rows ?? [];
}

async function problemOf(content: string | Uint8Array): Promise<string> {
  return readTable(Buffer.from(content)).then(
    () => 'no problem',
    ({ name, message }: Error) => (name === 'UnreadableTable' ? message : `${name}: ${message}`),
  );
}

describe('a table in text is read', () => {
  const rows = [
    ['e-mail', 'nom'],
    ['zoé@example.org', 'Zoé'],
  ];
  const text = (separator: string, end: string) => rows.map((row) => row.join(separator) + end).join('');

  test.each([
    ['separated by commas', text(',', '\n')],
    ['separated by semicolons, as Excel writes it in Europe', text(';', '\r\n')],
    ['separated by tabulators', text('\t', '\n')],
    ['with lines that end as on an old Macintosh', text(';', '\r')],
    ['with lines that end in two ways', text(',', '\r\n').replace(/\r\n$/, '\n')],
    ['with lines that end in two ways, the other way round', text(',', '\r').replace(/\r$/, '\n')],
    ['below a first line that tells Excel the separator', `sep=;\r\n${text(';', '\r\n')}`],
    ['below such a first line with a byte order mark', `\ufeff"sep=\t"\n${text('\t', '\n')}`],
    ['with a byte order mark', `\ufeff${text(',', '\r\n')}`],
    ['in UTF-16 of little end', Buffer.from(`\ufeff${text('\t', '\r\n')}`, 'utf16le')],
    ['in UTF-16 of big end', Buffer.from(`\ufeff${text('\t', '\r\n')}`, 'utf16le').swap16()],
    ['below a comment with other signs', `# a;b;c\n${text(',', '\n')}`],
    ['with quotes around everything', rows.map((row) => `"${row.join('";"')}"\n`).join('')],
    ['with blanks that nobody sees', ' e-mail\u200b,\u00a0nom\n zoé@example.org ,Zoé\u0007\n'],
  ])('%s', async (_, content) => {
    expect((await rowsOf(content)).filter(([first]) => !first?.startsWith('# '))).toEqual(rows);
  });

  test('with quotes, separators and line breaks within quotes, and with rows of any length', async () => {
    const content = 'a,"b,""c""\nd",e\n\n"f"\n5" wide,g,,h\n';
    expect(await rowsOf(content)).toEqual([['a', 'b,"c"\nd', 'e'], [''], ['f'], ['5" wide', 'g', '', 'h']]);
  });

  test('with addresses in the lines of a text', async () => {
    const text = 'Write to:\nb@example.org\nor, sooner, c@example.org, please';
    expect(await rowsOf(`e-mail,description\na@example.org,"${text}"\n`)).toEqual([
      ['e-mail', 'description'],
      ['a@example.org', text],
    ]);
  });

  test('as the template was written', async () => {
    expect(await rowsOf(tableText(templateTable()))).toEqual(templateTable());
  });
});

describe('a workbook is read', () => {
  test('with all its sheets, as the template was written', async () => {
    expect(await readTable(workbookBytes(templateSheets()))).toEqual(templateSheets());
  });

  test('with a sign of no value where a formula has none, as its program did not work it out', async () => {
    const rows = [
      '<row r="1"><c r="A1"><f>"private"</f></c><c r="B1" t="str"><f>"private"</f><v></v></c>',
      '<c r="C1" s="1" t="str"><f t="shared" si="0"/></c><c r="D1"><f>1</f><v>1</v></c></row>',
    ];
    expect(await rowsOf(workbookWith({ [SHEET]: sheetXml(rows.join('')) }))).toEqual([['#VALUE!', '', '#VALUE!', '1']]);
  });

  test('with shared texts, numbers, booleans, dates, links and what formulas gave', async () => {
    const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
      <cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`;
    const shared = '<sst><si><t>e-mail</t></si><si><r><t>ilse@</t></r><r><t>example.org</t></r></si></sst>';
    const cells = [
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1"><v>4.41e11</v></c><c r="D1" t="b"><v>1</v></c></row>',
      '<row r="3"><c r="A3" t="s" s="0"><v>1</v></c><c r="B3" s="1"><v>46267</v></c>',
      '<c r="C3" t="str"><f>IF(r="x",A1&amp;B1)</f><v>a &amp; b</v></c><c r="D3"><f>1+1</f><v>2</v></c>',
      '<c r="E3" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>',
    ];
    const bytes = workbookWith({
      [SHEET]: sheetXml(cells.join('')).replace(
        '</worksheet>',
        '<hyperlinks><hyperlink ref="A3" r:id="rId1"/></hyperlinks></worksheet>',
      ),
      'xl/styles.xml': styles,
      'xl/sharedStrings.xml': shared,
    });
    expect(await rowsOf(bytes)).toEqual([
      ['e-mail', '', '441000000000', 'true', ''],
      ['', '', '', '', ''],
      ['ilse@example.org', '2026-09-02', 'a & b', '2', '#DIV/0!'],
    ]);
  });

  test('whose formats reach to the last row and column, as LibreOffice leaves them', async () => {
    const rows = [
      '<row r="1"><c r="A1" t="inlineStr"><is><t>e-mail</t></is></c><c r="XFD1" s="1"/></row>',
      '<row r="2" ht="12"></row><row r="1048576" ht="12.8"/>',
    ];
    expect(await rowsOf(workbookWith({ [SHEET]: sheetXml(rows.join('')) }))).toEqual([['e-mail']]);
  });

  test('with a sheet that is a chart, and has no rows', async () => {
    const parts = {
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="chart" sheetId="1" r:id="rId9"/><sheet name="people" sheetId="2" r:id="rId1"/></sheets></workbook>',
      [SHEET]: sheetXml('<row r="1"><c r="A1"><v>1</v></c></row>'),
    };
    const sheets = await readTable(workbookWith({ ...parts, 'xl/chartsheets/sheet1.xml': '<chartsheet/>' }));
    expect(sheets).toEqual([
      { name: 'chart', rows: [] },
      { name: 'people', rows: [['1']] },
    ]);
    expect(await problemOf(workbookWith(parts))).toBe("is a damaged workbook: the sheet 'chart' is not in it");
  });

  test('with names of sheets that cannot move the cursor of a terminal', async () => {
    const [sheet] = await readTable(workbookBytes([{ name: 'a_x001B_[2Jb', rows: [['c_x0007_d']] }]));
    expect(sheet).toEqual({ name: 'a[2Jb', rows: [['cd']] });
  });

  test('of thousands of rows', async () => {
    const rows = Array.from({ length: 5000 }, (_, at) => [`user.${at}@example.org`, `Ünï <${at}> & "co"`]);
    expect(await rowsOf(workbookBytes([{ name: 'people', rows }]))).toEqual(rows);
  });
});

describe('what is no table is refused in a sentence:', () => {
  const cp1252 = Buffer.from('e-mail;nom\nzoe@example.org;Zo\xe9\nbo@example.org;Bo\nal@example.org;\xc9l\n', 'latin1');
  const empty = workbookBytes([{ name: 'people', rows: [] }]);
  const old = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

  test.each([
    [
      'text of the code page of a European Excel',
      cp1252,
      "is not text in UTF-8 in lines 2, 4; save it as 'CSV UTF-8', or as a workbook (XLSX)",
    ],
    ['half a UTF-16', [0xff, 0xfe, 0x41], 'is not text in UTF-16, as its beginning says'],
    [
      'a separator that no table has',
      'sep=|\na|b\n',
      "has '|' as its separator in the first line; allowed: sep=; or sep=, or a tabulator",
    ],
    ['bytes of something else', 'PDF\0\0\0', 'is neither text nor a workbook (XLSX)'],
    ['a quote without its end', 'a,b\n"c,d\ne,f\n', 'has a cell in row 2 that begins with a quote (") and never ends'],
    [
      'a quote that takes the rows below into its cell, so that nobody there would be withdrawn',
      'e-mail,description,level\na@example.org,"5 wide,public\nb@example.org,x,private\nc@example.org,6" wide,private\n',
      'has a cell in row 2 that begins with a quote (") and holds the row of b@example.org; a quote in a text is written twice, within quotes around the cell',
    ],
    ['an old workbook', old, /^is a workbook of an old Excel \(XLS\) or protected by a password; save it as XLSX/],
    ['a cut workbook', empty.subarray(0, 900), 'is damaged or cut short'],
    [
      'an archive of something else',
      zip([{ path: 'content.xml', bytes: Buffer.from('<a/>') }]),
      'is an archive, but no workbook of Excel; save it as XLSX or as CSV UTF-8',
    ],
    ['a workbook that is no XML', workbookWith({ [SHEET]: '<worksheet><sheetData><row' }), /^is a damaged workbook: /],
    ['too many columns in text', `${'a,'.repeat(101)}\n`, 'has more than 100 columns in row 1'],
    ['too many rows in text', 'a\n'.repeat(100_001), 'has more than 100,000 rows'],
    ['a row without an end', `"${'a'.repeat(4_000_010)}"\n`, /^has a row 1 of more than 4,000,000 characters/],
    ['too much of everything', Buffer.alloc(32 * 1024 * 1024 + 1, 'a,b\n'), 'is larger than 32 MB'],
    [
      'too many sheets',
      workbookBytes(Array.from({ length: 11 }, (_, at) => ({ name: `s${at}`, rows: [['a']] }))),
      'has more than 10 sheets',
    ],
  ])('%s', async (_, content, problem) => {
    const found = await problemOf(Buffer.from(content as string));
    if (problem instanceof RegExp) expect(found).toMatch(problem);
    else expect(found).toBe(problem);
  });

  test.each([
    ['a cell in a column that no table has', '<row r="1"><c r="ZZZZZZZZ1"><v>1</v></c></row>', 'ZZZZZZZZ1'],
    ['a row that no table has', '<row r="9999999"><c r="A9999999"><v>1</v></c></row>', '9999999'],
    ['a row number that is another', "<row r='1e9'><c r='A1'><v>1</v></c></row>", '1e9'],
    [
      'an address in disguise',
      '<row r="1"><c t=">" r = "&#65;&#90;&#90;&#90;&#90;1"><v>1</v></c></row>',
      '&#65;&#90;&#90;&#90;',
    ],
  ])('%s, which a reader would fill up to', async (_, rows, address) => {
    const problem = await problemOf(workbookWith({ [SHEET]: sheetXml(rows) }));
    expect(problem).toBe(`has a cell at ${JSON.stringify(address)}, allowed: rows up to 100,000 and 100 columns`);
  });
});

test('sheets that are empty but for one cell at each end are refused where they are many', async () => {
  const corner = '<row r="1"><c r="CV1"><v>1</v></c></row><row r="100000"><c r="A100000"><v>1</v></c></row>';
  const parts = [1, 2, 3].map((number) => [`xl/worksheets/sheet${number}.xml`, sheetXml(corner)]);
  expect(await problemOf(workbookWith(Object.fromEntries(parts)))).toBe(
    'has more than 20,000,000 cells, empty ones included',
  );
});

describe('an archive that unpacks without end', () => {
  const large = { path: SHEET, bytes: Buffer.alloc(128 * 1024 * 1024) };

  test('is refused as soon as it is too large, whatever it says of its size', async () => {
    const bomb = lyingArchive([{ path: 'xl/workbook.xml', bytes: Buffer.from('<workbook/>') }, large]);
    expect(bomb.length).toBeLessThan(140_000);
    const before = process.memoryUsage().arrayBuffers;
    expect(await problemOf(bomb)).toBe('unpacks to more than 64 MB');
    // What zlib had unpacked by then, and what it joined it to.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(130 * 1024 * 1024);
  });

  test('is refused when its files are few and the same bytes serve for many', async () => {
    const megabytes = { path: SHEET, bytes: Buffer.alloc(10 * 1024 * 1024) };
    const parts = Array.from({ length: 8 }, (_, at) => ({ ...megabytes, path: `xl/worksheets/sheet${at}.xml` }));
    expect(await problemOf(lyingArchive(parts))).toBe('unpacks to more than 64 MB');
  });

  test('is refused when it has too many files', async () => {
    const parts = Array.from({ length: 1001 }, (_, at) => ({ path: `${at}.xml`, bytes: Buffer.from('') }));
    expect(await problemOf(zip(parts))).toBe('is an archive of more than 1,000 files');
  });

  test('leaves alone what is not asked for', () => {
    const archive = lyingArchive([large, { path: 'a.xml', bytes: Buffer.from('<a/>') }]);
    const [only, ...others] = unzip(archive, (path) => path === 'a.xml', { entries: 2, bytes: 10 });
    expect([Buffer.from(only?.bytes ?? []).toString(), others]).toEqual(['<a/>', []]);
  });
});
