/** QR codes are those that other encoders make, so that any phone reads them. */

import { describe, expect, test } from 'vitest';
import { correctionOf } from '../../../src/domain/qr/error-correction.ts';
import { type QrCode, qrCode } from '../../../src/domain/qr/qr-code.ts';
import { KNOWN_CODES } from './known-codes.ts';

/** Each row as a number in hexadecimal digits. */
function rowsOf({ size, isDark }: QrCode): string {
  const rows = Array.from({ length: size }, (_, y) => isDark.slice(y * size, (y + 1) * size));
  return rows.map((row) => BigInt(`0b${row.map(Number).join('')}`).toString(16)).join(' ');
}

describe('a QR code', () => {
  test.each(KNOWN_CODES)('of $text.length characters is the one of another encoder', ({ text, rows }) => {
    const code = qrCode(text);
    expect(code && rowsOf(code)).toBe(rows);
  });

  test('has the correction codewords of the example that is printed most', () => {
    // HELLO WORLD in version 1-M, as every introduction to the standard works it out.
    const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
    expect(correctionOf(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
  });

  test('grows with its text up to what paper can show, and is none beyond', () => {
    // The most bytes of versions 1, 9, 10 and 20 at level M (ISO/IEC 18004, table 7).
    const most = [14, 180, 213, 666];
    expect(most.map((length) => qrCode('x'.repeat(length))?.size)).toEqual([21, 53, 57, 97]);
    expect(most.map((length) => qrCode('x'.repeat(length + 1))?.size)).toEqual([25, 57, 61, undefined]);
  });
});
