/** Which of the eight masks makes a QR code the easiest to read: few large areas, and nothing that looks like a finder (ISO/IEC 18004, 7.8). */

import type { Grid } from './qr-grid.ts';

/** Whether a mask turns the module at a place. */
export const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

const RUN = 3;
const BLOCK = 3;
const LIKE_A_FINDER = 40;
const OUT_OF_BALANCE = 10;
/** Dark, light, three dark, light, dark, and four light on one side. */
const FINDERS = [/(?=00001011101)/g, /(?=10111010000)/g];

/** The lower, the better. */
export function penaltyOf(grid: Grid): number {
  const lines = linesOf(grid);
  const ofLines = lines.reduce((sum, line) => sum + runsIn(line) + findersIn(line), 0);
  return ofLines + blocksIn(grid) + imbalanceOf(grid);
}

/** Rows, then columns, as texts of 0 and 1. */
function linesOf({ size, isDark }: Grid): string[] {
  const along = Array.from({ length: size }, (_, at) => at);
  const sign = (x: number, y: number) => (isDark[y * size + x] ? '1' : '0');
  return [
    ...along.map((y) => along.map((x) => sign(x, y)).join('')),
    ...along.map((x) => along.map((y) => sign(x, y)).join('')),
  ];
}

function runsIn(line: string): number {
  return [...line.matchAll(/0{5,}|1{5,}/g)].reduce((sum, [run]) => sum + RUN + run.length - 5, 0);
}

function findersIn(line: string): number {
  return FINDERS.reduce((sum, finder) => sum + [...line.matchAll(finder)].length * LIKE_A_FINDER, 0);
}

function blocksIn({ size, isDark }: Grid): number {
  let found = 0;
  for (let y = 1; y < size; y++) {
    for (let x = 1; x < size; x++) {
      const at = y * size + x;
      const same = [at - 1, at - size, at - size - 1].every((other) => isDark[other] === isDark[at]);
      if (same) found += BLOCK;
    }
  }
  return found;
}

/** For each full 5 % that the dark ones are away from half. */
function imbalanceOf({ isDark }: Grid): number {
  const share = (isDark.filter(Boolean).length * 100) / isDark.length;
  return Math.floor(Math.abs(share - 50) / 5) * OUT_OF_BALANCE;
}
