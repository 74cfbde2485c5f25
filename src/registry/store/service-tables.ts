/**
 * Tables and columns that were added to the state of this service: steps of requests for access, last use of tokens,
 * questions of feeds and subscriptions, senders of requests, the people whom requests are about, and what bounds count.
 */

/** The steps of a request that administrators noted, one row each, in the order of `id`. */
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

/** Adds the steps, the last use of a token and the reference of a request. Existing requests have no reference. */
export const ADD_REQUEST_STEPS = `
ALTER TABLE access_token ADD COLUMN last_used_at TEXT;
ALTER TABLE access_request ADD COLUMN reference TEXT;
${REQUEST_STEPS}`;

/**
 * Adds the name, organisation and language of the sender, the key of the page of a request, the time until which the
 * address has to be confirmed, the time of the confirmation, and the time at which a message is due (null if none is;
 * the first process that claims it sends it). A step gets the answer that its sender sees, as JSON. All are null for
 * older requests.
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
 * `once` is a unique key, within a request, of a step that can be made only once, such as the answer of a person to one
 * link. `asked_person` has the people that requests are about; the first process that claims a row at `look_at` checks it.
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
 * Columns for questions of feeds that are run again without a reader; only these store the question itself. `due_day` and
 * `second_of_day` are as in `subscription`, `coverage` is what registries answered to the question, as JSON, and
 * `link_due_at` is when the link to confirm a subscription is due (null if none is).
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
 * `counted_use` has what bounds within a period count, in milliseconds since 1970, for callers that are keyed digests.
 * `mailbox` of a request is the same for all spellings of its address, and `network` of a question is a keyed digest of
 * where it was first read; both are null in rows from before.
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
