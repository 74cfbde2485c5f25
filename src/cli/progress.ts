/** Progress on a terminal: one line on standard error that is written over; nothing when nobody is looking. */

export type Progress = { stage: string; done: number; total: number };

const BAR_WIDTH = 24;
const REDRAW_AFTER_MS = 50;

/** Answers a function that shows how far the work is, and one that clears the line when it is done. */
export function progressLine(output: NodeJS.WriteStream = process.stderr) {
  let drawnAt = 0;
  return {
    show({ stage, done, total }: Progress): void {
      if (!output.isTTY) return;
      const now = performance.now();
      if (now - drawnAt < REDRAW_AFTER_MS && done < total) return;
      drawnAt = now;
      const share = total === 0 ? 1 : done / total;
      const filled = Math.round(share * BAR_WIDTH);
      const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
      output.write(`\r\x1b[K${bar} ${stage} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`);
    },
    clear(): void {
      if (output.isTTY) output.write('\r\x1b[K');
    },
  };
}
