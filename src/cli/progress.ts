/** Progress on a terminal: one line on standard error that is written over; nothing when nobody is looking. */

import { printable } from './wording.ts';

/** A stage that cannot be counted has a total of 1. */
export type Progress = { stage: string; done: number; total: number };

type Output = Pick<NodeJS.WriteStream, 'write'> & { readonly isTTY?: boolean; readonly columns?: number };

const BAR_WIDTH = 24;
const REDRAW_AFTER_MS = 50;
const USUAL_COLUMNS = 80;
const CLEARED = '\r\x1b[K';

/** Answers a function that shows how far the work is, and one that clears the line when it is done. */
export function progressLine(output: Output = process.stderr) {
  let drawn: string | undefined;
  let drawnAt = 0;
  return {
    show(progress: Progress): void {
      if (output.isTTY !== true) return;
      const now = performance.now();
      if (progress.stage === drawn && now - drawnAt < REDRAW_AFTER_MS && progress.done < progress.total) return;
      drawn = progress.stage;
      drawnAt = now;
      // A line that is wider than the terminal cannot be written over. Some terminals say they have no width.
      output.write(CLEARED + lineFor(progress).slice(0, (output.columns || USUAL_COLUMNS) - 1));
    },
    clear(): void {
      if (drawn !== undefined) output.write(CLEARED);
      drawn = undefined;
    },
  };
}

function lineFor({ stage, done, total }: Progress): string {
  const share = total === 0 ? 1 : done / total;
  const filled = Math.round(share * BAR_WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  const count = total > 1 ? ` ${done.toLocaleString('en')} of ${total.toLocaleString('en')}` : ' …';
  return `${bar} ${printable(stage)}${count}`;
}
