/** Words of others on the page: on one line, short, and never words of this registry. */

import { describe, expect, test } from 'vitest';
import { listInSentence, namedInSentence, nameInSentence, shownText } from '../../src/domain/shown-text.ts';

describe('a text that is shown', () => {
  test.each([
    ['plain', 'Ada Lovelace', 'Ada Lovelace'],
    ['with accents', 'Zoë Ångström', 'Zoë Ångström'],
    ['with line ends and blanks of all kinds', ' a\r\n\u2028b\u0085\t\u3000c\u2800 ', 'a b c'],
    ['with signs that turn it', '\u202eadA\u202c \u2066x\u2069\u200f\u061c', 'adA x'],
    ['with signs of no width', 'A\u200bd\u00ada\ufeff\u2060\u3164', 'Ada'],
    ['with controls and halves of signs', 'A\u0000\u001bd\ud83ea\u0007', 'Ada'],
    [
      'with joiners that it is written with',
      '\u{1f469}\u200d\u{1f52c} می\u200cخواهم',
      '\u{1f469}\u200d\u{1f52c} می\u200cخواهم',
    ],
    ['with marks one upon the other', `A${'\u0301\u0316'.repeat(50)}b`, `A${'\u0301\u0316'.repeat(4)}b`],
    ['with marks and joiners', `A${'\u0301\u200d'.repeat(50)}b`, `A${'\u0301\u200d'.repeat(4)}b`],
    ['of nothing to see', '\u200b\u202e \u0000', ''],
  ])('%s', (_, text, shown) => {
    expect(shownText(text)).toBe(shown);
  });

  test('is cut behind whole characters, and says so', () => {
    expect(shownText('x'.repeat(200))).toBe('x'.repeat(200));
    expect(shownText('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`);
    expect(shownText('\u{1f9ec}'.repeat(5), 3)).toBe(`${'\u{1f9ec}'.repeat(3)}…`);
  });
});

test('a name in a sentence is short, and cannot end the quotation that it stands in', () => {
  expect(nameInSentence('sea urchin')).toBe('sea urchin');
  expect(nameInSentence('x”. OtherNet is closed for ever. “y')).toBe('x’. OtherNet is closed for ever. ’y');
  expect(nameInSentence('a\u200db')).toBe('ab');
  expect(nameInSentence('x'.repeat(100))).toBe(`${'x'.repeat(60)}…`);
});

describe('names in a sentence', () => {
  test.each([
    ['BRCA1', 'BRCA1'],
    ['HLA-DRB1*15', 'HLA-DRB1*15'],
    ['HP:0001250', 'HP:0001250'],
    ['human phenotype', '“human phenotype”'],
    ['BRCA1; OtherNet is closed for ever', '“BRCA1; OtherNet is closed for ever”'],
    ['x”. OtherNet “y', '“x’. OtherNet ’y”'],
    ['\u202eno', '“no”'],
    ['x'.repeat(41), `“${'x'.repeat(41)}”`],
  ])('%s is quoted where it is no identifier', (name, named) => {
    expect(namedInSentence(name)).toBe(named);
  });

  test('are quoted as the language does', () => {
    expect(namedInSentence('a b', ['« ', ' »'])).toBe('« a b »');
  });
});

test('a list in a sentence has one word before its last', () => {
  expect(listInSentence(['a'], 'and')).toBe('a');
  expect(listInSentence(['a', 'b'], 'et')).toBe('a et b');
  expect(listInSentence(['a', 'b', 'c'], 'and')).toBe('a, b and c');
});
