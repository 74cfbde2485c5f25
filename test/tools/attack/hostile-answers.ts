/**
 * What a partner may send that means harm or is broken, as data: all of it within what is read of one answer, and well
 * formed. Whoever finds another one adds a line; every line is put once and eight times at once, and must cost nobody else
 * more than is allowed (`attack.ts`).
 */

import { geneRecord, userRecord } from '../../../src/demo/mock-people.ts';
import { bytes, dependingOn, json, type Script, status } from '../../../src/demo/partner-behaviours.ts';
import { users } from '../../support/partners/behaviours.ts';
import { endless, jsonText, packed, repeatedly } from './hostile-behaviours.ts';

/** What a registry is asked while its partner does this. */
export type AttackedKind = 'genes' | 'users' | 'gene-list' | 'user-list' | 'stats' | 'terms';

export type HostileAnswer = {
  /** Unique, in lower case with hyphens; it is part of an address. */
  name: string;
  asked: AttackedKind;
  /** What the partner does, path by path; made when it is first asked. */
  script: () => Script;
};

const MEGABYTE = 1_000_000;
/** A little below what is read of one answer. */
const WHOLE_BODY = 5 * MEGABYTE;
const GENES = '/api/genes/search';
const USERS = '/api/users/search';
/** Two classes of combining marks in turn: to put them in order takes the square of their number. */
const MARKS = (count: number) => '\u0301\u0323'.repeat(count / 2);
/** One sign that stands for 18. */
const EXPANDING = '\ufdfa';

function genesOf(...records: readonly unknown[]): Script {
  return { [GENES]: json(records) };
}

function geneBy(person: Record<string, unknown>, id = 1): unknown {
  return geneRecord(id, { remoteUser: userRecord(id, person) });
}

function many<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function keysOf(count: number, value: unknown = null): Record<string, unknown> {
  return Object.fromEntries(many(count, (index) => [`K${index}`, value]));
}

function statsOf(organisms: number): Record<string, unknown> {
  const researchersByTaxonId = Object.fromEntries(many(organisms, (index) => [String(index + 1), 1]));
  return { version: '1.5.10', users: 5, researchersByTaxonId };
}

/** As many of a text as an answer has room for. */
function filledWith(piece: string, open: string, close: string, bytes = WHOLE_BODY): string {
  const count = Math.floor((bytes - open.length - close.length) / Buffer.byteLength(piece));
  return open + piece.repeat(count) + close;
}

/** Texts in one record. */
const TEXTS: readonly HostileAnswer[] = [
  { name: 'last-name-of-marks', asked: 'genes', script: () => genesOf(geneBy({ lastName: `A${MARKS(98_000)}` })) },
  {
    name: 'five-last-names-of-marks',
    asked: 'genes',
    script: () => genesOf(...many(5, (id) => geneBy({ lastName: `A${MARKS(98_000)}` }, id + 1))),
  },
  { name: 'first-name-of-marks', asked: 'users', script: () => usersOf({ name: `A${MARKS(98_000)}` }) },
  { name: 'symbol-of-marks', asked: 'genes', script: () => genesOf(geneRecord(1, { symbol: `A${MARKS(98_000)}` })) },
  { name: 'organ-key-of-marks', asked: 'users', script: () => usersOf({ userOrgans: { [`A${MARKS(98_000)}`]: {} } }) },
  { name: 'last-name-of-expanding-signs', asked: 'genes', script: () => expandingNames(1) },
  { name: 'sixteen-names-of-expanding-signs', asked: 'genes', script: () => expandingNames(16) },
  { name: 'blanks-behind-a-name', asked: 'users', script: () => usersOf({ lastName: `A${' '.repeat(99_000)}B` }) },
  {
    name: 'many-aliases',
    asked: 'genes',
    script: () => genesOf(...many(40, (id) => geneRecord(id + 1, { symbol: `X${id}`, aliases: 'a|'.repeat(33_000) }))),
  },
  {
    name: 'descriptions-as-long-as-possible',
    asked: 'users',
    script: () => usersOf(...many(49, () => ({ description: 'd'.repeat(99_999) }))),
  },
  {
    name: 'descriptions-in-two-bytes',
    asked: 'users',
    script: () => usersOf(...many(49, () => ({ description: `${'d'.repeat(99_900)}Ω` }))),
  },
];

function usersOf(...changes: readonly Record<string, unknown>[]): Script {
  return { [USERS]: json(changes.map((one, index) => userRecord(index + 1, one))) };
}

function expandingNames(count: number): Script {
  const lastName = EXPANDING.repeat(99_000);
  return genesOf(...many(count, (index) => geneBy({ lastName }, index + 1)));
}

