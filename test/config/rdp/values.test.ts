import { expect, test } from 'vitest';
import {
  readBoolean,
  readMessageFormat,
  readMilliseconds,
  readWholeNumber,
  readWords,
  splitList,
} from '../../../src/config/rdp/keys.ts';

test.each([
  ['true', true],
  ['ON', true],
  ['Yes', true],
  ['1', true],
  ['false', false],
  ['off', false],
  ['no', false],
  ['0', false],
  ['ja', 'ja'],
  ['constructor', 'constructor'],
])('%s is read as %s', (text, value) => {
  expect(readBoolean(text)).toBe(value);
});

test.each([
  ['3000', 'ms', 3000],
  ['3', 's', 3000],
  ['3s', 'ms', 3000],
  ['250MS', 's', 250],
  ['1m', 'ms', 60_000],
  ['PT3S', 'ms', 3000],
  ['pt1m0.5s', 'ms', 60_500],
  ['P1DT1H', 's', 90_000_000],
  ['3 s', 'ms', '3 s'],
  ['3 fortnights', 'ms', '3 fortnights'],
  ['3toString', 'ms', '3toString'],
  ['PT', 'ms', 'PT'],
  ['-3', 'ms', '-3'],
] as const)('%s, where numbers are in %s, is %s milliseconds', (text, unit, milliseconds) => {
  expect(readMilliseconds(text, unit)).toBe(milliseconds);
});

test('a number is whole, or stays a text', () => {
  expect(['7', '+7', '7.5', 'x'].map(readWholeNumber)).toEqual([7, 7, '7.5', 'x']);
});

test('a list is divided at commas, and empty entries are none', () => {
  expect(splitList(' a , b,,c ')).toEqual(['a', 'b', 'c']);
  expect(splitList('')).toEqual([]);
});

test('words of a list may be spelt as anybody likes, and count once', () => {
  expect(readWords(['by-gene', 'BYGENE', 'by_researcher', 'BY_NAME'], ['BY_GENE', 'BY_RESEARCHER'])).toEqual([
    'BY_GENE',
    'BY_RESEARCHER',
    'BY_NAME',
  ]);
});

test.each([
  ["Un utilisateur d''{0}", "Un utilisateur d'{0}"],
  ["L'{0}", 'L{0}'],
  ['{0} User', '{0} User'],
])('%s is the text %s', (pattern, text) => {
  expect(readMessageFormat(pattern)).toBe(text);
});
