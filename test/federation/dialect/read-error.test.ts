/** What a partner's reply with an error status is taken for, in the words of every version (rdp-protocol 11.1). */

import { describe, expect, test } from 'vitest';
import type { QuestionKind } from '../../../src/domain/federation/source.ts';
import { dialectFor } from '../../../src/federation/dialect/dialect.ts';
import { readReply } from '../../../src/federation/dialect/read-reply.ts';
import type { Outcome, Reply } from '../../../src/federation/dialect/reply.ts';
import { type Saying, saying } from '../../support/partners/saying.ts';
import { errorDocument, ID, KINDS, outcomeOf, page, replyWith, text, VERSIONS } from './partner-replies.ts';
import { questionOf } from './recorded-questions.ts';

/** An outcome, as far as it is looked at. */
type Expected = Partial<Omit<Outcome, 'reason'>> & { reason?: Saying };

describe('what it does not know', () => {
  test.each<[QuestionKind, Partial<Reply>, Outcome['about'], string]>([
    ['genes-search', text(404, 'Unknown gene with symbol: NOPE.'), 'unknown-symbol', 'does not know the symbol NOPE'],
    [
      'genes-search',
      { ...text(404, 'Unknown gene.'), contentType: 'application/json;charset=UTF-8' },
      'unknown-symbol',
      'does not know the symbol NOPE',
    ],
    ['genes-search', text(404, 'Unknown taxon ID: 7227.'), 'unknown-taxon', 'does not know the taxon 7227 (fruit fly)'],
    [
      'genes-search',
      text(400, 'The following ontologies do not exist in this registry: hp.'),
      'unknown-ontology',
      'does not know the ontology hp',
    ],
    [
      'users-search',
      text(400, 'The following ontologies do not exist in this registry: hp, mondo.'),
      'unknown-ontology',
      'does not know the ontologies mondo and hp',
    ],
    [
      'users-search',
      text(400, 'The following ontologies do not exist in this registry: your-token, dear caller.'),
      'unknown-ontology',
      'does not know an ontology asked for',
    ],
    ['terms', text(404, 'No ontology mondo.'), 'unknown-ontology', 'does not know the ontology mondo'],
  ])('in %s: %j', (kind, reply, about, title) => {
    for (const version of VERSIONS) {
      expect(outcomeOf(kind, version, reply)).toMatchObject({
        about,
        state: 'unknown-term',
        reason: saying(title),
        error: undefined,
      });
    }
  });

  test('an empty symbol is unknown to all, whatever they say to it', () => {
    const question = questionOf('/api/genes/search?symbol=&taxonId=9606');
    for (const reply of [text(400, 'Gene symbol cannot be empty.'), text(404, 'Unknown gene with symbol: .')]) {
      expect(readReply(question, dialectFor('1.5.10'), replyWith(reply))).toMatchObject({
        outcome: { about: 'unknown-symbol', reason: saying('knows no gene without a symbol') },
      });
    }
  });

  test('an unknown taxon breaks 1.3, which says so in its error', () => {
    const broken = errorDocument(500, { message: 'Cannot invoke "Taxon.getId()" because "taxon" is null' });
    expect(outcomeOf('genes-search', '1.3.4', broken).about).toBe('unknown-taxon');
    expect(outcomeOf('genes-search', undefined, broken).about).toBe('unknown-taxon');
    expect(outcomeOf('genes-search', '1.5.10', broken).about).toBe('server-error');
    expect(outcomeOf('users-search', '1.3.4', broken).about).toBe('server-error');
    expect(outcomeOf('genes-search', '1.3.4', errorDocument(500)).about).toBe('server-error');
  });

  test.each<[QuestionKind, string]>([
    ['user', 'Unknown user with ID: 19.'],
    ['anonymous-user', `Unknown user with anonymous ID: ${ID}.`],
    ['anonymous-gene', `Unknown gene with anonymous ID: ${ID}.`],
  ])('a single record is not there: %s', (kind, sentence) => {
    const about = { about: 'no-such-record', state: 'empty' };
    for (const version of VERSIONS) expect(outcomeOf(kind, version, text(404, sentence))).toMatchObject(about);
    expect(outcomeOf(kind, '1.3.4', { status: 404, contentType: undefined })).toMatchObject(about);
  });
});

