/** QR codes are those that other encoders make, so that any phone reads them, and none is too fine for paper. */

import { expect, test } from 'vitest';
import { qrPicture } from '../../../src/pages/search/sheet-page.ts';
import { KNOWN_CODES } from './known-codes.ts';

/** Modules of a side, and each row as a number in hexadecimal digits. */
function drawn(address: string): { size: number; rows: string } | undefined {
  const picture = qrPicture(address, 'code')?.html;
  if (picture === undefined) return undefined;
  const size = Number(/viewBox="-4 -4 (\d+) /.exec(picture)?.[1]) - 8;
  const rows = Array.from({ length: size }, () => Array(size).fill(0));
  for (const [, x = '', y = '', run = ''] of picture.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    rows[Number(y)]?.fill(1, Number(x), Number(x) + Number(run));
  }
  return { size, rows: rows.map((row) => BigInt(`0b${row.join('')}`).toString(16)).join(' ') };
}

test.each(KNOWN_CODES)('a code of $text.length characters is the one of another encoder', ({ text, rows }) => {
  expect(drawn(text)?.rows).toBe(rows);
});

test('a code grows with its text up to what paper can show, and is none beyond', () => {
  // The most bytes of versions 1, 9, 10 and 20 at level M (ISO/IEC 18004, table 7).
  const most = [14, 180, 213, 666];
  expect(most.map((length) => drawn('x'.repeat(length))?.size)).toEqual([21, 53, 57, 97]);
  expect(most.map((length) => drawn('x'.repeat(length + 1))?.size)).toEqual([25, 57, 61, undefined]);
});

test('a text with letters that no address has gets no code', () => {
  expect(drawn('https://example.org/Évry')).toBeUndefined();
});
