/** The tables of the trail, and the format of its own file, apart from the registry's data. */

import type { DatabaseSync } from 'node:sqlite';
import { type BriefReason, type ReasonCode, reason } from '../../domain/federation/reasons.ts';
import { titleOf } from '../../domain/federation/reasons-in-english.ts';
import type { FileFormat } from '../store/file-format.ts';
import { reasonOfTitle } from './reason-of-title.ts';

/** Replaces how an answer came, if the registry was not asked. */
export const NOT_ASKED = '';
/** Replaces the reason in the counts of a day, for calls that were answered. */
export const ANSWERED = '';

const LONGEST_REASON = 500;

/** Returns a reason as stored in the file; `failed` if long names make it too long. */
export function storedReason(failure: BriefReason): string {
  const text = JSON.stringify(failure);
  return text.length <= LONGEST_REASON ? text : JSON.stringify(reason('failed'));
}

/** Returns a stored reason; `failed` if it is invalid, so that one row does not prevent the reading of others. */
export function readReason(text: string): BriefReason {
  try {
    const { code, params } = JSON.parse(text);
    if (typeof code !== 'string' || typeof params !== 'object' || params === null) return reason('failed');
    const read = { code: code as ReasonCode, params };
    titleOf(read);
    return read;
  } catch {
    return reason('failed');
  }
}

/**
 * The `id` of a question is its moment in milliseconds times 1024, plus its place among those of that millisecond; it is
 * the first part of the key of an answer. `day` is a number of days since 1970, in UTC. `lines` counts the questions of a
 * day with their answers, `left_out` the questions for which there was no room. `call` has the last calls to each partner,
 * and `partner_day` counts all calls of a day. `reason` holds a code and params as JSON; it is null or empty for answers.
 */
const QUESTIONS = `
CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE origin (
  id  INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE question (
  id         INTEGER PRIMARY KEY,
  kind       TEXT NOT NULL,
  viewer     TEXT NOT NULL,
  outcome    TEXT NOT NULL,
  elapsed_ms INTEGER NOT NULL,
  text       TEXT,
  user_id    INTEGER
) STRICT;

CREATE TABLE answer (
  question_id INTEGER NOT NULL,
  place       INTEGER NOT NULL,
  origin_id   INTEGER NOT NULL,
  state       TEXT NOT NULL,
  count       INTEGER NOT NULL,
  elapsed_ms  INTEGER NOT NULL,
  cache       TEXT NOT NULL,
  PRIMARY KEY (question_id, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE day (
  day      INTEGER PRIMARY KEY,
  lines    INTEGER NOT NULL,
  left_out INTEGER NOT NULL
) STRICT;

`;

const CALLS = `
CREATE TABLE call (
  id         INTEGER PRIMARY KEY,
  origin_id  INTEGER NOT NULL,
  at         TEXT NOT NULL,
  elapsed_ms INTEGER NOT NULL,
  reason     TEXT
) STRICT;
CREATE INDEX call_by_origin ON call (origin_id, id);

CREATE TABLE partner_day (
  origin_id  INTEGER NOT NULL,
  day        INTEGER NOT NULL,
  reason     TEXT NOT NULL,
  calls      INTEGER NOT NULL,
  elapsed_ms INTEGER NOT NULL,
  slowest_ms INTEGER NOT NULL,
  PRIMARY KEY (origin_id, day, reason)
) STRICT, WITHOUT ROWID;
`;

/** Migrates from format 1, which stored reasons as English words; several of these may be one reason now. */
const BEGIN_FROM_TITLES = `
DROP INDEX call_by_origin;
ALTER TABLE call RENAME TO titled_call;
ALTER TABLE partner_day RENAME TO titled_day;
CREATE TEMP TABLE meant (title TEXT PRIMARY KEY, reason TEXT NOT NULL) STRICT;
`;
const TITLES = 'SELECT title FROM titled_call WHERE title IS NOT NULL UNION SELECT title FROM titled_day';
const END_FROM_TITLES = `
${CALLS}
INSERT INTO call SELECT id, origin_id, at, elapsed_ms, reason FROM titled_call LEFT JOIN meant USING (title);
INSERT INTO partner_day
SELECT origin_id, day, iif(title = '', '${ANSWERED}', reason) AS kind, sum(calls), sum(elapsed_ms), max(slowest_ms)
FROM titled_day JOIN meant USING (title) GROUP BY origin_id, day, kind;
DROP TABLE titled_call;
DROP TABLE titled_day;
DROP TABLE meant;
`;

function fromTitles(database: DatabaseSync): void {
  database.exec(BEGIN_FROM_TITLES);
  const add = database.prepare('INSERT INTO meant VALUES (?, ?)');
  for (const { title } of database.prepare(TITLES).iterate()) {
    add.run(title as string, storedReason(reasonOfTitle(title as string)));
  }
  database.exec(END_FROM_TITLES);
}

export const TRAIL_FORMAT: FileFormat = {
  // "iptr"
  applicationId: 0x69707472,
  version: 2,
  schema: QUESTIONS + CALLS,
  olderFormats: new Map([[1, fromTitles]]),
  owner: 'a trail of questions',
  advice: 'start the version that wrote it',
};
