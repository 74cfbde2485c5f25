/** A cursor says where a reader stands; nobody but this registry can make one, and it leads nowhere else. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RegistryError } from '../../../src/domain/errors.ts';
import { type Cursor, readCursor, writeCursor } from '../../../src/domain/federation/cursor.ts';
import { signer } from '../../../src/federation/signer.ts';

const { sign, isSame } = signer(Buffer.from('the key of this registry'));
const others = signer(Buffer.from('the key of another registry'));

const cursors: fc.Arbitrary<Cursor> = fc.record({
  question: fc.string({ minLength: 1 }).map(sign),
  number: fc.nat(),
  size: fc.integer({ min: 1, max: 2000 }),
  positions: fc
    .array(
      fc.tuple(
        fc.stringMatching(/^[a-z0-9][a-z0-9._:-]{0,20}$/),
        fc.record({
          at: fc.nat(),
          answer: fc.option(fc.stringMatching(/^[0-9]{1,4}-[0-9a-z]{1,7}$/), { nil: undefined }),
          isDone: fc.boolean(),
        }),
      ),
      { maxLength: 5 },
    )
    .map((entries) => new Map(entries)),
});

const CURSOR: Cursor = {
  question: sign('genes-search?symbol=BRCA1'),
  number: 1,
  size: 20,
  positions: new Map([
    ['local', { at: 12, answer: '12-abc', isDone: true }],
    ['partner-b', { at: 8, answer: '30-def', isDone: false }],
    ['partner-c', { at: 0, answer: undefined, isDone: false }],
  ]),
};
const TEXT = writeCursor(CURSOR, sign);
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.';

function read(text: string, question = CURSOR.question): Cursor {
  return readCursor(text, question, sign, isSame);
}

/** The code of the error that reading it ends in. */
function refusalOf(text: string, question?: string): unknown {
  try {
    return read(text, question);
  } catch (error) {
    return error instanceof RegistryError ? [error.code, error.status] : error;
  }
}

const INVALID = ['cursor-invalid', 400];

test('a cursor that is written is read again, whatever it says', () => {
  fc.assert(
    fc.property(cursors, (cursor) => {
      expect(read(writeCursor(cursor, sign), cursor.question)).toEqual(cursor);
    }),
  );
});

test('a cursor may stand in an address as it is', () => {
  fc.assert(
    fc.property(cursors, (cursor) => {
      const text = writeCursor(cursor, sign);
      expect(encodeURIComponent(text)).toBe(text);
    }),
  );
});

describe('a cursor is refused', () => {
  test('with another question than its own', () => {
    expect(refusalOf(TEXT, sign('genes-search?symbol=BRCA2'))).toEqual(['cursor-of-another-question', 400]);
  });

  test('cut at any place', () => {
    for (let length = 0; length < TEXT.length; length++) {
      expect([length, refusalOf(TEXT.slice(0, length))]).toEqual([length, INVALID]);
    }
  });

  test('with any character changed, left out or put in', () => {
    const places = fc.integer({ min: 0, max: TEXT.length - 1 });
    const changes = fc.constantFrom<[taken: number, isPut: boolean]>([1, true], [1, false], [0, true]);
    fc.assert(
      fc.property(places, changes, fc.constantFrom(...ALPHABET), (place, [taken, isPut], character) => {
        const changed = TEXT.slice(0, place) + (isPut ? character : '') + TEXT.slice(place + taken);
        fc.pre(changed !== TEXT);
        expect(refusalOf(changed)).toEqual(INVALID);
      }),
      { numRuns: 2000 },
    );
  });

  test('made with the key of another registry', () => {
    expect(refusalOf(writeCursor(CURSOR, others.sign))).toEqual(INVALID);
  });

  test('with a signature that it got elsewhere', () => {
    const [body] = TEXT.split('.');
    const [, signature] = writeCursor({ ...CURSOR, number: 2 }, sign).split('.');
    expect(refusalOf(`${body}.${signature}`)).toEqual(INVALID);
  });

  test.each(['genes-list', 'users-list', 'stats', 'genes-search?symbol=BRCA1'])(
    'made of the question %s and its digest, which every cursor tells',
    (question) => {
      expect(refusalOf(`${question}.${sign(question)}`)).toEqual(INVALID);
    },
  );

  test.each([
    '',
    '.',
    '..',
    'null',
    'undefined',
    `${TEXT}.`,
    `.${TEXT}`,
    `${TEXT}.${TEXT}`,
    TEXT.replace('.', ''),
    '😀',
  ])('when it is %j', (text) => {
    expect(refusalOf(text)).toEqual(INVALID);
  });

  test('whatever somebody makes up', () => {
    const character = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(fc.string({ unit: character }), (text) => {
        expect(refusalOf(text)).toEqual(INVALID);
      }),
    );
  });
});
