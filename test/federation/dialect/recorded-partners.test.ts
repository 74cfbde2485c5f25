/** What real partners of 1.3.4, 1.4.11 and 1.5.10 answered is read as what they meant, all of it. */

import { describe, expect, test } from 'vitest';
import { detailOf, titleOf } from '../../../src/domain/federation/reasons-in-english.ts';
import { type Dialect, dialectFor, readVersion } from '../../../src/federation/dialect/dialect.ts';
import { readReply } from '../../../src/federation/dialect/read-reply.ts';
import {
  countBy,
  questionOfPath,
  RECORDINGS,
  type Recorded,
  type Recording,
  recordedAnswers,
  replyOf,
  SAID,
  withoutToken,
} from './recorded-questions.ts';

/**
 * How many answers of each recording (1.3.4, 1.4.11, 1.5.10, 1.5.10-plain) are read as what. Each question was put
 * anonymously and with the token in the query; some also with the token in the header, and with a wrong token both ways.
 */
const COUNTS: [question: string, reading: string, ...counts: number[]][] = [
  ['genes-search', 'records', 70, 72, 60, 82],
  // Nobody registered the gene; 1.3 says 404 for no orthologs of fly Dl (twice), the others fail on it.
  ['genes-search', 'no records', 20, 17, 17, 17],
  // NOPE and FANCS in nine forms, twice each, and the empty symbol; for 1.3 three of the forms are none.
  ['genes-search', 'unknown-symbol', 26 + 4, 38, 38, 38],
  // BRCA1 in taxon 1. A wrong token is refused first, where tokens are looked at.
  ['genes-search', 'unknown-taxon', 5, 3, 3, 3],
  // Two genes Dl in the fly; people who stand in an answer twice; a privacy level that is missing.
  ['genes-search', 'server-error', 0, 28, 40, 18],
  // `tiers`, or no tier at all, which for 1.3 is the address of nothing: as if it were switched off.
  ['genes-search', 'switched-off', 38, 0, 0, 0],
  // Tier 3, which we never ask for; the others answer an empty list.
  ['genes-search', 'rejected', 15, 0, 0, 0],
  // The wrong token, twice for each of ten forms; 1.3 takes it for none.
  ['genes-search', 'token-refused', 0, 20, 20, 20],
  ['users-search', 'records', 48, 48, 50, 48],
  ['users-search', 'no records', 10, 10, 8, 10],
  // Name and description together.
  ['users-search', 'server-error', 2, 2, 0, 0],
  // The ontology `nope`.
  ['users-search', 'unknown-ontology', 0, 0, 2, 2],
  ['users-list', 'records', 0, 5, 5, 5],
  ['users-list', 'missing-endpoint', 7, 0, 0, 0],
  ['users-list', 'token-refused', 0, 2, 2, 2],
  ['genes-list', 'records', 0, 4, 4, 4],
  ['genes-list', 'missing-endpoint', 4, 0, 0, 0],
  ['user', 'records', 9, 7, 7, 7],
  // 1.3 hides who may not be read behind the same 404.
  ['user', 'no-such-record', 4, 2, 2, 2],
  ['user', 'access-denied', 0, 2, 2, 2],
  ['user', 'token-refused', 0, 2, 2, 2],
  ['anonymous-user', 'records', 0, 4, 4, 4],
  ['anonymous-user', 'no-such-record', 0, 2, 2, 2],
  ['anonymous-user', 'missing-endpoint', 2, 0, 0, 0],
  ['anonymous-gene', 'records', 0, 0, 7, 7],
  ['anonymous-gene', 'no-such-record', 0, 0, 2, 2],
  ['anonymous-gene', 'missing-endpoint', 2, 10, 0, 0],
  // Whoever may read the record in full (quirk 1).
  ['anonymous-gene', 'this-question', 0, 0, 1, 1],
  // Both addresses, each twice; 1.3 has only the old one.
  ['stats', 'records', 2, 4, 4, 4],
  ['stats', 'missing-endpoint', 2, 0, 0, 0],
  ['terms', 'records', 0, 0, 2, 2],
  ['terms', 'missing-endpoint', 2, 2, 0, 0],
  // No question of ours, read as the nearest one: see recorded-questions.ts.
  ['/api/taxa/9606', 'missing-endpoint', 2, 2, 0, 0],
  ['/api/taxa/9606', 'records', 0, 0, 2, 2],
  ['/api/ontologies', 'missing-endpoint', 2, 2, 0, 0],
  ['/api/ontologies', 'records', 0, 0, 2, 2],
  ['/api/nope', 'missing-endpoint', 2, 2, 2, 2],
  ['/api/users/abc', 'rejected', 2, 2, 2, 2],
  ['/api/users/search?nameLike=level', 'rejected', 2, 2, 2, 2],
  ['/api/genes/search?symbol=BRCA1', 'switched-off', 5, 0, 0, 0],
  ['/api/genes/search?symbol=BRCA1', 'rejected', 0, 5, 3, 3],
  ['/api/genes/search?symbol=BRCA1', 'token-refused', 0, 0, 2, 2],
  // `/api`, with a slash and without, which is how the version is learned.
  ['version', 'stated', 4, 4, 4, 4],
];

