/** Bytes become lines: every line once, whatever pieces the bytes come in. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textLines } from '../../../src/domain/reference-files/line-parser.ts';

function linesOf(pieces: readonly Uint8Array[], mostLineLength = 1000): string[] {
  const lines = textLines(mostLineLength);
  return [...pieces.flatMap((piece) => lines.push(piece)), ...lines.end()];
}

const bytes = (text: string) => new TextEncoder().encode(text);

test.each([
  ['', []],
  ['\ufeff', []],
  ['a', ['a']],
  ['a\n', ['a']],
  ['a\nb', ['a', 'b']],
  ['a\r\nb\r\n', ['a', 'b']],
  ['\n\n', ['', '']],
  ['\ufeffa\n\ufeffb\n', ['a', '\ufeffb']],
  ['a\rb\u2028c\n', ['a\rb\u2028c']],
  ['é\n中\n😀', ['é', '中', '😀']],
])('%j has the lines %j', (text, lines) => {
  expect(linesOf([bytes(text)])).toEqual(lines);
});

test('a byte order mark inside a text stays, also where a piece ends within the character before it', () => {
  const [first, rest] = [bytes('😀\ufeff').subarray(0, 2), bytes('😀\ufeff').subarray(2)];
  expect(linesOf([first, rest])).toEqual(['😀\ufeff']);
});

test('the pieces in which a text comes make no difference', () => {
  const line = fc.string({
    unit: fc.constantFrom('a', 'é', '中', '😀', '\t', '\r', '\ufeff', '\n', '\r\n'),
    maxLength: 20,
  });
  fc.assert(
    fc.property(line, fc.array(fc.nat(80), { maxLength: 6 }), (text, places) => {
      const whole = bytes(text);
      const cuts = [0, ...places.map((place) => Math.min(place, whole.length)).toSorted((a, b) => a - b), whole.length];
      const pieces = cuts.slice(1).map((end, index) => whole.subarray(cuts[index], end));
      expect(linesOf(pieces)).toEqual(linesOf([whole]));
      // A mark at the begin of the text is not part of it.
      const lines = text.replace(/^\ufeff/, '').split('\n');
      const expected = lines.map((one) => one.replace(/\r$/, ''));
      expect(linesOf(pieces)).toEqual(lines.at(-1) === '' ? expected.slice(0, -1) : expected);
    }),
  );
});

test.each([
  ['in another charset', Buffer.from('gène\n', 'latin1'), 'is not text in UTF-8, in line 1 or soon after it'],
  [
    'that ends in the middle of a character',
    bytes('a\né').slice(0, -1),
    'is not text in UTF-8, in line 2 or soon after it',
  ],
  ['in UTF-16', Buffer.from('a\nb', 'utf16le'), 'is not text: it has a zero byte in line 1 or soon after it'],
  [
    'with a line that does not end',
    bytes(`a\n${'b'.repeat(1001)}`),
    'has more than 1,000 characters in line 2, but at most so many are read',
  ],
])('a file %s is refused', (_, file, problem) => {
  expect(() => linesOf([file])).toThrow(`The file ${problem}.`);
});

test('a line that does not end is refused before it is whole', () => {
  const lines = textLines(1000);
  const push = () => lines.push(bytes('x'.repeat(300)));
  for (let piece = 0; piece < 3; piece++) expect(push()).toEqual([]);
  expect(push).toThrow('has more than 1,000 characters in line 1');
});