/** Numbers of things. */
const NUMBERS: readonly HostileAnswer[] = [
  { name: 'keys-in-user-organs', asked: 'users', script: () => usersOf({ userOrgans: keysOf(330_000) }) },
  { name: 'keys-in-an-unknown-member', asked: 'users', script: () => usersOf({ unknown: keysOf(400_000, 1) }) },
  { name: 'keys-in-the-record', asked: 'users', script: () => usersOf(keysOf(400_000, 1)) },
  { name: 'keys-in-user-genes', asked: 'users', script: () => usersOf({ userGenes: numberedKeys(300_000) }) },
  {
    name: 'small-records',
    asked: 'users',
    script: () => ({ [USERS]: jsonText(filledWith('{"id":1,"lastName":"A"},', '[', 'null]', 1.1 * MEGABYTE)) }),
  },
  { name: 'records-of-nothing', asked: 'users', script: () => ({ [USERS]: jsonText(filledWith('0,', '[', '0]')) }) },
  { name: 'whole-records', asked: 'genes', script: () => genesOf(...many(9_000, (id) => geneRecord(id + 1))) },
  { name: 'whole-people', asked: 'users', script: () => ({ [USERS]: users(12_000) }) },
  {
    name: 'genes-of-others',
    asked: 'genes',
    script: () => genesOf(...many(1_000, (id) => geneRecord(id + 1, { symbol: `X${id}`, geneId: id + 1 }))),
  },
  {
    name: 'the-same-record',
    asked: 'genes',
    script: () => genesOf(...many(900, () => geneBy({ description: 'd'.repeat(4_000) }))),
  },
  { name: 'organisms-in-statistics', asked: 'stats', script: () => ({ '/api/stats': json(statsOf(400_000)) }) },
  { name: 'terms', asked: 'terms', script: () => ({ '/api/ontologies/*': json(many(40_000, hpTerm)) }) },
  {
    name: 'synonyms-of-a-term',
    asked: 'terms',
    script: () => ({ '/api/ontologies/*': json([{ ...hpTerm(1), synonyms: many(500_000, () => 's') }]) }),
  },
  {
    name: 'people-on-one-page',
    asked: 'user-list',
    script: () => ({
      '/api/users': json({ content: many(12_000, (id) => userRecord(id + 1)), totalElements: 12_000 }),
    }),
  },
  {
    name: 'members-of-a-page',
    asked: 'user-list',
    script: () => ({ '/api/users': json({ ...keysOf(400_000, 1), content: [], totalElements: 0 }) }),
  },
];

function numberedKeys(count: number): Record<string, unknown> {
  return Object.fromEntries(many(count, (index) => [String(index + 1), null]));
}

function hpTerm(index: number) {
  const termId = `HP:${String(index).padStart(7, '0')}`;
  return { ontology: { name: 'hp' }, termId, name: termId };
}

/** Forms of JSON. */
const FORMS: readonly HostileAnswer[] = [
  {
    name: 'lists-in-lists',
    asked: 'users',
    script: () => ({ [USERS]: jsonText('['.repeat(70_000) + ']'.repeat(70_000)) }),
  },
  {
    name: 'lists-in-lists-in-a-record',
    asked: 'users',
    script: () => ({ [USERS]: jsonText(`[{"id":1,"x":${'['.repeat(70_000)}${']'.repeat(70_000)}}]`) }),
  },
  {
    name: 'objects-in-objects',
    asked: 'users',
    script: () => ({ [USERS]: jsonText(`[${'{"a":'.repeat(70_000)}1${'}'.repeat(70_000)}]`) }),
  },
  {
    name: 'lists-side-by-side',
    asked: 'users',
    script: () => ({ [USERS]: jsonText(filledWith('[],', '[{"id":1,"x":[', '[]]}]')) }),
  },
  {
    name: 'numbers-with-many-digits',
    asked: 'users',
    script: () => ({ [USERS]: jsonText(`[{"id":1,"x":${'1'.repeat(WHOLE_BODY - 20)}}]`) }),
  },
  {
    name: 'one-text',
    asked: 'users',
    script: () => ({ [USERS]: jsonText(`[{"id":1,"x":"${'x'.repeat(WHOLE_BODY - 20)}"}]`) }),
  },
  {
    name: 'escapes',
    asked: 'users',
    script: () => ({ [USERS]: jsonText(filledWith('\\u00e9', '[{"id":1,"lastName":"', '"}]')) }),
  },
  { name: 'blanks', asked: 'users', script: () => ({ [USERS]: jsonText(`[${' '.repeat(WHOLE_BODY - 2)}]`) }) },
  { name: 'never-closed', asked: 'users', script: () => ({ [USERS]: jsonText(filledWith('{"id":1},', '[', '{')) }) },
  { name: 'more-than-is-read', asked: 'users', script: () => ({ [USERS]: users(40_000) }) },
  {
    name: 'an-error-of-five-megabytes',
    asked: 'genes',
    script: () => ({ [GENES]: status(404, keysOf(400_000, 1)), '/api/stats': status(500, keysOf(400_000, 1)) }),
  },
  { name: 'a-page-for-people', asked: 'genes', script: () => ({ [GENES]: status(404, ' '.repeat(WHOLE_BODY)) }) },
  { name: 'a-document-of-versions', asked: 'genes', script: () => ({ '/api': json(keysOf(400_000, 1)) }) },
];