const LINES: Record<Recording, number> = { '1.3.4': 291, '1.4.11': 303, '1.5.10': 303, '1.5.10-plain': 303 };
describe.each(RECORDINGS)('the answers of %s', (recording) => {
  const answers = recordedAnswers(recording);
  const dialect = dialectFor(SAID[recording]);

  test('state the version by which it is asked', () => {
    const versions = answers
      .filter(({ path }) => questionOfPath(path).kind === 'version')
      .map(({ body }) => readVersion(body));
    expect(new Set(versions)).toEqual(new Set([SAID[recording]]));
    expect(dialect).toBe(dialectFor(recording));
  });

  test('are each read as what was meant', () => {
    expect(tableOf(answers, dialect)).toEqual(expectedTable(recording));
    expect(answers).toHaveLength(LINES[recording]);
  });

  test('are read no worse before the version is known, but that an old silence can mean two things', () => {
    const expected = expectedTable(recording);
    if (recording === '1.3.4') {
      expected['genes-search: rejected'] = 15 + 38;
      delete expected['genes-search: switched-off'];
      expected['/api/genes/search?symbol=BRCA1: rejected'] = 5;
      delete expected['/api/genes/search?symbol=BRCA1: switched-off'];
    }
    expect(tableOf(answers, dialectFor(undefined))).toEqual(expected);
  });

  test('hold as many records as their JSON does, and the total they state', () => {
    for (const answer of answers.filter(({ status }) => status === 200)) {
      const question = questionOfPath(answer.path);
      if (question.kind === 'version') continue;
      const reading = readReply(question.question, dialect, replyOf(answer));
      const json = JSON.parse(answer.body);
      expect(reading, answer.path).toEqual({
        kind: 'records',
        records: question.question.kind === 'stats' ? [expect.anything()] : recordsOf(json),
        total: json.totalElements,
        envelope: 'content' in json ? { number: json.number, size: json.size, isLast: json.last } : undefined,
        isCut: false,
        unread: 0,
      });
    }
  });

  test('are described without repeating a token or a word of theirs', () => {
    for (const answer of answers) {
      const question = questionOfPath(answer.path);
      if (question.kind === 'version') continue;
      const reading = readReply(question.question, dialect, replyOf(answer));
      if (reading.kind === 'records') continue;
      const { reason, status } = reading.outcome;
      const [title, detail] = [titleOf(reason), detailOf(reason)];
      expect(status).toBe(answer.status);
      expect(`${title} ${detail}`).not.toMatch(/token-(?:old|alpha)|=wrong|exception|java|org\.|example/);
      expect(title).toMatch(/^[a-z].*[^.]$/);
      expect(detail).toMatch(/^[A-Z].*\.$/);
    }
  });
});

function expectedTable(recording: Recording): Record<string, number> {
  const column = RECORDINGS.indexOf(recording);
  const rows = COUNTS.map(
    ([question, reading, ...counts]) => [`${question}: ${reading}`, counts[column] ?? 0] as const,
  );
  return Object.fromEntries(rows.filter(([, count]) => count > 0));
}

function tableOf(answers: Recorded[], dialect: Dialect): Record<string, number> {
  return countBy(answers, (answer) => rowOf(answer, dialect));
}

function rowOf(answer: Recorded, dialect: Dialect): string {
  const question = questionOfPath(answer.path);
  if (question.kind === 'version') return 'version: stated';
  const name = question.kind === 'nearest' ? withoutToken(answer.path) : question.question.kind;
  const reading = readReply(question.question, dialect, replyOf(answer));
  if (reading.kind === 'outcome') return `${name}: ${reading.outcome.about}`;
  return `${name}: ${reading.records.length === 0 ? 'no records' : 'records'}`;
}

function recordsOf(json: unknown): unknown[] {
  if (Array.isArray(json)) return json;
  return (json as { content?: unknown[] }).content ?? [json];
}
