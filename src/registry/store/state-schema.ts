/** The tables of the state of the service, which is not part of the registry's data, and the format of a file with these alone. */

import type { FileFormat } from './file-format.ts';
import { connect } from './sqlite-file.ts';

/** The steps of a request that administrators noted, one row each, in the order of `id`. */
const REQUEST_STEPS = `
CREATE TABLE access_request_step (
  id         INTEGER PRIMARY KEY,
  request_id INTEGER NOT NULL,
  at         TEXT NOT NULL,
  state      TEXT NOT NULL,
  by_user    INTEGER NOT NULL,
  note       TEXT
) STRICT;
CREATE INDEX access_request_step_by_request ON access_request_step (request_id);
`;

/** Adds the steps, the last use of a token and the reference of a request. Existing requests have no reference. */
export const ADD_REQUEST_STEPS = `
ALTER TABLE access_token ADD COLUMN last_used_at TEXT;
ALTER TABLE access_request ADD COLUMN reference TEXT;
${REQUEST_STEPS}`;

/**
 * Adds the name, organisation and language of the sender, and the key of the page of a request. Adds the last time for
 * a confirmation of the address, the time of the confirmation, and the time at which a message is due. That is null if
 * none is due; the first process that claims a message sends it. A step gets the answer that its sender sees, as JSON.
 * All are null for older requests.
 */
export const SENDERS_OF_REQUESTS = `
ALTER TABLE access_request ADD COLUMN name TEXT;
ALTER TABLE access_request ADD COLUMN organisation TEXT;
ALTER TABLE access_request ADD COLUMN language TEXT;
ALTER TABLE access_request ADD COLUMN page_key BLOB;
ALTER TABLE access_request ADD COLUMN confirm_by TEXT;
ALTER TABLE access_request ADD COLUMN confirmed_at TEXT;
ALTER TABLE access_request ADD COLUMN message_due_at TEXT;
ALTER TABLE access_request_step ADD COLUMN answer TEXT;
`;

/**
 * The questions of feeds, and the people that they have found. Both are stored as keyed digests, from which neither a
 * question nor a person can be read; {@link REPEATED_QUESTIONS} adds the text of some questions. Times are in seconds
 * since 1970.
 */
export const FEED_QUESTIONS = `
CREATE TABLE standing_question (
  question      BLOB PRIMARY KEY,
  first_read_at INTEGER NOT NULL,
  last_read_at  INTEGER NOT NULL,
  changed_at    INTEGER NOT NULL,
  content       BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE standing_question_person (
  question BLOB NOT NULL,
  person   BLOB NOT NULL,
  origin   TEXT NOT NULL,
  came_at  INTEGER NOT NULL,
  PRIMARY KEY (question, person)
) STRICT, WITHOUT ROWID;
`;

/**
 * Subscribers by mail and the people that their questions have found. `told_up_to` and `owed` say which people a
 * subscriber knows of; `claim` names the round that is running the question. Times are in seconds since 1970, days are
 * days since 1970.
 */
export const SUBSCRIPTIONS = `
CREATE TABLE subscription (
  id            BLOB PRIMARY KEY,
  address       TEXT NOT NULL,
  mailbox       BLOB NOT NULL,
  question      BLOB NOT NULL,
  kind          TEXT NOT NULL,
  search        TEXT NOT NULL,
  lang          TEXT NOT NULL,
  frequency     TEXT NOT NULL,
  asked_at      INTEGER NOT NULL,
  second_of_day INTEGER NOT NULL,
  due_day       INTEGER,
  told_up_to    INTEGER NOT NULL,
  owed          BLOB NOT NULL,
  claim         BLOB
) STRICT, WITHOUT ROWID;
CREATE INDEX subscription_by_question ON subscription (question);
CREATE TABLE subscription_person (
  number   INTEGER PRIMARY KEY AUTOINCREMENT,
  question BLOB NOT NULL,
  person   BLOB NOT NULL,
  origin   TEXT NOT NULL,
  UNIQUE (question, person)
) STRICT;
`;

/**
 * `once` is a unique key, within a request, of a step that happens only once, such as the answer of a person to one
 * link. `asked_person` has the people of requests. The first process that claims a row at `look_at` checks it.
 */
export const DUE_PEOPLE = `
ALTER TABLE access_request_step ADD COLUMN once TEXT;
CREATE UNIQUE INDEX access_request_step_once ON access_request_step (request_id, once);
CREATE INDEX access_request_by_user ON access_request (user_id);
CREATE TABLE asked_person (
  user_id       INTEGER PRIMARY KEY,
  look_at       TEXT,
  claimed_until TEXT NOT NULL DEFAULT ''
) STRICT;
`;

/**
 * Columns for questions of feeds that the registry repeats without a reader. Only these store the question itself.
 * `due_day` and `second_of_day` are as in `subscription`, `coverage` has the answers of registries to the question, as
 * JSON. `link_due_at` is when the link to confirm a subscription is due, null if none is.
 */
export const REPEATED_QUESTIONS = `
ALTER TABLE standing_question ADD COLUMN kind TEXT;
ALTER TABLE standing_question ADD COLUMN search TEXT;
ALTER TABLE standing_question ADD COLUMN second_of_day INTEGER;
ALTER TABLE standing_question ADD COLUMN due_day INTEGER;
ALTER TABLE standing_question ADD COLUMN coverage TEXT;
ALTER TABLE subscription ADD COLUMN link_due_at INTEGER;
`;

