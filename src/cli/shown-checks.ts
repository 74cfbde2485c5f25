/** Shows checks of partners: as a block for each on a terminal, otherwise as lines with tabs. */

import type { CheckStep, PartnerCheck } from '../federation/check/check-step.ts';
import { type TableColumn, table } from './table.ts';
import { counted, listed, printable } from './wording.ts';

type Output = { readonly isTTY?: boolean; readonly columns?: number };
type Row = CheckStep & { key: string };

const USUAL_COLUMNS = 80;
/** In a narrower column, a line would have only a word or two. */
const LEAST_TEXT = 20;
const MARKS: Readonly<Record<CheckStep['result'], string>> = {
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
  { header: 'FOUND', text: ({ found }) => found },
];

type Shown = {
  /** Whether each line names its chapter of the protocol. */
  withAnchors: boolean;
};

/** Returns the lines, each with a line break. */
export function shownChecks(
  found: readonly PartnerCheck[],
  output: Output,
  shown: Shown = { withAnchors: false },
): string {
  const checks = shown.withAnchors ? found.map(withAnchors) : found;
  if (output.isTTY !== true) {
    return table(
      COLUMNS,
      checks.flatMap(({ key, steps }) => steps.map((step) => ({ ...step, key }))),
      output,
    );
  }
  const columns = output.columns || USUAL_COLUMNS;
  return checks.map((check) => `${block(check, columns)}\n`).join('\n');
}

/** Adds to each finding the chapter of its rule, or the number of the known weakness. */
function withAnchors(check: PartnerCheck): PartnerCheck {
  const steps = check.steps.map((step) => {
    const rule = step.quirk === null ? step.anchor : `quirk ${step.quirk}`;
    return rule === null ? step : { ...step, found: `${step.found} [${rule}]` };
  });
  return { ...check, steps };
}

function block({ key, name, url, steps }: PartnerCheck, columns: number): string {
  const nameWidth = Math.max(LEAST_NAME, ...steps.map(({ check }) => check.length));
  const rows = steps.flatMap((step) => lines(step, { columns, nameWidth }));
  return [`${printable(key)}: ${printable(name)}, ${url}`, ...rows].join('\n');
}

type Widths = { columns: number; nameWidth: number };

function lines({ check, result, found, elapsedMs }: CheckStep, { columns, nameWidth }: Widths): string[] {
  const indent = BESIDE_NAME + nameWidth;
  const width = Math.max(LEAST_TEXT, columns - 1 - indent);
  const time = elapsedMs === null ? '' : `${elapsedMs.toLocaleString('en')} ms`;
  const head = `  ${MARKS[result].padEnd(MARK_WIDTH)}  ${check.padEnd(nameWidth)} ${time.padStart(TIME_WIDTH)}  `;
  return wrapped(printable(found), width).map((text, at) => `${at === 0 ? head : ' '.repeat(indent)}${text}`.trimEnd());
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
export function summary(checks: readonly PartnerCheck[]): string {
  if (checks.length === 0) return 'There are no partners: app.settings.isearch.apis is empty.';
  const unwell = checks.filter(({ isWell }) => !isWell).map(({ key }) => printable(key));
  if (unwell.length === 0) return `${counted(checks.length, 'partner')}: nothing is wrong.`;
  return `${counted(checks.length, 'partner')}: something is wrong with ${listed(unwell)}.`;
}