describe('a search answered with 404 and no word', () => {
  const silence: Partial<Reply> = { status: 404, contentType: undefined };

  test.each<[string | undefined, QuestionKind, Outcome['about']]>([
    ['1.3.4', 'genes-search', 'switched-off'],
    ['1.3.4', 'users-search', 'switched-off'],
    // 1.4.0 does not say what it does not know.
    ['1.4.0', 'genes-search', 'unknown-symbol'],
    ['1.4.0', 'users-search', 'missing-endpoint'],
    ['1.5.10', 'genes-search', 'missing-endpoint'],
    ['1.5.10', 'users-search', 'missing-endpoint'],
    // Switched off if it is 1.3, an unknown gene if it is 1.4.0: neither may be claimed.
    [undefined, 'genes-search', 'rejected'],
    [undefined, 'users-search', 'switched-off'],
  ])('of %s (%s) is %s', (version, kind, about) => {
    expect(outcomeOf(kind, version, silence).about).toBe(about);
  });
});

describe('what its version cannot be asked', () => {
  const nothingThere = [
    text(404, 'No endpoint found for your request URL.'),
    errorDocument(404, { message: 'No message available' }),
  ];

  test('is said by the address being missing', () => {
    for (const kind of KINDS) {
      for (const reply of nothingThere) {
        const outcome = outcomeOf(kind, undefined, reply);
        expect(outcome).toMatchObject({
          about: 'missing-endpoint',
          state: 'unsupported',
          reason: saying('cannot be asked this'),
        });
      }
    }
  });

  test.each<QuestionKind>(['genes-list', 'users-list', 'stats', 'terms'])(
    'is said by 404 without a word, or with a page: %s',
    (kind) => {
      expect(outcomeOf(kind, undefined, { status: 404, contentType: undefined }).about).toBe('missing-endpoint');
      expect(outcomeOf(kind, '1.3.4', page(404)).about).toBe('missing-endpoint');
    },
  );

  test.each<[QuestionKind, string]>([
    ['genes-list', '1.4.11'],
    ['users-list', '1.5.10'],
    ['stats', '1.5.10'],
  ])('is not said in the words of another server by a registry that has it: %s of %s', (kind, version) => {
    for (const reply of [page(404), text(404, '404 page not found')]) {
      expect(outcomeOf(kind, version, reply)).toMatchObject({ about: 'rejected', state: 'failed' });
    }
  });

  test.each<QuestionKind>(['genes-search', 'users-search', 'user', 'anonymous-gene'])(
    'is not said by the page of a server in front of it: %s',
    (kind) => {
      expect(outcomeOf(kind, '1.5.10', page(404))).toMatchObject({ about: 'rejected', state: 'failed' });
    },
  );
});

const ANONYMOUS: ReadonlySet<QuestionKind> = new Set(['anonymous-user', 'anonymous-gene']);

