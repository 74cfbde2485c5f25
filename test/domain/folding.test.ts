/** What counts as the same text when people are looked for. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold, foldForEquality } from '../../src/domain/folding.ts';
import { anyText } from '../support/machine/any-text.ts';

const texts = fc.oneof(fc.string({ unit: 'grapheme' }), anyText());

describe('names and texts are found', () => {
  test.each([
    ['in any letter case', 'mÜLLER', 'muller'],
    ['with or without an umlaut', 'Müller', 'muller'],
    ['with ß as one s', 'Weiß', 'weis'],
    ['with capital ß as one s', 'WEIẞ', 'weis'],
    ['with an accent of its own character', 'e\u0301', 'e'],
    ['with several accents', 'Nguyễn', 'nguyen'],
    ['with a dotted capital I', 'İpek', 'ipek'],
    ['with a Polish z', 'Żółw', 'zołw'],
    ['with a ring', 'Å', 'a'],
    ['with a ligature', 'ﬁsh', 'fish'],
    ['with full-width letters', 'ＢＲＣＡ１', 'brca1'],
    ['with a sign that stands for capitals', 'Gene™ № 5', 'genetm no 5'],
    ['with a sigma at the end', 'ΟΔΟΣ', 'οδοσ'],
    ['with Cyrillic capitals', 'Иванов', 'иванов'],
    ['with Hangul', '김', '\u1100\u1175\u11b7'],
    ['with % and _ as they are', '50%_\\', '50%_\\'],
    ['with line feeds and NULs as they are', 'A\nB\0', 'a\nb\0'],
    ['empty', '', ''],
  ])('%s', (_, text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  test('ł and ø are letters of their own', () => {
    expect(fold('Łódź')).toBe('łodz');
    expect(fold('Ørsted')).toBe('ørsted');
  });

  test('all emoji are the same one, and no letter', () => {
    expect(fold('😀')).toBe(fold('🧬'));
    expect(fold('a😀b')).toBe('a\ufffdb');
    expect(fold('\u{10400}')).toBe(fold('😀'));
    expect(fold('😀')).not.toBe('');
  });

  test('letters made for mathematics are the letters they show', () => {
    expect(fold('𝐀𝟏')).toBe('a1');
  });
});

describe('laws of folding', () => {
  test('folding a folded text changes nothing, character by character', () => {
    const changed = Array.from({ length: 0x110000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => fold(String.fromCodePoint(code)))
      .filter((folded) => fold(folded) !== folded);
    expect(changed).toEqual([]);
  });

  test('folding a folded text changes nothing', () => {
    fc.assert(fc.property(texts, (text) => fold(fold(text)) === fold(text)));
  });

  test('a part of a text is found in it: parts fold as they do within the whole', () => {
    fc.assert(fc.property(texts, texts, (start, end) => fold(start + end) === fold(start) + fold(end)));
    expect(fold('ΟΔΟΣ') + fold('ΑΣ')).toBe(fold('ΟΔΟΣΑΣ'));
  });

  test('marks count nowhere, however many they are', () => {
    const marks = '\u0301\u0316'.repeat(50_000);
    expect(fold(`M\u00fcl${marks}ler${marks}`)).toBe('muller');
    fc.assert(fc.property(texts, (text) => fold(text.repeat(40)) === fold(text).repeat(40)));
  });

  test('composed and decomposed writing are the same', () => {
    fc.assert(fc.property(texts, (text) => fold(text.normalize('NFC')) === fold(text.normalize('NFD'))));
  });

  test('no folded text holds a character beyond U+FFFF', () => {
    fc.assert(fc.property(texts, (text) => !/[\u{10000}-\u{10ffff}]/u.test(fold(text))));
  });
});

describe('symbols and identifiers are equal', () => {
  test.each([
    ['BRCA1', 'brca1  ', true],
    ['BRCA1', ' BRCA1', false],
    ['BRCA1', 'BRCA1\t', false],
    ['Müller', 'MULLER ', true],
    ['  ', '', true],
    ['a b', 'ab', false],
  ])('%j and %j: %j', (one, other, equal) => {
    expect(foldForEquality(one) === foldForEquality(other)).toBe(equal);
  });
});
