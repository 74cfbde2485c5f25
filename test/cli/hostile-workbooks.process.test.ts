/** `import` of workbooks that are small as a file and meant to keep the program busy: each is refused in a sentence, and soon. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { packedArchive, sheetXml, workbookWith } from '../files/sheet-xml.ts';
import { ending, openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';

const SHEET = 'xl/worksheets/sheet1.xml';
const STRINGS = 'xl/sharedStrings.xml';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const ONE_TEXT = sheetXml('<row r="1"><c r="A1" t="s"><v>0</v></c></row>');
const strings = (xml: string) => ({ [SHEET]: ONE_TEXT, [STRINGS]: `<sst>${xml}</sst>` });

const MANY_ELEMENTS = /has more than 5,000,000 elements in its XML\.$/;

/** What takes longest, as all of it is read; the test of the reader tries more kinds of them, each once. */
const WORKBOOKS: readonly (readonly [what: string, parts: () => Record<string, string>, refusal: RegExp])[] = [
  ['millions of empty texts', () => strings('<si><t/></si>'.repeat(3_500_000)), MANY_ELEMENTS],
  ['a text of millions of runs', () => strings(`<si>${'<r><t>a</t></r>'.repeat(3_000_000)}</si>`), MANY_ELEMENTS],
  [
    'one cell millions of times',
    () => ({ [SHEET]: sheetXml(`<row r="1">${'<c r="A1"><v>1</v></c>'.repeat(2_400_000)}</row>`) }),
    /Out-of-place/,
  ],
  [
    'a million merged cells',
    () => {
      const merged = '<mergeCell ref="A1:A2"/>'.repeat(1_000_000);
      return { [SHEET]: ONE_TEXT.replace('</worksheet>', `<mergeCells>${merged}</mergeCells></worksheet>`) };
    },
    /has merged cells that lie over each other\.$/,
  ],
];
/** Of processor time, with the start of the program: a busy machine takes longer and does no more. */
const MOST_SECONDS = 10;
/** What the process says at its end. */
const SAYS_TIME =
  "process.on('exit',()=>{const{user,system}=process.cpuUsage();console.error('%d s',(user+system)/1e6)})";

let workplace: Workplace;
beforeAll(async () => {
  workplace = await openWorkplace();
  await workplace.run(['import', '-'], { input: JSON.stringify(smallSnapshot()) });
});
afterAll(() => workplace?.[Symbol.asyncDispose]());

test.each(WORKBOOKS)('a workbook of %s is refused within seconds', async (_, parts, refusal) => {
  const relation = (id: string, type: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${type === 'worksheet' ? 'worksheets/sheet1' : type}.xml"/>`;
  const related = [relation('rId1', 'worksheet'), relation('rId2', 'sharedStrings'), relation('rId3', 'styles')];
  const all = { 'xl/_rels/workbook.xml.rels': `<Relationships>${related.join('')}</Relationships>`, ...parts() };
  const workbook = workbookWith(all, packedArchive);
  expect(workbook.length).toBeLessThan(1024 * 1024);
  await workplace.write('people.xlsx', workbook);
  const options = `--import=data:text/javascript,${encodeURIComponent(SAYS_TIME)}`;
  const { code, stdout, stderr } = await ending(workplace.start(['import', 'people.xlsx'], { NODE_OPTIONS: options }));
  const [refused = '', seconds = ''] = stderr.trimEnd().split('\n');
  expect([code, stdout, refused]).toEqual([1, '', expect.stringMatching(refusal)]);
  expect(Number.parseFloat(seconds)).toBeLessThan(MOST_SECONDS);
});
