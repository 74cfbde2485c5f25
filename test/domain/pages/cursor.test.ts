/** A cursor says where a caller stands; nobody but this registry can make one, and it leads nowhere else. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RegistryError } from '../../../src/domain/errors.ts';
import type { Doubt } from '../../../src/domain/federation/page-remarks.ts';
import { type Cursor, type Position, readCursor, writeCursor } from '../../../src/domain/pages/cursor.ts';
import { startingAt } from '../../../src/domain/pages/listing-reads.ts';
import {
  addKey,
  type KeyCounts,
  type RecordKey,
  writeCounts,
  writeRow,
} from '../../../src/domain/pages/record-keys.ts';
import { NOTHING_GIVEN } from '../../../src/domain/pages/search-pages.ts';
import { signer } from '../../../src/federation/signer.ts';
import { anyText } from '../../support/machine/any-text.ts';

const { sign, seal, open } = signer(Buffer.from('the key of this registry'));
const others = signer(Buffer.from('the key of another registry'));

/** A position of any kind: its keys, and facts. */
type AnyPosition = Position & { at: number; answer?: string };
const BLANK: AnyPosition = { at: 0, keys: '', isDone: false, doubts: [] };

const cursors: fc.Arbitrary<Cursor<AnyPosition>> = fc
  .record({
    question: fc.string({ minLength: 1 }).map(sign),
    number: fc.nat(),
    size: fc.integer({ min: 1, max: 2000 }),
    caller: fc.string().map(sign),
    name: anyText({ minLength: 1, maxLength: 40 }),
    positions: fc
      .array(
        fc.tuple(
          fc.stringMatching(/^[a-z0-9][a-z0-9._:-]{0,20}$/),
          fc.record(
            {
              at: fc.nat(),
              answer: fc.stringMatching(/^[0-9]{1,4}-[0-9a-z]{1,7}$/),
              keys: fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
              isDone: fc.boolean(),
              doubts: fc.subarray<Doubt>(['anonymised', 'stale']),
            },
            { requiredKeys: ['at', 'keys', 'isDone', 'doubts'] },
          ),
        ),
        { maxLength: 5 },
      )
      .map((entries) => new Map(entries)),
  })
  .map(({ name, ...cursor }) => ({ ...cursor, names: namesOf(cursor.positions, name) }));

function namesOf(positions: Cursor<AnyPosition>['positions'], name: string): ReadonlyMap<string, string> {
  return new Map([...positions.keys()].map((key, place) => [key, place === 0 ? name : key]));
}

const CURSOR: Cursor<AnyPosition> = {
  question: sign('genes-search?symbol=BRCA1'),
  number: 1,
  size: 20,
  caller: sign('public'),
  names: new Map([
    ['local', 'DemoNet'],
    ['partner-b', 'Réseau – Ωμέγα 研究'],
    ['partner-c', 'partner-c'],
  ]),
  positions: new Map([
    ['local', { at: 12, answer: '12-abc', keys: '\x01\x02\x02', isDone: true, doubts: [] }],
    ['partner-b', { ...BLANK, at: 8, answer: '30-def' }],
    ['partner-c', { ...BLANK, keys: '\x01' }],
  ]),
};
const TEXT = writeCursor(CURSOR, BLANK, seal);
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.';

function read(text: string, question = CURSOR.question): Cursor<AnyPosition> {
  return readCursor(text, question, BLANK, open);
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
      expect(read(writeCursor(cursor, BLANK, seal), cursor.question)).toEqual(cursor);
    }),
  );
});

test('a cursor has a form with a number, which another form has to raise', () => {
  const written = writeCursor(CURSOR, BLANK, (bytes) => bytes);
  expect(written).toBe(
    `[4,"${CURSOR.question}",1,20,"${CURSOR.caller}",[` +
      '["local","DemoNet",{"at":12,"answer":"12-abc","isDone":true},3],' +
      '["partner-b","R\\u00e9seau \\u2013 \\u03a9\\u03bc\\u03ad\\u03b3\\u03b1 \\u7814\\u7a76",{"at":8,"answer":"30-def"},0],' +
      '["partner-c","",{},1]]]\n\x01\x02\x02\x01',
  );
  const other = written.replace('[4,', '[5,');
  expect(() => readCursor('', CURSOR.question, BLANK, () => other)).toThrow(
    expect.objectContaining({ code: 'cursor-invalid' }),
  );
});

test.each([
  ['stays as it is', 1, ['x'.repeat(240)], ['x'.repeat(240)]],
  ['is cut where it is longer', 1, ['x'.repeat(241)], [`${'x'.repeat(234)}…`]],
  ['of ten registries may have forty signs each', 10, Array(10).fill('x'.repeat(40)), Array(10).fill('x'.repeat(40))],
  ['is cut to its share, and a short one beside it is not', 2, ['xy', 'y'.repeat(300)], ['xy', `${'y'.repeat(114)}…`]],
  ['of 166 registries still has its beginning', 166, Array(166).fill('x'.repeat(40)), Array(166).fill('xxxxxx…')],
  [
    'of 167 is left out for the key',
    167,
    Array(167).fill('x'.repeat(40)),
    Array.from({ length: 167 }, (_, at) => `k${at}`),
  ],
])('the name of a registry in a cursor %s', (_, count, names, expected) => {
  const keys = Array.from({ length: count }, (_, at) => `k${at}`);
  const positions = new Map(keys.map((key) => [key, BLANK]));
  const cursor = { ...CURSOR, positions, names: new Map(keys.map((key, at) => [key, names[at] as string])) };
  expect([...read(writeCursor(cursor, BLANK, seal)).names.values()]).toEqual(expected);
});

