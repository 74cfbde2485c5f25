/** Every regular expression of the program takes time that grows with the text, whatever the text holds. */

import { describe, expect, test } from 'vitest';
import { sampleOf } from '../../support/machine/sample.ts';
import { expressionsIn, repeats, wordsOf } from './expressions.ts';
import { growthFault } from './growth.ts';
import { hardTexts } from './hard-texts.ts';

/** What is put together at run time, and which written text it meets. */
const ASSEMBLED: Readonly<Record<string, string>> = {
  'src/cli/shown-reports.ts': 'takes lines apart by a number of signs; one step a sign',
  'src/domain/mail-address.ts': 'meets texts of at most 254 signs',
  'src/domain/resolve/spreadsheet-dates.ts': 'anchored at both ends, and no part of it repeats but at one place',
  'src/domain/query/full-name.ts': 'anchored at both ends, and no part of it repeats',
  'src/domain/query/name-texts.ts': 'a choice of single signs; prefixes at one place',
  'src/domain/spelling.ts': 'a choice of single signs; prefixes, of which no part repeats',
  'src/domain/resolve/tidy-text.ts': 'a choice of single letters',
  'src/files/workbook.ts': 'stands at one place, its parts cannot overlap, and a place without it refuses the file',
};

const { written, assembled } = expressionsIn('src');

type Texts = ReturnType<typeof hardTexts>;

/** As `replace` and `split` read a text: on to its end, from every place that is found. `chosen` picks texts to try. */
function faultOf(expression: RegExp, chosen = (texts: Texts): readonly Texts[number][] => texts): string | undefined {
  if (!repeats(expression)) return undefined;
  const global = new RegExp(expression, `${expression.flags.replace('g', '')}g`);
  for (const { kind, textOf } of chosen(hardTexts(wordsOf(expression)))) {
    const fault = growthFault((text) => text.replace(global, ''), textOf);
    if (fault !== undefined) return `${kind}: ${fault}`;
  }
  return undefined;
}

describe('a text that doubles takes at most three times as long', () => {
  test('for every expression that is written in the program', () => {
    expect(written.length).toBeGreaterThan(300);
    const faults = new Map<string, string | undefined>();
    for (const { expression } of written) {
      const key = String(expression);
      if (!faults.has(key))
        faults.set(
          key,
          faultOf(expression, (texts) => sampleOf(texts, 15)),
        );
    }
    const wrong = written.flatMap(({ place, expression }) => {
      const fault = faults.get(String(expression));
      return fault === undefined ? [] : [`${place} ${expression} with ${fault}`];
    });
    expect(wrong).toEqual([]);
  });

  const SLOW = [/\bfrom\b[^;]*\bto\b[^;]*;/, / +$/, /^(a|a)*$/];
  test.each(sampleOf(SLOW, 1))('and %s, which does not, is found', (expression) => {
    expect(faultOf(expression)).toContain(' ms for ');
  });

  test.each([/[*+]x/, /a\+b\*/, /^(?:one|other)?$/i])(
    'and %s, where nothing repeats, needs no measuring',
    (expression) => {
      expect(repeats(expression)).toBe(false);
    },
  );

  test.each([/[*+]+x/, /a{1,400}/, /(ab)*/s, /\\+/])('and %s does', (expression) => {
    expect(repeats(expression)).toBe(true);
  });

  test('and what is put together at run time has a reason to', () => {
    expect(new Set(assembled)).toEqual(new Set(Object.keys(ASSEMBLED)));
  });
});