/**
 * `counted_use` has the uses that a limit counts within a period, in milliseconds since 1970; its callers are keyed
 * digests. `mailbox` of a request is the same for all spellings of its address. `network` of a question is a keyed
 * digest of the network that read it first. Both are null in older rows.
 */
export const COUNTED_USES = `
CREATE TABLE counted_use (
  id     INTEGER PRIMARY KEY,
  bound  TEXT NOT NULL,
  caller BLOB NOT NULL,
  at     INTEGER NOT NULL
) STRICT;
CREATE INDEX counted_use_by_bound ON counted_use (bound, caller, at);
CREATE INDEX counted_use_by_time ON counted_use (at);
ALTER TABLE access_request ADD COLUMN mailbox TEXT;
CREATE INDEX access_request_by_mailbox ON access_request (mailbox);
ALTER TABLE standing_question ADD COLUMN network BLOB;
`;

/**
 * The `id` of a question is its moment in milliseconds times 1024, plus its place among the questions of that
 * millisecond. `answers` is a list as JSON. `day` is a number of days since 1970, in UTC. `line_count` counts the
 * questions of a day with their answers, `left_out` the questions for which there was no room. `calls` has the last
 * calls to a partner, each a line of JSON. `audit_partner_day` counts all calls of a day; its `reason` is JSON, and
 * empty for answers.
 */
export const AUDIT_LOG = `
CREATE TABLE audit_question (
  id         INTEGER PRIMARY KEY,
  kind       TEXT NOT NULL,
  viewer     TEXT NOT NULL,
  outcome    TEXT NOT NULL,
  elapsed_ms INTEGER NOT NULL,
  answers    TEXT NOT NULL,
  text       TEXT,
  user_id    INTEGER
) STRICT;
CREATE TABLE audit_day (
  day        INTEGER PRIMARY KEY,
  line_count INTEGER NOT NULL,
  left_out   INTEGER NOT NULL
) STRICT;
CREATE TABLE audit_partner (
  partner TEXT PRIMARY KEY,
  calls   TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE audit_partner_day (
  partner    TEXT NOT NULL,
  day        INTEGER NOT NULL,
  reason     TEXT NOT NULL,
  calls      INTEGER NOT NULL,
  elapsed_ms INTEGER NOT NULL,
  slowest_ms INTEGER NOT NULL,
  PRIMARY KEY (partner, day, reason)
) STRICT, WITHOUT ROWID;
`;
export const AUDIT_TABLES = ['audit_question', 'audit_day', 'audit_partner', 'audit_partner_day'] as const;

/** When the message about an accepted request is due; null if none is. The first process that claims it sends it. */
export const ANSWERS_BY_MESSAGE = `
ALTER TABLE access_request ADD COLUMN answer_due_at TEXT;
`;

/**
 * Deletes the audit log from a file that is a copy, or is put aside: nobody deletes there what gets too old. The deleted
 * rows are overwritten. A file of an older format has none.
 */
export function dropAuditLog(file: string | URL): void {
  using database = connect(file);
  const isThere = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  const held = AUDIT_TABLES.filter(
    (table) =>
      isThere.get(table) !== undefined && database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined,
  );
  if (held.length === 0) return;
  database.exec('PRAGMA secure_delete = ON; BEGIN IMMEDIATE');
  for (const table of held) database.exec(`DELETE FROM ${table}`);
  database.exec('COMMIT');
}

/**
 * The state of this service. `email` is that of the account when the token was made. `last_used_at` is the beginning of
 * the hour. `reference` is null for requests from before references existed.
 */
export const STATE = `
CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE access_token (
  id           INTEGER PRIMARY KEY,
  user_id      INTEGER NOT NULL,
  hash         BLOB NOT NULL UNIQUE,
  label        TEXT,
  created_at   TEXT NOT NULL,
  expires_at   TEXT NOT NULL,
  email        TEXT,
  last_used_at TEXT
) STRICT;

CREATE TABLE access_request (
  id          INTEGER PRIMARY KEY,
  received_at TEXT NOT NULL,
  user_id     INTEGER NOT NULL,
  gene_id     INTEGER,
  contact     TEXT NOT NULL,
  reason      TEXT NOT NULL,
  reference   TEXT
) STRICT;
${REQUEST_STEPS}${FEED_QUESTIONS}${SENDERS_OF_REQUESTS}${SUBSCRIPTIONS}${DUE_PEOPLE}${REPEATED_QUESTIONS}${COUNTED_USES}${AUDIT_LOG}${ANSWERS_BY_MESSAGE}`;

/** The format of the file with the state of this service, when the registry's data are those of a followed database. */
export const STATE_FORMAT: FileFormat = {
  // "ipst"
  applicationId: 0x69707374,
  version: 10,
  schema: STATE,
  olderFormats: new Map([
    [1, ADD_REQUEST_STEPS],
    [2, FEED_QUESTIONS],
    [3, SENDERS_OF_REQUESTS],
    [4, SUBSCRIPTIONS],
    [5, DUE_PEOPLE],
    [6, REPEATED_QUESTIONS],
    [7, COUNTED_USES],
    [8, AUDIT_LOG],
    [9, ANSWERS_BY_MESSAGE],
  ]),
  owner: 'the state of a registry that follows a database',
  advice: 'start the version that wrote it',
};