test('nobody can read from a cursor which researchers were shown', () => {
  const bytes = Buffer.from(TEXT, 'base64url').toString('latin1');
  expect(['local', 'partner', '\x01\x02\x02'].filter((text) => bytes.includes(text))).toEqual([]);
});

test('a cursor may stand in an address as it is', () => {
  fc.assert(
    fc.property(cursors, (cursor) => {
      const text = writeCursor(cursor, BLANK, seal);
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
    expect(refusalOf(writeCursor(CURSOR, BLANK, others.seal))).toEqual(INVALID);
  });

  test('written when records were in another order', () => {
    const facts = [['local', { at: 12, isDone: false }, 0]];
    expect(refusalOf(seal(`${JSON.stringify([CURSOR.question, 1, 20, facts])}\n`))).toEqual(INVALID);
  });

  test('written before cursors knew what was given', () => {
    const text = btoa(JSON.stringify([CURSOR.question, 1, 20, [['local', 12, '12-abc', 0]]])).replace(/=+$/, '');
    expect(refusalOf(`${text}.${sign(`cursor ${text}`)}`)).toEqual(INVALID);
  });

  test.each(['genes-list', 'users-list', 'stats', 'genes-search?symbol=BRCA1'])(
    'made of the question %s and its digest, which every cursor shows',
    (question) => {
      expect(refusalOf(`${question}.${sign(question)}`)).toEqual(INVALID);
    },
  );

  test.each(['', '.', '..', 'null', 'undefined', `${TEXT}.`, `.${TEXT}`, `${TEXT}.${TEXT}`, TEXT.slice(1), '😀'])(
    'when it is %j',
    (text) => {
      expect(refusalOf(text)).toEqual(INVALID);
    },
  );

  test('whatever somebody makes up', () => {
    const character = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(fc.string({ unit: character }), (text) => {
        expect(refusalOf(text)).toEqual(INVALID);
      }),
    );
  });
});

const TEN_REGISTRIES = ['local', ...Array.from({ length: 9 }, (_, place) => `registry-${place + 1}`)];
const TEN_NAMES = new Map(TEN_REGISTRIES.map((key, origin) => [key, `Research Registry of Country ${origin}`]));

test.each([20, 50, 200])('the first cursor of a search over ten registries, of %i records a page, is short', (size) => {
  const geneIds = [672, 12189, 360254, 36560, 30269];
  const positions = new Map(
    TEN_REGISTRIES.map((key, origin) => {
      const counts: KeyCounts = new Map();
      for (let place = 0; place < size / 10; place++) {
        addKey(counts, [geneIds[(place * 7 + origin) % 5] ?? 0, 17 + place * 91 + origin * 13]);
      }
      return [key, { ...NOTHING_GIVEN, at: size / 10, answer: sign(`answer ${key}`), keys: writeCounts(counts) }];
    }),
  );
  const question = { question: sign('q'), number: 1, size, caller: sign('public').slice(0, 8) };
  const cursor = { ...question, positions, names: TEN_NAMES };
  const text = writeCursor(cursor, NOTHING_GIVEN, seal);
  expect(text.length).toBeLessThanOrEqual(900);
  expect(readCursor(text, cursor.question, NOTHING_GIVEN, open)).toEqual(cursor);
});

/** Of four genes a person, which follow from nothing before. */
const geneRow = (place: number, origin: number): RecordKey => [
  (Math.imul(place * 10 + origin + 1, 0x9e3779b1) >>> 0) % 100_000,
  3 + origin + Math.floor(place / 4),
];
const personRow = (place: number, origin: number): RecordKey => [0, 3 + origin + place];

test.each([
  ['people', personRow, 500],
  ['genes', geneRow, 1500],
] as const)(
  'the first cursor of a listing of %s over ten registries, of twenty rows of each, is short',
  (_, keyAt, most) => {
    const row = (origin: number) => Array.from({ length: 20 }, (_, place) => keyAt(place, origin));
    const position = (origin: number) => ({
      ...startingAt(20),
      ...{ answer: String(300 + 77 * origin), anchor: 19, isAnchorExact: true, keys: writeRow(row(origin)) },
    });
    const positions = new Map(TEN_REGISTRIES.map((key, origin) => [key, position(origin)]));
    const question = { question: sign('q'), number: 1, size: 20, caller: sign('public').slice(0, 8) };
    const cursor = { ...question, positions, names: TEN_NAMES };
    const text = writeCursor(cursor, startingAt(0), seal);
    expect(text.length).toBeLessThanOrEqual(most);
    expect(readCursor(text, cursor.question, startingAt(0), open)).toEqual(cursor);
  },
);
