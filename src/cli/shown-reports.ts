/** Shows reports on partners: as a block for each on a terminal, otherwise as lines with tabs. */

import { counted } from '../domain/plurals.ts';
import type { ProbeReport, ProbeRow } from '../federation/probe/report.ts';
import { listed, printable, type TableColumn, table } from './output.ts';

type Output = { readonly isTTY?: boolean; readonly columns?: number };
type Row = ProbeRow & { key: string };

const USUAL_COLUMNS = 80;
/** In a narrower column, a line would have only a word or two. */
const LEAST_TEXT = 20;
const MARKS: Readonly<Record<ProbeRow['result'], string>> = {
  ok: 'ok',
  remark: 'remark',
  wrong: 'WRONG',
  'not-asked': '-',
};
const LEAST_NAME = 14;
const MARK_WIDTH = 6;
const TIME_WIDTH = 8;
const BESIDE_NAME = 2 + MARK_WIDTH + 2 + 1 + TIME_WIDTH + 2;

const COLUMNS: readonly TableColumn<Row>[] = [
  { header: 'PARTNER', text: ({ key }) => key },
  { header: 'CHECK', text: ({ check }) => check },
  { header: 'RESULT', text: ({ result }) => result },
  { header: 'TIME', text: ({ elapsedMs }) => (elapsedMs === null ? '-' : String(elapsedMs)) },
  { header: 'FOUND', text: foundWithRule },
];

/** Returns the lines, each with a line break. */
export function shownReports(reports: readonly ProbeReport[], output: Output): string {
  if (output.isTTY !== true) {
    return table(
      COLUMNS,
      reports.flatMap(({ key, steps }) => steps.map((step) => ({ ...step, key }))),
      output,
    );
  }
  const columns = output.columns || USUAL_COLUMNS;
  return reports.map((report) => `${block(report, columns)}\n`).join('\n');
}

/** Returns what was found, with the chapter of its rule or the number of the known weakness. */
function foundWithRule({ found, anchor, quirk }: ProbeRow): string {
  const rule = quirk === null ? anchor : `quirk ${quirk}`;
  return rule === null ? found : `${found} [${rule}]`;
}

function block({ key, name, url, steps }: ProbeReport, columns: number): string {
  const nameWidth = Math.max(LEAST_NAME, ...steps.map(({ check }) => check.length));
  const rows = steps.flatMap((step) => lines(step, { columns, nameWidth }));
  return [`${printable(key)}: ${printable(name)}, ${url}`, ...rows].join('\n');
}

type Widths = { columns: number; nameWidth: number };

function lines(row: ProbeRow, { columns, nameWidth }: Widths): string[] {
  const { check, result, elapsedMs } = row;
  const indent = BESIDE_NAME + nameWidth;
  const width = Math.max(LEAST_TEXT, columns - 1 - indent);
  const time = elapsedMs === null ? '' : `${elapsedMs.toLocaleString('en')} ms`;
  const head = `  ${MARKS[result].padEnd(MARK_WIDTH)}  ${check.padEnd(nameWidth)} ${time.padStart(TIME_WIDTH)}  `;
  return wrapped(printable(foundWithRule(row)), width).map((text, at) =>
    `${at === 0 ? head : ' '.repeat(indent)}${text}`.trimEnd(),
  );
}

/** Wraps a text at blanks; a word longer than a line is broken. */
function wrapped(text: string, width: number): string[] {
  const rows: string[] = [''];
  for (const word of text.split(' ').flatMap((one) => one.match(new RegExp(`.{1,${width}}`, 'gu')) ?? [])) {
    const last = rows.at(-1) ?? '';
    if (last === '') rows[rows.length - 1] = word;
    else if (last.length + 1 + word.length <= width) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows;
}

/** Returns one sentence about all partners. */
export function summary(reports: readonly ProbeReport[]): string {
  if (reports.length === 0)
    return 'There are no partners: app.settings.isearch.apis is empty. Give the command --config and the environment of the registry.';
  const unwell = reports.filter(({ isWell }) => !isWell).map(({ key }) => printable(key));
  if (unwell.length === 0) return `${counted(reports.length, 'partner')}: nothing is wrong.`;
  return `${counted(reports.length, 'partner')}: something is wrong with ${listed(unwell)}.`;
}
