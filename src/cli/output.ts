/** What commands write for people and for programs: numbers and amounts, tables, and progress on a terminal. */

import { counted } from '../domain/plurals.ts';
import type { TerminalOutput } from './command.ts';

type Amounts = Readonly<Record<'users' | 'userGenes' | 'genes' | 'orthologs' | 'ontologies', number>>;

/** Joins a list as in a sentence: `a, b and c`. */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** Describes how much data a registry has. */
export function amountsText({ users, userGenes, genes, orthologs, ontologies }: Amounts): string {
  return listed([
    `${counted(users, 'user')} with ${counted(userGenes, 'gene')}`,
    counted(genes, 'reference gene'),
    counted(orthologs, 'ortholog'),
    counted(ontologies, 'ontology', 'ontologies'),
  ]);
}

/** Replaces control characters in data, as they could move the cursor or begin a line. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '\ufffd');
}

export type TableColumn<Entry> = {
  header: string;
  text(entry: Entry): string;
  /** The text on a terminal, if it differs. */
  shortText?(entry: Entry): string;
};

type Output = { readonly isTTY?: boolean };

/** Returns the lines of the table, each with a line break. */
export function table<Entry>(
  columns: readonly TableColumn<Entry>[],
  entries: readonly Entry[],
  output: Output,
): string {
  if (output.isTTY !== true) {
    return lines(entries.map((entry) => columns.map(({ text }) => printable(text(entry))).join('\t')));
  }
  const rows = [
    columns.map(({ header }) => header),
    ...entries.map((entry) => columns.map(({ text, shortText = text }) => printable(shortText(entry)))),
  ];
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return lines(rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')));
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text.trimEnd()}\n`).join('');
}

/** The progress of a stage. A stage that cannot be counted has a total of 1; other numbers are records, unless a unit is given. */
type Progress = { stage: string; done: number; total: number; unit?: 'bytes' };

const BAR_WIDTH = 24;
const REDRAW_AFTER_MS = 50;
const USUAL_COLUMNS = 80;
const CLEARED = '\r\x1b[K';
/** Until then the rate varies too much to be shown. */
const RATE_AFTER_MS = 1000;
const BYTES_PER_MEGABYTE = 1_000_000;

/** Returns a function that shows the progress, and one that clears the line at the end. */
export function progressLine(output: Pick<TerminalOutput, 'write' | 'isTTY' | 'columns'>) {
  let drawn: string | undefined;
  let drawnAt = 0;
  let begun = { at: 0, done: 0 };
  return {
    show(progress: Progress): void {
      if (output.isTTY !== true) return;
      const now = performance.now();
      if (progress.stage === drawn && now - drawnAt < REDRAW_AFTER_MS && progress.done < progress.total) return;
      if (progress.stage !== drawn) begun = { at: now, done: progress.done };
      drawn = progress.stage;
      drawnAt = now;
      const rate = rateOf(progress, begun, now);
      // A line wider than the terminal cannot be overwritten. Some terminals report a width of 0.
      output.write(CLEARED + lineFor(progress, rate).slice(0, (output.columns || USUAL_COLUMNS) - 1));
    },
    clear(): void {
      if (drawn !== undefined) output.write(CLEARED);
      drawn = undefined;
    },
  };
}

/** Returns the number per second; undefined until it is known. */
function rateOf({ done, total }: Progress, begun: { at: number; done: number }, now: number): number | undefined {
  const elapsedMs = now - begun.at;
  if (total <= 1 || elapsedMs < RATE_AFTER_MS || done <= begun.done) return undefined;
  return ((done - begun.done) / elapsedMs) * 1000;
}

function lineFor({ stage, done, total, unit }: Progress, rate: number | undefined): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(share * BAR_WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  const amount = (number: number) => (unit === 'bytes' ? megabytes(number) : Math.round(number).toLocaleString('en'));
  const ending = unit === 'bytes' ? ' MB' : '';
  const count = total > 1 ? ` ${amount(done)} of ${amount(total)}${ending}` : ' …';
  const speed = rate === undefined ? '' : `, ${amount(rate)}${ending}/s, ${timeLeft((total - done) / rate)} left`;
  return `${bar} ${printable(stage)}${count}${speed}`;
}

function megabytes(bytes: number): string {
  return (bytes / BYTES_PER_MEGABYTE).toFixed(1);
}

function timeLeft(seconds: number): string {
  const rounded = Math.ceil(seconds);
  return rounded < 60 ? `${rounded} s` : `${Math.ceil(rounded / 60)} min`;
}