describe('any question can be answered with', () => {
  test.each<[string, Partial<Reply>, Expected]>([
    [
      'a refused token',
      text(401, 'No user associated to the provided API token.'),
      { about: 'token-refused', state: 'refused', reason: saying('refused our token') },
    ],
    [
      'an expired token',
      text(401, 'API token is expired.'),
      { about: 'token-refused', reason: saying('refused our token') },
    ],
    ['an expired token of 1.4', text(401, 'Invalid API token.'), { about: 'token-refused' }],
    [
      'a token of nobody',
      text(401, 'The remote search user is not configured correctly: no user can be found with ID 3.'),
      { about: 'token-refused', reason: saying('refused our token') },
    ],
    ['401 and no word', { status: 401 }, { about: 'token-refused', reason: saying('refused access') }],
    ['403', page(403), { about: 'token-refused', state: 'refused', reason: saying('refused access') }],
    ['a record nobody may read', text(401, 'Access is denied'), { about: 'access-denied', state: 'refused' }],
    ['patience', { status: 429 }, { about: 'too-many', state: 'busy', reason: saying('asks us to wait') }],
    [
      'being away for a while',
      { status: 503, retryAfterSeconds: 120 },
      { about: 'switched-off', reason: saying('is not available at the moment', expect.stringContaining('120 s')) },
    ],
    [
      'a pause for years',
      { status: 503, retryAfterSeconds: 999_999_999 },
      {
        about: 'switched-off',
        reason: saying(
          'is not available at the moment',
          'It says that it will be back in more than an hour, and is asked again after 3600 s (503).',
        ),
      },
    ],
    [
      'a page that says it is away',
      page(503),
      { about: 'server-error', state: 'failed', reason: saying('is not available at the moment') },
    ],
    [
      'data being replaced',
      errorDocument(503, {
        message: 'The data were replaced while this answer was put together. Please ask again.',
      }),
      { about: 'server-error' },
    ],
    ['a gateway', page(504), { about: 'server-error', reason: saying('answered with an error') }],
    [
      'a parameter it does not like',
      errorDocument(400),
      { about: 'rejected', state: 'failed', reason: saying('rejected the question') },
    ],
    ['another form', errorDocument(406), { about: 'rejected', reason: saying('rejected the question') }],
  ])('%s', (_, reply, expected) => {
    for (const kind of KINDS) {
      for (const version of VERSIONS) expect(outcomeOf(kind, version, reply)).toMatchObject(expected);
    }
  });

  test('an error, which to an anonymous ID says nothing about other questions (quirk 1)', () => {
    for (const kind of KINDS) {
      const about = ANONYMOUS.has(kind) ? 'this-question' : 'server-error';
      const expected = { about, state: 'failed', reason: saying('answered with an error') };
      for (const version of VERSIONS) expect(outcomeOf(kind, version, errorDocument(500))).toMatchObject(expected);
    }
  });

  test('a redirect, which is no answer, unless 1.4.0 hides a researcher behind its login page', () => {
    expect(outcomeOf('users-search', '1.4.0', { status: 302 })).toMatchObject({ about: 'rejected', state: 'failed' });
    expect(outcomeOf('user', '1.5.10', { status: 302 }).about).toBe('rejected');
    for (const version of ['1.4.0', undefined]) {
      expect(outcomeOf('user', version, { status: 302 })).toMatchObject({ about: 'access-denied', state: 'refused' });
    }
  });
});

describe('503', () => {
  const OFF_IN_WORDS = text(503, 'Public API is not available for this registry.');

  test.each(KINDS)('to %s, in the words of 1.4, means that all of it is switched off', (kind) => {
    if (ANONYMOUS.has(kind)) return expect(outcomeOf(kind, '1.4.11', OFF_IN_WORDS).about).toBe('closed');
    expect(outcomeOf(kind, '1.4.11', OFF_IN_WORDS)).toMatchObject({
      ...{ about: 'switched-off', state: 'failed', reason: saying('is switched off') },
    });
  });

  test.each<[QuestionKind, string]>([
    ['genes-search', 'does not let us search by gene'],
    ['users-search', 'does not let us search for researchers'],
    ['anonymous-user', 'issues no anonymous IDs'],
    ['anonymous-gene', 'issues no anonymous IDs'],
  ])('to %s, in the form of 1.5, may be about such questions alone (rdp-protocol 2.2)', (kind, title) => {
    expect(outcomeOf(kind, '1.5.10', errorDocument(503))).toMatchObject({ about: 'closed', reason: saying(title) });
  });

  test.each(['genes-list', 'users-list', 'user', 'stats', 'terms'] as const)('to %s is about everything', (kind) => {
    expect(outcomeOf(kind, '1.5.10', errorDocument(503)).about).toBe('switched-off');
  });
});