/** The way of the bytes. */
const BYTES: readonly HostileAnswer[] = [
  {
    name: 'chunks-of-one-byte',
    asked: 'users',
    script: () => ({
      [USERS]: repeatedly('HTTP/1.1 200 OK', '1\r\n \r\n', WHOLE_BODY, '1\r\n[\r\n', '1\r\n]\r\n0\r\n\r\n'),
    }),
  },
  {
    name: 'chunks-with-extensions',
    asked: 'users',
    script: () => ({
      [USERS]: repeatedly(
        'HTTP/1.1 200 OK',
        `1;${'x'.repeat(200)}\r\n \r\n`,
        400_000,
        '1\r\n[\r\n',
        '1\r\n]\r\n0\r\n\r\n',
      ),
    }),
  },
  {
    name: 'interim-answers-without-end',
    asked: 'users',
    script: () => ({ [USERS]: endless('HTTP/1.1 103 Early\r\n\r\n') }),
  },
  { name: 'signs-of-windows-1252', asked: 'users', script: () => inCharset('windows-1252', [0x80]) },
  { name: 'signs-of-shift-jis', asked: 'users', script: () => inCharset('shift_jis', [0xb1]) },
  { name: 'signs-of-utf-16', asked: 'users', script: () => inCharset('utf-16le', [0x01, 0x11]) },
  { name: 'packed-blanks', asked: 'users', script: () => ({ [USERS]: packed(' '.repeat(400 * MEGABYTE)) }) },
  {
    name: 'packed-records',
    asked: 'users',
    script: () => ({ [USERS]: packed(JSON.stringify(many(12_000, (id) => userRecord(id + 1)))) }),
  },
];

/** One text of a sign that takes these bytes in the charset, and three in UTF-8. */
function inCharset(charset: string, sign: readonly number[]): Script {
  const isWide = charset.startsWith('utf-16');
  const plain = (text: string) => Buffer.from(text, isWide ? 'utf16le' : 'latin1');
  const [open, close] = [plain('[{"id":1,"lastName":"'), plain('"}]')];
  const signs = Buffer.alloc(WHOLE_BODY - 100, Uint8Array.from(sign));
  const contentType = `application/json; charset=${charset}`;
  return { [USERS]: bytes(Buffer.concat([open, signs, close]), { 'Content-Type': contentType }) };
}

const FAILS = status(500, { timestamp: 0, status: 500, error: 'Internal Server Error', path: GENES });
/** The whole question fails, and every part of it finds nobody. */
const FAILS_AS_A_WHOLE = dependingOn(({ params }) => (params.has('orthologTaxonId') ? json([]) : FAILS));

/** Several answers after each other. */
const DIALOGUES: readonly HostileAnswer[] = [
  {
    name: 'organisms-after-a-failure',
    asked: 'genes',
    script: () => ({ [GENES]: FAILS_AS_A_WHOLE, '/api/stats': json(statsOf(400_000)) }),
  },
  {
    name: 'some-organisms-after-a-failure',
    asked: 'genes',
    script: () => ({ [GENES]: FAILS_AS_A_WHOLE, '/api/stats': json(statsOf(5_000)) }),
  },
  {
    name: 'names-of-organisms-after-a-failure',
    asked: 'genes',
    script: () => ({
      [GENES]: FAILS_AS_A_WHOLE,
      '/api/stats': json({ users: 1, researchersByTaxa: keysOf(300_000, 1) }),
    }),
  },
  {
    name: 'every-page-fails',
    asked: 'user-list',
    script: () => ({ '/api/users': FAILS }),
  },
];

/** All of them. */
export const HOSTILE_ANSWERS: readonly HostileAnswer[] = [...TEXTS, ...NUMBERS, ...FORMS, ...BYTES, ...DIALOGUES];
