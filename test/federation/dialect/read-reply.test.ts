/** What a partner's reply of success is taken for: records, or something that cannot be read. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ORIGIN_STATES } from '../../../src/domain/federation/origin.ts';
import { detailOf, titleOf } from '../../../src/domain/federation/reasons-in-english.ts';
import type { QuestionKind } from '../../../src/domain/federation/source.ts';
import { dialectFor, readVersion } from '../../../src/federation/dialect/dialect.ts';
import { readReply } from '../../../src/federation/dialect/read-reply.ts';
import type { Reply } from '../../../src/federation/dialect/reply.ts';
import { anyText } from '../../support/machine/any-text.ts';
import { saying } from '../../support/partners/saying.ts';
import { KINDS, outcomeOf, page, QUESTIONS, read, replyWith, text, VERSIONS } from './partner-replies.ts';
import { questionOf } from './recorded-questions.ts';

describe('records', () => {
  test.each<[QuestionKind, string, unknown[], number | undefined]>([
    ['genes-search', '[{"geneId":1},null,7]', [{ geneId: 1 }, null, 7], undefined],
    ['users-search', ' [] ', [], undefined],
    ['terms', '\uFEFF[{"termId":"M"}]', [{ termId: 'M' }], undefined],
    ['users-list', '{"content":[{"id":1}],"totalElements":9,"sort":null}', [{ id: 1 }], 9],
    ['genes-list', '{"content":[],"pageable":{"offset":40},"totalElements":0,"empty":true}', [], 0],
    ['user', '{"id":19}', [{ id: 19 }], undefined],
    ['anonymous-gene', '{"geneId":1}', [{ geneId: 1 }], undefined],
  ])('of %s: %s', (kind, body, records, total) => {
    for (const version of VERSIONS) {
      expect(read(kind, version, { body })).toMatchObject({ kind: 'records', records, total, isCut: false, unread: 0 });
    }
  });

  test.each(['-1', '"9"', '1.5', 'null', '1e300', '[]'])(
    'of a page that says it has %s in all: nobody knows',
    (total) => {
      const reading = read('users-list', '1.5.10', { body: `{"content":[1],"totalElements":${total}}` });
      expect(reading).toMatchObject({ kind: 'records', records: [1], total: undefined, isCut: false, unread: 0 });
    },
  );

  test.each([
    ['"size":7,"number":2,"last":false', { number: 2, size: 7, isLast: false }],
    ['"size":20,"last":true', { size: 20, isLast: true }],
    ['"size":"7","number":-1,"last":"no"', { number: undefined, size: undefined, isLast: undefined }],
    ['"size":0', { size: undefined, isLast: undefined }],
  ])('of a page that says of itself %s', (members, envelope) => {
    expect(read('users-list', '1.5.10', { body: `{"content":[],${members}}` })).toMatchObject({ envelope });
  });

  test('come under any status of success and any name of JSON', () => {
    const reading = read('users-search', '1.5.10', {
      status: 203,
      contentType: 'application/hal+json;charset=x',
      body: '[1]',
    });
    expect(reading).toMatchObject({ records: [1] });
  });

  test('that were cut by us are those that arrived whole, and it is said', () => {
    expect(read('genes-search', '1.5.10', { body: '[{"a":1},{"a":"]', isCut: true })).toEqual({
      kind: 'records',
      records: [{ a: 1 }],
      total: undefined,
      isCut: true,
      unread: 0,
    });
    expect(read('users-list', '1.4.11', { body: '{"totalElements":5,"content":[1,2,', isCut: true })).toMatchObject({
      kind: 'records',
      records: [1, 2],
      total: 5,
      isCut: true,
      unread: 0,
    });
  });

  test.each([
    ['genes-search', ' '.repeat(99)],
    ['genes-search', '[{"filler":"xxx'],
    ['users-list', '{"content":[{"filler":"xxx'],
  ] as const)('of %s that were cut by us before the first was whole are no answer: %j', (kind, body) => {
    expect(outcomeOf(kind, '1.5.10', { body, isCut: true })).toMatchObject({
      ...{ state: 'failed', reason: saying('answered more than is read'), error: 'http_response_body_size' },
    });
  });

  test('of no orthologs in one organism are a certified nothing, in every version', () => {
    const reply = replyWith(text(404, 'Could not find any orthologs with given parameters.'));
    const inMouse = questionOf('/api/genes/search?symbol=NOPE&taxonId=7227&orthologTaxonId=10090');
    for (const version of VERSIONS) {
      expect(readReply(inMouse, dialectFor(version), reply)).toEqual({
        kind: 'records',
        records: [],
        total: undefined,
        isCut: false,
        unread: 0,
      });
    }
  });
});

describe('statistics', () => {
  const counts = { users: 53, usersWithGenes: 46, userGenes: 299, uniqueUserGenes: 201 };
  const renamed = { uniqueUserGenesInAllTiers: 261, uniqueHumanUserGenesInAllTiers: 101 };
  const of15 = { version: '1.5.10', ...counts, publicUsers: 31, ...renamed, researchersByTaxonId: { 9606: 41 } };

  test.each([
    ['1.5.10', of15, of15],
    [
      '1.4.11',
      {
        ...counts,
        publicUsers: 31,
        uniqueUserGenesTAll: 261,
        uniqueUserGenesHumanTAll: 101,
        researchersByTaxa: { human: 41 },
      },
      { ...counts, publicUsers: 31, ...renamed, researchersByCommonName: { human: 41 } },
    ],
    [
      '1.3.4',
      {
        success: true,
        message: 'Statistics successfully loaded',
        researchers_registered: 53,
        researchers_registered_with_genes: 46,
        genes_added: 299,
        genes_added_unique: 201,
        genes_added_unique_alltiers: 261,
        human_genes_represented: 101,
        researcher_counts_by_taxon: { human: 41 },
      },
      { ...counts, ...renamed, researchersByCommonName: { human: 41 } },
    ],
  ])('of %s have the names of 1.5', (version, answer, record) => {
    for (const asked of [version, undefined]) {
      const reading = read('stats', asked, { body: JSON.stringify(answer) });
      expect(reading).toEqual({ kind: 'records', records: [record], total: undefined, isCut: false, unread: 0 });
    }
  });
});

test.each([
  ['text/html; charset=utf-8', 'text/html'],
  [undefined, 'no content type'],
  ['OtherNet is closed for ever. It', '“OtherNet is closed for ever. It”'],
])('what a partner calls its answer is no sentence of ours: %s', (contentType, named) => {
  const { reason } = outcomeOf('users-search', '1.5.10', { ...page(200), contentType });
  expect(detailOf(reason)).toBe(`It answered with the status 200 and ${named} where application/json is expected.`);
});

describe('an answer of success that cannot be read', () => {
  test.each<[string, QuestionKind, Partial<Reply>, string, string]>([
    ['empty', 'users-search', { body: '' }, 'answered with nothing', 'http_protocol_error'],
    ['no content', 'user', { status: 204, contentType: undefined }, 'answered with nothing', 'http_protocol_error'],
    ['blank', 'terms', { body: ' \n' }, 'answered with nothing', 'http_protocol_error'],
    ['a page', 'users-search', page(200), 'answered with something else than data', 'http_protocol_error'],
    [
      'of no type',
      'users-search',
      { contentType: undefined, body: '[]' },
      'answered with something else than data',
      'http_protocol_error',
    ],
    ['no JSON', 'users-search', { body: 'hello' }, 'answered something that cannot be read', 'http_protocol_error'],
    [
      'broken off',
      'genes-search',
      { body: '[{"a":1},{' },
      'sent an answer that breaks off',
      'http_response_incomplete',
    ],
    ['broken off', 'user', { body: '{"name":"A' }, 'sent an answer that breaks off', 'http_response_incomplete'],
    ['cut by us', 'user', { body: '{"name":"A', isCut: true }, 'answered more than is read', 'http_response_body_size'],
    [
      'cut by us, no JSON',
      'users-search',
      { body: 'aaaa', isCut: true },
      'answered something that cannot be read',
      'http_protocol_error',
    ],
    [
      'cut by us, no JSON',
      'users-search',
      { body: '[1 2,{', isCut: true },
      'answered something that cannot be read',
      'http_protocol_error',
    ],
    ['an object', 'genes-search', { body: '{"content":[]}' }, 'answered something unexpected', 'http_protocol_error'],
    ['an array', 'users-list', { body: '[]' }, 'answered something unexpected', 'http_protocol_error'],
    ['no content', 'users-list', { body: '{"content":{}}' }, 'answered something unexpected', 'http_protocol_error'],
    ['null', 'user', { body: 'null' }, 'answered something unexpected', 'http_protocol_error'],
    ['a list', 'stats', { body: '[{}]' }, 'answered something unexpected', 'http_protocol_error'],
    ['a text', 'terms', { body: '"M"' }, 'answered something unexpected', 'http_protocol_error'],
  ])('because it is %s (%s)', (_, kind, reply, title, error) => {
    for (const version of [undefined, '1.5.10']) {
      const outcome = outcomeOf(kind, version, reply);
      const about = outcome.reason.code === 'not-data' ? 'other-data' : 'unreadable';
      expect(outcome).toMatchObject({ about, state: 'failed', reason: saying(title), error });
    }
  });

  test('but the login page of 1.4.0 means that the researcher may not be read', () => {
    expect(outcomeOf('user', '1.4.0', page(200))).toMatchObject({ about: 'access-denied', state: 'refused' });
    expect(outcomeOf('user', '1.5.10', page(200)).about).toBe('other-data');
    expect(outcomeOf('users-search', '1.4.0', page(200)).about).toBe('other-data');
  });
});

describe('whatever a partner answers', () => {
  const SECRET = 's3cret+token/=';
  const bodies = fc.oneof(
    anyText(),
    fc.json(),
    fc.constantFrom(
      '',
      SECRET,
      `Unknown gene with symbol: ${SECRET}`,
      `Unknown taxon ID: ${SECRET}`,
      `The following ontologies do not exist in this registry: ${SECRET}, mondo.`,
      `{"status":500,"message":"${SECRET}"}`,
      `[{"a":"${SECRET}`,
      `{"content":[1,2],"totalElements":3}`,
      'No endpoint found for your request URL.',
    ),
  );
  const replies = fc.record({
    status: fc.oneof(fc.integer({ min: 100, max: 599 }), fc.constantFrom(200, 400, 401, 404, 500, 503)),
    contentType: fc.constantFrom(undefined, '', 'application/json', 'text/plain', 'text/html', ';;;', 'a/b; c'),
    retryAfterSeconds: fc.option(fc.nat(), { nil: undefined }),
    body: bodies,
    isCut: fc.boolean(),
  });

  test('it is read without a throw, described in words of our own, and never repeats a token', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), fc.constantFrom(...VERSIONS), replies, (kind, version, reply) => {
        const reading = readReply(QUESTIONS[kind], dialectFor(version), replyWith(reply));
        if (reading.kind === 'records') {
          expect(Array.isArray(reading.records)).toBe(true);
          return;
        }
        const { reason, state, status } = reading.outcome;
        const [title, detail] = [titleOf(reason), detailOf(reason)];
        expect(ORIGIN_STATES).toContain(state);
        expect(status).toBe(reply.status);
        expect(title + detail).not.toContain(SECRET);
        expect(title).toMatch(/^[a-z].*[^.]$/);
        expect(detail).toMatch(/^[A-Z].*\.$/);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['two million brackets', '['.repeat(2_000_000)],
    ['nested lists that are closed', '['.repeat(1_000_000) + ']'.repeat(1_000_000)],
    ['nested objects', '{"a":'.repeat(400_000)],
    ['a nested record behind an ordinary one', `[{"id":1},${'[{"a":'.repeat(300_000)}`],
    ['millions of records side by side', `[${'{},'.repeat(1_300_000)}{}]`],
  ])('%s are refused before they are parsed', (_, body) => {
    const begin = process.cpuUsage();
    const refused = {
      about: 'unreadable',
      reason: saying(
        'answered with more lists and objects than are read',
        expect.stringMatching(/^The answer of [\d,]+ bytes opens more than 150000 lists and objects, nested or/),
      ),
      error: 'http_response_body_size',
    };
    expect(outcomeOf('users-search', '1.5.10', { body })).toMatchObject(refused);
    expect(outcomeOf('users-search', '1.5.10', { body, isCut: true })).toMatchObject(refused);
    expect(outcomeOf('genes-search', '1.3.4', { status: 500, body }).about).toBe('server-error');
    expect(readVersion(body)).toBeUndefined();
    const { user, system } = process.cpuUsage(begin);
    expect((user + system) / 1000).toBeLessThan(150);
  });

  test('as many lists and objects as 5 MB of records can hold are read', () => {
    const record = {
      id: 1,
      taxon: { id: 9606, name: 'Homo sapiens' },
      synonyms: [],
      notes: '{[{[',
      padding: 'x'.repeat(150),
    };
    const body = JSON.stringify(Array.from({ length: 21_000 }, () => record));
    expect(body.length).toBeGreaterThan(5_000_000);
    expect(read('terms', '1.5.10', { body })).toMatchObject({ kind: 'records', isCut: false });
  });
});
