/** How an anonymous id may be written in a path (rdp-protocol 2.3). */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalUuid } from '../../../src/domain/query/parameters.ts';

describe('a UUID', () => {
  test.each([
    ['7d0a1f6e-1b1c-4b5e-8f5e-0123456789ab', '7d0a1f6e-1b1c-4b5e-8f5e-0123456789ab'],
    ['7D0A1F6E-1B1C-4B5E-8F5E-0123456789AB', '7d0a1f6e-1b1c-4b5e-8f5e-0123456789ab'],
    ['1-1-1-1-1', '00000001-0001-0001-0001-000000000001'],
    ['0-0-0-0-0', '00000000-0000-0000-0000-000000000000'],
    ['abc-12-3-F-9', '00000abc-0012-0003-000f-000000000009'],
  ])('%s is %s', (text, canonical) => {
    expect(canonicalUuid(text)).toBe(canonical);
  });

  test.each([
    ['nothing', ''],
    ['a number', '7'],
    ['four groups', '1-1-1-1'],
    ['six groups', '1-1-1-1-1-1'],
    ['an empty group', '1--1-1-1'],
    ['no dashes', '7d0a1f6e1b1c4b5e8f5e0123456789ab'],
    ['a letter beyond f', '7d0a1f6g-1b1c-4b5e-8f5e-0123456789ab'],
    ['a first group too long', '17d0a1f6e-1b1c-4b5e-8f5e-0123456789a'],
    ['a second group too long', '7d0a1f6-11b1c-4b5e-8f5e-0123456789ab'],
    ['a third group too long', '7d0a1f6-1b1c-14b5e-8f5e-0123456789ab'],
    ['a fourth group too long', '7d0a1f6-1b1c-4b5e-18f5e-0123456789ab'],
    ['a last group too long', '7d0a1f6-1b1c-4b5e-8f5e-00123456789ab'],
    ['zeros in front', '07d0a1f6e-1b1c-4b5e-8f5e-0123456789ab'],
    ['blanks around', ' 1-1-1-1-1 '],
    ['braces around', '{7d0a1f6e-1b1c-4b5e-8f5e-0123456789ab}'],
    ['a line feed at the end', '1-1-1-1-1\n'],
    ['full-width digits', '１-1-1-1-1'],
  ])('is not %s', (_, text) => {
    expect(canonicalUuid(text)).toBeUndefined();
  });

  test('is the same in either letter case, and canonical when it is canonical', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        expect(canonicalUuid(uuid)).toBe(uuid);
        expect(canonicalUuid(uuid.toUpperCase())).toBe(uuid);
      }),
    );
  });

  test('is the same with and without the zeros that begin a group', () => {
    const short = (group: string) => group.replace(/^0+(?=.)/, '');
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        expect(canonicalUuid(uuid.split('-').map(short).join('-'))).toBe(uuid);
      }),
    );
  });
});
