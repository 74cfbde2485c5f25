/** What a partner sends that is longer than is kept: cut, counted, and never half a sign. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PARTNER_RECORD_SCHEMAS } from '../../../src/domain/sanitize/partner-record-schemas.ts';
import { foundRecord, type PartnerRecordKind, withFewMarks } from '../../../src/domain/sanitize/records.ts';
import { shortenedText, streamSafe } from '../../../src/domain/sanitize/shortened.ts';
import { computingTime } from '../../support/machine/stopwatch.ts';
import { distrust, gene, stats, term, user, validateRecords } from './example-partner-records.ts';

function believed(kind: PartnerRecordKind, record: unknown) {
  return validateRecords(kind, [record]).checked[0];
}

describe('a text that is too long', () => {
  test.each([
    ['is cut and says so', 'abcdef', 5, 'abcd…'],
    ['is not cut within a sign', 'abc\u{1f9ec}d', 5, 'abc…'],
    ['is not cut between a letter and its marks', 'abce\u0301f', 5, 'abc…'],
    ['keeps a letter with its marks', 'abe\u0301ef', 5, 'abe\u0301…'],
  ])('%s', (_, text, longest, short) => {
    expect(shortenedText(text, longest)).toBe(short);
  });

  test.each([254, 255])('not through a mark of two halves among many, at %i', (longest) => {
    expect(shortenedText('\u{1d165}'.repeat(300), longest).isWellFormed()).toBe(true);
  });

  test('is never longer than allowed and never broken', () => {
    const signs = fc.array(fc.constantFrom('a', '\u0301', '\u{1f9ec}', ' '), { minLength: 41, maxLength: 80 });
    fc.assert(
      fc.property(signs, fc.integer({ min: 1, max: 40 }), (all, longest) => {
        const short = shortenedText(all.join(''), longest);
        expect(short.length).toBeLessThanOrEqual(longest);
        expect(short.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('marks in a row', () => {
  test('are thirty at most, in a text and in the JSON of a record', () => {
    const marks = '\u0301\u0316';
    expect(streamSafe(`a${marks.repeat(15)}b`)).toBe(`a${marks.repeat(15)}b`);
    expect(streamSafe(`a${marks.repeat(5000)}b`)).toBe(`a${marks.repeat(15)}b`);
    const one = believed('user', user({ lastName: `Lovela${marks.repeat(100)}ce` }));
    if (one === undefined) throw new Error('the record is dropped');
    const found = foundRecord('user', one, distrust());
    expect(withFewMarks(found).json).toContain(`"Lovela${marks.repeat(15)}ce"`);
    const plain = foundRecord('user', { record: user(), isAnonymised: false }, distrust());
    expect(withFewMarks(plain)).toBe(plain);
  });
});

describe('a record that is too long', () => {
  test('keeps what fits, and is marked as shortened', () => {
    const record = user({
      lastName: 'x'.repeat(300),
      description: 'word '.repeat(3_000),
      publications: Array.from({ length: 3_000 }, (_, index) => ({ pmid: index, title: 'x'.repeat(2_000) })),
      userOrgans: Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`UBERON:${index}`, { name: 'x' }])),
      website: 'https://ada.example.org',
    });
    const { record: kept, isShortened } = believed('user', record) ?? {};
    expect(isShortened).toBe(true);
    expect(kept).toMatchObject({ id: record.id, website: 'https://ada.example.org', lastName: `${'x'.repeat(254)}…` });
    const { description, publications, userOrgans } = kept as Record<string, { length: number }>;
    expect([description?.length, publications?.length, Object.keys(userOrgans ?? {}).length]).toEqual([
      10_000, 2_000, 500,
    ]);
  });

  test('keeps no part of what is of use only as a whole', () => {
    expect(believed('user', user({ email: `${'a'.repeat(300)}@example.org` }))?.record).toMatchObject({ email: null });
    expect(believed('term', term({ termId: `MONDO:${'1'.repeat(300)}` }))).toBeUndefined();
    expect(believed('user', user({ userOrgans: { ['U'.repeat(300)]: {}, 'UBERON:1': {} } }))?.record).toMatchObject({
      userOrgans: { 'UBERON:1': {} },
    });
  });

  test('stays dropped where its form is wrong too', () => {
    expect(believed('user', user({ lastName: 'x'.repeat(300), id: 'seven', anonymousId: null }))).toBeUndefined();
    const organs = JSON.parse(`{"__proto__": {"name": "X"}, "a": {"name": "${'x'.repeat(20_000)}"}}`);
    expect(believed('user', user({ userOrgans: organs }))).toBeUndefined();
  });

  test('that fits is the very same one', () => {
    const record = user();
    expect(believed('user', record)).toEqual({ record, isAnonymised: false });
    expect(believed('user', record)?.record).toBe(record);
  });

  test.each<[PartnerRecordKind, object]>([
    ['user', user()],
    ['gene', gene()],
    ['term', term()],
    ['stats', stats()],
  ])('%s: whichever member is too long, what is left fits', (kind, example) => {
    for (const member of Object.keys(PARTNER_RECORD_SCHEMAS[kind].properties)) {
      // Read by itself later.
      if (['website', 'hideGenelist', 'orcid', 'ror'].includes(member)) continue;
      for (const value of ['x'.repeat(200_000), Array.from({ length: 20_000 }, () => null), '\u0301'.repeat(100)]) {
        const short = believed(kind, { ...example, [member]: value });
        if (short !== undefined) expect(JSON.stringify(short.record).length).toBeLessThan(150_000);
      }
    }
  });

  test('of 5 MB takes a moment, however it is long', () => {
    const marks = '\u0301\u0316'.repeat(50_000);
    const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, null]));
    const records = [
      user({ lastName: marks, description: marks }),
      user({ userOrgans: keys }),
      user(keys),
      gene({ aliases: 'a|'.repeat(1_000_000) }),
      user({ publications: Array.from({ length: 1_000_000 }, () => null) }),
    ];
    for (const record of records) {
      const tookMs = computingTime();
      believed('symbol' in record ? 'gene' : 'user', record);
      expect(tookMs()).toBeLessThan(150);
    }
  });
});
