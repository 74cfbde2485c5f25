/** The tables of the trail, and the file that holds it alone: none of it is among the registry's data. */

import type { FileFormat } from '../store/file-format.ts';

/** In place of how an answer came, where nobody was asked. */
export const NOT_ASKED = '';

/**
 * A question's `id` is its moment in milliseconds, times 1024, plus its place among those of that millisecond; of an
 * answer it is the first part of the key. `day` is a number of days since 1970, in UTC; `lines` are a question and its
 * answers, and `left_out` the questions that found no room. The last calls to each partner stand in `call`; all of a day
 * are counted in `partner_day`, with an empty `title` for answers.
 */
const TRAIL = `
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

CREATE TABLE call (
  id         INTEGER PRIMARY KEY,
  origin_id  INTEGER NOT NULL,
  at         TEXT NOT NULL,
  elapsed_ms INTEGER NOT NULL,
  title      TEXT
) STRICT;
CREATE INDEX call_by_origin ON call (origin_id, id);

CREATE TABLE partner_day (
  origin_id  INTEGER NOT NULL,
  day        INTEGER NOT NULL,
  title      TEXT NOT NULL,
  calls      INTEGER NOT NULL,
  elapsed_ms INTEGER NOT NULL,
  slowest_ms INTEGER NOT NULL,
  PRIMARY KEY (origin_id, day, title)
) STRICT, WITHOUT ROWID;
`;

export const TRAIL_FORMAT: FileFormat = {
  // "iptr"
  applicationId: 0x69707472,
  version: 1,
  schema: TRAIL,
  olderFormats: new Map(),
  owner: 'a trail of questions',
  advice: 'start the version that wrote it',
};
