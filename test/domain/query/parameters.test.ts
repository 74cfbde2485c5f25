/** How query parameters are read (rdp-protocol 2.3), row by row. */

import { describe, expect, test } from 'vitest';
import { MOST_VALUES } from '../../../src/api/words.ts';
import { RegistryError } from '../../../src/domain/errors.ts';
import {
  booleanParameter,
  integerParameter,
  integersParameter,
  LONGEST_TEXT,
  listParameter,
  parseInteger,
  refuseMisread,
  refuseOthers,
  refuseOverlong,
  shorten,
  textParameter,
  wordSetParameter,
} from '../../../src/domain/query/parameters.ts';

const paramsOf = (query: string) => new URLSearchParams(query);

function refusalOf(read: () => unknown): RegistryError {
  try {
    read();
  } catch (error) {
    if (error instanceof RegistryError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('a text', () => {
  test.each([
    ['', undefined, 'absent'],
    ['other=x', undefined, 'absent, whatever else is there'],
    ['p=', '', 'empty'],
    ['p', '', 'a name without a value'],
    ['p=Ada', 'Ada', 'given'],
    ['p=a,b', 'a,b', 'with a comma of its own'],
    ['p=a&p=b', 'a,b', 'given twice: joined by a comma'],
    ['p=a&p=&p=c', 'a,,c', 'given thrice, once empty'],
    ['p=&p=', ',', 'given empty twice'],
    ['p=%20Ada%20', ' Ada ', 'with blanks around, which stay'],
    ['P=Ada', undefined, 'under a name in another letter case'],
    ['p%5B%5D=Ada', undefined, 'under a name with brackets'],
    ['p=%ff', '\ufffd', 'that is not UTF-8'],
  ])('%j is %j: %s', (query, value, _) => {
    expect(textParameter(paramsOf(query), 'p')).toBe(value);
  });
});

describe('a whole number', () => {
  test.each([
    ['', undefined, 'absent'],
    ['p=', undefined, 'empty counts as absent'],
    ['p=9606', 9606, 'decimal'],
    ['p=009606', 9606, 'with zeros in front'],
    ['p=0', 0, 'zero'],
    ['p=-1', -1, 'negative'],
    ['p=%2B5', 5, 'with a plus'],
    ['p=%2096%2006%20', 9606, 'with blanks anywhere'],
    ['p=-%205', -5, 'with a blank after the sign'],
    ['p=0x13', 19, 'hexadecimal'],
    ['p=0XfF', 255, 'hexadecimal in any letter case'],
    ['p=-0x10', -16, 'negative hexadecimal'],
    ['p=2147483647', 2_147_483_647, 'the largest of 32 bits'],
    ['p=-2147483648', -2_147_483_648, 'the smallest of 32 bits'],
    ['p=0x7fffffff', 2_147_483_647, 'the largest, hexadecimal'],
    ['p=7&p=8', 7, 'given twice: the first counts'],
    ['p=&p=8', undefined, 'given twice, first empty'],
    ['p=7&p=x', 7, 'given twice, the second is nothing'],
  ])('%j is %j: %s', (query, value, _) => {
    expect(integerParameter(paramsOf(query), 'p')).toBe(value);
  });

  test.each([
    '2147483648',
    '-2147483649',
    '0x80000000',
    '99999999999999999999',
    '1.0',
    '1e3',
    'human',
    '0x',
    '+0x10',
    '0b1',
    '--1',
    '+-1',
    '1,2',
    ' ',
    '９６０６',
    'NaN',
    'Infinity',
    '',
  ])('cannot be %j in a path', (text) => {
    expect(parseInteger(text)).toBeUndefined();
  });

  test('is refused with its name, what was found and what is allowed', () => {
    const refusal = refusalOf(() => integerParameter(paramsOf('p=human&p=9606'), 'p'));
    expect(refusal).toMatchObject({ code: 'parameter-invalid', status: 400, form: 'document' });
    expect(refusal.message).toBe("The parameter 'p' cannot be 'human'. Allowed: a whole number of at most 32 bits.");
    expect(refusalOf(() => integerParameter(paramsOf('p=%20'), 'p')).code).toBe('parameter-invalid');
  });
});

describe('a yes or no', () => {
  test.each([
    ...['true', 'on', 'yes', '1', 'TRUE', 'On', 'yEs', '%20true%20'].map((value) => [value, true] as const),
    ...['false', 'off', 'no', '0', 'FALSE', 'Off', 'nO'].map((value) => [value, false] as const),
    ['', undefined] as const,
    ['true&p=false', true] as const,
    ['0&p=maybe', false] as const,
  ])('p=%s is %j', (value, expected) => {
    expect(booleanParameter(paramsOf(`p=${value}`), 'p')).toBe(expected);
  });

  test('that is absent is neither', () => {
    expect(booleanParameter(paramsOf('q=true'), 'p')).toBeUndefined();
  });

  test.each(['maybe', '2', 'y', 't', 'truefalse', 'null', '-1'])('cannot be %j', (value) => {
    const refusal = refusalOf(() => booleanParameter(paramsOf(`p=${value}`), 'p'));
    expect(refusal.code).toBe('parameter-invalid');
    expect(refusal.message).toContain(`'${value}'. Allowed: true, on, yes, 1, false, off, no, 0.`);
  });
});

describe('a list', () => {
  test.each([
    ['', undefined, 'absent: no filter'],
    ['p=', [], 'empty: matches nothing'],
    ['p=,', [], 'nothing but a comma: matches nothing'],
    ['p=%20,%20', [], 'nothing but blanks: matches nothing'],
    ['p=a', ['a'], 'one'],
    ['p=a,b', ['a', 'b'], 'given once: split at commas'],
    ['p=%20a%20,,%20b%20c,', ['a', 'b c'], 'given once: parts trimmed, empty ones dropped'],
    ['p=a,a', ['a', 'a'], 'the same twice'],
    ['p=a&p=b', ['a', 'b'], 'repeated'],
    ['p=a,b&p=c', ['a,b', 'c'], 'repeated: commas stay'],
    ['p=%20a&p=', [' a', ''], 'repeated: blanks and empty values stay'],
    ['p=UBERON%3A0000955', ['UBERON:0000955'], 'escaped'],
    ['p%5B%5D=a', undefined, 'under a name with brackets: not there'],
  ])('%j is %j: %s', (query, value, _) => {
    expect(listParameter(paramsOf(query), 'p')).toEqual(value);
  });
});

describe('a set of words', () => {
  const words = ['TIER1', 'TIER2', 'TIER3'] as const;
  const read = (query: string) => wordSetParameter(paramsOf(query), ['ps', 'p'], words);

  test.each([
    ['', undefined, 'absent: no filter'],
    ['ps=', [], 'empty: matches nothing'],
    ['p=', [], 'empty in the other spelling: matches nothing'],
    ['ps=TIER1,TIER2', ['TIER1', 'TIER2'], 'given once'],
    ['ps=TIER1&ps=TIER3', ['TIER1', 'TIER3'], 'repeated'],
    ['ps=%20TIER1%20&ps=TIER2%20', ['TIER1', 'TIER2'], 'repeated, with blanks around'],
    ['ps=TIER1&ps=TIER1', ['TIER1'], 'the same twice'],
    ['p=TIER2', ['TIER2'], 'in the other spelling'],
    ['p=TIER2&ps=TIER1', ['TIER1', 'TIER2'], 'both spellings add up'],
    ['ps=&p=TIER2', ['TIER2'], 'one spelling empty'],
    ['ps=&p=', [], 'both spellings empty'],
  ])('%j is %j: %s', (query, value, _) => {
    expect(read(query)).toEqual(value && new Set(value));
  });

  test.each([
    ['ps=TIER4', "The parameter 'ps' cannot be 'TIER4'. Allowed: TIER1, TIER2, TIER3."],
    ['ps=tier1', "The parameter 'ps' cannot be 'tier1'. Allowed: TIER1, TIER2, TIER3."],
    ['p=TIER1,x', "The parameter 'p' cannot be 'x'. Allowed: TIER1, TIER2, TIER3."],
    ['ps=TIER1,TIER2&ps=TIER2', "The parameter 'ps' cannot be 'TIER1,TIER2'. Allowed: TIER1, TIER2, TIER3."],
    ['ps=TIER1&ps=', "The parameter 'ps' cannot be ''. Allowed: TIER1, TIER2, TIER3."],
  ])('%j is refused: %s', (query, sentence) => {
    expect(refusalOf(() => read(query))).toMatchObject({ code: 'parameter-invalid', status: 400, message: sentence });
  });
});

describe('whole numbers', () => {
  test.each([
    ['', []],
    ['p=', []],
    ['p=7&p=&p=0x7&p=8', [7, 8]],
  ])('of %j are %j', (query, values) => {
    expect(integersParameter(paramsOf(query), 'p')).toEqual(values);
  });
});

describe('parameters', () => {
  const KNOWN = ['p', 'tiers'];
  const many = (count: number) => Array(count).fill('p=1').join('&');

  test.each([
    ['of another name', 'p=1&q=2', 'unknown-parameter', { found: 'q', allowed: 'p, tiers' }],
    ['given twice', 'p=1&p=1', 'repeated-parameter', { name: 'p', found: 2 }],
    ['in another encoding', 'tiers=TIER1&tiers=%ff', 'parameter-garbled', { name: 'tiers' }],
  ])('%s are refused', (_, query, code, details) => {
    expect(refusalOf(() => refuseOthers(paramsOf(query), KNOWN))).toMatchObject({ code, details });
  });

  test('that are known, once or as often as may be, are read; a page may have others', () => {
    refuseOthers(paramsOf('p=1&tiers=TIER1&tiers=TIER2'), KNOWN);
    refuseMisread(paramsOf('p=1&q=2&q=%ff'), KNOWN);
    expect(refusalOf(() => refuseOthers(paramsOf('p=1'), []))).toMatchObject({ details: { allowed: 'none' } });
  });

  test('are as many as may be, be they apart or in one text', () => {
    refuseOverlong(paramsOf(many(MOST_VALUES)));
    refuseOverlong(paramsOf(`p=${'a,b;c\nd,'.repeat(MOST_VALUES / 4 - 1)}`));
    const found = MOST_VALUES + 1;
    for (const query of [many(found), `p=${','.repeat(MOST_VALUES)}`, `p=,&${many(MOST_VALUES - 1)}`]) {
      expect(refusalOf(() => refuseOverlong(paramsOf(query)))).toMatchObject({
        code: 'too-many-values',
        details: { found },
      });
    }
    expect(refusalOf(() => integersParameter(paramsOf(many(found)), 'p')).code).toBe('too-many-values');
  });

  test('are no longer than may be', () => {
    refuseOverlong(paramsOf(`p=${'x'.repeat(LONGEST_TEXT)},${'x'.repeat(LONGEST_TEXT)}`));
    expect(refusalOf(() => refuseOverlong(paramsOf(`p=${'x'.repeat(LONGEST_TEXT + 1)}`))).code).toBe(
      'parameter-too-long',
    );
  });
});

describe('a long value', () => {
  test('is quoted in part', () => {
    expect(shorten('x'.repeat(60))).toBe('x'.repeat(60));
    expect(shorten('x'.repeat(61))).toBe(`${'x'.repeat(60)}…`);
    expect(refusalOf(() => integerParameter(paramsOf(`p=${'x'.repeat(5000)}`), 'p')).message.length).toBeLessThan(200);
  });
});
