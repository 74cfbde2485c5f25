/** A text as a QR code of level M, in which 15 % may be unreadable (ISO/IEC 18004): what a clinic prints gets stained. */

import { correctionOf } from './error-correction.ts';
import { dataPlaces, emptyGrid, type Grid, tellMask } from './qr-grid.ts';
import { MASKS, penaltyOf } from './qr-mask.ts';

export type QrCode = { size: number; isDark: readonly boolean[] };

/** Correction codewords of a block, and how many blocks there are, by version (Table 9, level M). */
const BLOCKS: readonly (readonly [correction: number, blocks: number])[] = [
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
  [18, 4],
  [22, 4],
  [22, 5],
  [26, 5],
  [30, 5],
  [22, 8],
  [22, 9],
  [24, 9],
  [24, 10],
  [28, 10],
  [28, 11],
  [26, 13],
  [26, 14],
  [26, 16],
];
/** From here on the length takes two bytes. */
const FIRST_LONG_VERSION = 10;
const BYTE_MODE = 0b0100;
const PADDING = [0xec, 0x11];

/** Undefined for a text of more than 666 bytes: a code of it would be too fine to be read from paper. */
export function qrCode(text: string): QrCode | undefined {
  const bytes = new TextEncoder().encode(text);
  for (const [index, [correction, blocks]] of BLOCKS.entries()) {
    const version = index + 1;
    const grid = emptyGrid(version);
    const places = dataPlaces(grid);
    const room = Math.floor(places.length / 8) - correction * blocks;
    const data = codewords(bytes, room, version >= FIRST_LONG_VERSION ? 16 : 8);
    if (data !== undefined) return masked(grid, places, interleaved(data, correction, blocks));
  }
  return undefined;
}

/** Mode, length, the bytes, an end and padding; undefined where there is no room. */
function codewords(bytes: Uint8Array, room: number, lengthBits: number): number[] | undefined {
  const bits = [BYTE_MODE, 4, bytes.length, lengthBits, ...[...bytes].flatMap((byte) => [byte, 8])];
  let text = '';
  for (let at = 0; at < bits.length; at += 2) text += (bits[at] ?? 0).toString(2).padStart(bits[at + 1] ?? 0, '0');
  if (text.length > room * 8) return undefined;
  text += '0'.repeat(Math.min(4, room * 8 - text.length));
  const own = (text.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
  return Array.from({ length: room }, (_, at) => own[at] ?? PADDING[(at - own.length) % 2] ?? 0);
}

/** Cut into blocks, the shorter ones first; then the first codeword of each, the second of each, and so on (7.6). */
function interleaved(data: readonly number[], correction: number, count: number): number[] {
  const short = Math.floor(data.length / count);
  const longFrom = count - (data.length % count);
  const blocks = Array.from({ length: count }, (_, at) => {
    const start = at * short + Math.max(0, at - longFrom);
    return data.slice(start, start + short + (at >= longFrom ? 1 : 0));
  });
  const corrections = blocks.map((block) => correctionOf(block, correction));
  return [...inTurn(blocks, short + 1), ...inTurn(corrections, correction)];
}

function inTurn(blocks: readonly (readonly number[])[], length: number): number[] {
  return Array.from({ length }, (_, at) => blocks.flatMap((block) => block.slice(at, at + 1))).flat();
}

/** The code under the mask that makes it the easiest to read. */
function masked(grid: Grid, places: readonly number[], words: readonly number[]): QrCode {
  const { size } = grid;
  const grids = MASKS.map((turns, mask) => {
    const own: Grid = { ...grid, isDark: [...grid.isDark], isFixed: [...grid.isFixed] };
    for (const [index, place] of places.entries()) {
      // Behind the last codeword stand a few modules that hold nothing.
      const bit = ((words[index >> 3] ?? 0) >> (7 - (index & 7))) & 1;
      own.isDark[place] = (bit === 1) !== turns(place % size, Math.floor(place / size));
    }
    tellMask(own, mask);
    return { own, penalty: penaltyOf(own) };
  });
  const best = grids.reduce((a, b) => (b.penalty < a.penalty ? b : a));
  return { size, isDark: best.own.isDark };
}
