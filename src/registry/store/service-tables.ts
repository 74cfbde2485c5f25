/**
 * What came to the tables of this service: what became of requests for access, when tokens were used, what feeds and messages
 * ask, who asks for access, who is asked.
 */

/** One row for each thing that an administrator noted about a request, in the order of `id`. */
export const REQUEST_STEPS = `
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

/** Leads tables without all that to those with it. Nobody was given a reference of the requests that are there. */
export const ADD_REQUEST_STEPS = `
ALTER TABLE access_token ADD COLUMN last_used_at TEXT;
ALTER TABLE access_request ADD COLUMN reference TEXT;
${REQUEST_STEPS}`;

/**
 * Who asks for access, the key of the page of a request, until when its sender has to confirm the address and when that was
 * done, when a message about it is to be sent by whoever comes first (null where none is due), and with each step what its
 * sender is shown, as JSON. Of requests from before there is none of it.
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
 * The questions of feeds, and who was found by them. Both are stored as keyed digests: neither a question nor a person
 * can be read from them. Times are in seconds since 1970.
 */
export const STANDING_QUESTIONS = `
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
 * Who is notified by mail, and whom their questions have found. `told_up_to` and `owed` say whom each knows of, `claim`
 * names the round that asks the question at the moment. Times are in seconds since 1970, days since then.
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
 * Steps that are made once, such as the answer of a person to one link: `once` names what no other step of the request may be.
 * Whom requests are about is looked at when `look_at` comes, by whoever claims that first.
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
 * The questions of feeds that are asked again without a reader: only of them the question itself is stored, `due_day`
 * and `second_of_day` as of messages; what registries answered to each question, as JSON; and when the link to confirm
 * a subscription is to be sent by whoever comes first (null where none is due).
 */
export const REPEATED_QUESTIONS = `
ALTER TABLE standing_question ADD COLUMN kind TEXT;
ALTER TABLE standing_question ADD COLUMN search TEXT;
ALTER TABLE standing_question ADD COLUMN second_of_day INTEGER;
ALTER TABLE standing_question ADD COLUMN due_day INTEGER;
ALTER TABLE standing_question ADD COLUMN coverage TEXT;
ALTER TABLE subscription ADD COLUMN link_due_at INTEGER;
`;
