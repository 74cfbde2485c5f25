/** Workbooks that are small and meant to keep the reader busy: each is refused in a sentence, before much is done. */

import { describe, expect, test } from 'vitest';
import { readTable } from '../../src/files/people-file.ts';
import { sheetXml, workbookWith } from './sheet-xml.ts';

const SHEET = 'xl/worksheets/sheet1.xml';
const ROW = '<row r="1"><c r="A1"><v>1</v></c></row>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** What took minutes with as many. */
const MANY = 200_000;
/** Of processor time, where a second is some twenty times what is needed. */
const MOST_MS = 2000;

function times(count: number, one: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => one(index)).join('');
}

async function problemOf(parts: Record<string, string>): Promise<string> {
  const workbook = workbookWith(parts);
  const before = process.cpuUsage();
  const problem = await readTable(workbook).then(
    () => 'no problem',
    ({ name, message }: Error) => (name === 'UnreadableTable' ? message : `${name}: ${message}`),
  );
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(MOST_MS);
  return problem;
}

describe('refused in a sentence and without much work is a workbook', () => {
  const oddElement = `is a damaged workbook: an element of "${SHEET}" is damaged, or has more than 60 attributes or 65,536 characters`;
  const deep = `is a damaged workbook: an element of "${SHEET}" lies more than 100 deep`;
  const longText = `is a damaged workbook: an element of "${SHEET}" has a text of more than 327,670 characters`;
  const inlineText = (text: string) => `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`;
  const after = (xml: string) => sheetXml(ROW).replace('</worksheet>', `${xml}</worksheet>`);

  test.each([
    ['with a row of 200,000 attributes', sheetXml(`<row r="1" ${times(MANY, (at) => `a${at}="" `)}/>`), oddElement],
    ['with 200,000 namespaces', `<worksheet xmlns="${MAIN}" ${times(MANY, (at) => `xmlns:a${at}="u" `)}/>`, oddElement],
    ['with an element that begins 200,000 times', `${sheetXml(ROW)}${'<c '.repeat(MANY)}`, oddElement],
    ['with a type of document', `<!DOCTYPE a [<!ENTITY a "aa">]>${sheetXml(ROW)}`, oddElement],
    ['with rows 200,000 deep', sheetXml(`${'<row>'.repeat(MANY)}${'</row>'.repeat(MANY)}`), deep],
    ['with something 200,000 deep behind its rows', after(`${'<x>'.repeat(MANY)}${'</x>'.repeat(MANY)}`), deep],
    [
      'with a comment that never ends',
      `${sheetXml(ROW)}${'<!--'.repeat(MANY)}`,
      `is a damaged workbook: an element of "${SHEET}" begins with <!-- and never ends`,
    ],
    ['with a tag of two million blanks', sheetXml(`<row r="1"><c${' '.repeat(2_000_000)}r="A1"/></row>`), oddElement],
    [
      'with a tag that hides its length behind a sign',
      `<worksheet a=">"${' '.repeat(2_000_000)}></worksheet>`,
      oddElement,
    ],
    [
      'with a cell of two million characters as references',
      sheetXml(inlineText('&#x10FFFF;'.repeat(2_000_000))),
      longText,
    ],
    [
      'with a cell of a million broken references',
      sheetXml(inlineText('&#xD800;&#99999999999;&'.repeat(1_000_000))),
      longText,
    ],
    ['with a text in a million pieces', sheetXml(inlineText('<![CDATA[a]]><!-- -->'.repeat(1_000_000))), longText],
    [
      'with cells that have no address',
      sheetXml(`<row r="1">${'<c><v>1</v></c>'.repeat(MANY)}</row>`),
      'is a damaged workbook: something is missing in it, or stands in the wrong place',
    ],
  ])('%s', async (_, xml, problem) => {
    expect(await problemOf({ [SHEET]: xml })).toBe(problem);
  });

  const longFormat =
    'is a damaged workbook: an element of "xl/styles.xml" is a number format too long or one too many: 2,048 characters are allowed, and 1,000,000 in all';
  test.each([
    ['with a number format of 60,000 brackets', `<numFmt numFmtId="200" formatCode="${'[[y'.repeat(20_000)}"/>`],
    ['with the same below a namespace', `<x:numFmt numFmtId="200" formatCode="${'[[y'.repeat(20_000)}"/>`],
    [
      'with 2,000 long number formats',
      times(2000, (at) => `<numFmt numFmtId="${at + 200}" formatCode="${'[[y'.repeat(600)}"/>`),
    ],
  ])('%s', async (_, formats) => {
    const styles = `<styleSheet xmlns="${MAIN}" xmlns:x="${MAIN}"><numFmts>${formats}</numFmts></styleSheet>`;
    expect(await problemOf({ [SHEET]: sheetXml(ROW), 'xl/styles.xml': styles })).toBe(longFormat);
  });

  test('that names one part as 20,000 sheets', async () => {
    const named = times(20_000, (at) => `<sheet name="${at}" sheetId="${at + 1}" r:id="rId1"/>`);
    const workbook = `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets>${named}</sheets></workbook>`;
    expect(await problemOf({ 'xl/workbook.xml': workbook, [SHEET]: sheetXml(ROW) })).toBe('has more than 10 sheets');
  });

  test('that names one large part as ten sheets', async () => {
    const corners = '<row r="1"><c r="CV1"><v>1</v></c></row><row r="50000"><c r="A50000"><v>1</v></c></row>';
    const named = times(10, (at) => `<sheet name="${at}" sheetId="${at + 1}" r:id="rId1"/>`);
    const workbook = `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets>${named}</sheets></workbook>`;
    expect(await problemOf({ 'xl/workbook.xml': workbook, [SHEET]: sheetXml(corners) })).toBe(
      'has more than 20,000,000 cells, empty ones included',
    );
  });

  test('whose cells all show one long text', async () => {
    const cells = times(300, (at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>0</v></c></row>`);
    const target = `<Relationship Id="s" Type="${RELATIONSHIPS}/sharedStrings" Target="sharedStrings.xml"/>`;
    const sheet = `<Relationship Id="rId1" Type="${RELATIONSHIPS}/worksheet" Target="worksheets/sheet1.xml"/>`;
    const parts = {
      [SHEET]: sheetXml(cells),
      'xl/sharedStrings.xml': `<sst xmlns="${MAIN}"><si><t>${'a'.repeat(300_000)}</t></si></sst>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheet}${target}</Relationships>`,
    };
    expect(await problemOf(parts)).toBe('has more than 64,000,000 characters in its cells');
  });
});

test('a number that is formatted as a date and is none of any calendar is shown as such', async () => {
  const styles = `<styleSheet xmlns="${MAIN}"><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="14" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;
  const sheet = sheetXml('<row r="1"><c r="A1" s="0"><v>1e300</v></c></row>');
  const [found] = await readTable(workbookWith({ [SHEET]: sheet, 'xl/styles.xml': styles }));
  expect(found?.rows).toEqual([['no date']]);
});
