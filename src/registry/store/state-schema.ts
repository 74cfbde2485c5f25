/** The tables of the state of the service, which is not part of the registry's data, and the format of a file with these alone. */

import { AUDIT_LOG } from './audit-tables.ts';
import type { FileFormat } from './file-format.ts';
import {
  ADD_REQUEST_STEPS,
  COUNTED_USES,
  DUE_PEOPLE,
  REPEATED_QUESTIONS,
  REQUEST_STEPS,
  SENDERS_OF_REQUESTS,
  STANDING_QUESTIONS,
  SUBSCRIPTIONS,
} from './service-tables.ts';

/**
 * The state of this service. `email` is that of the account when the token was made here, `last_used_at` the beginning
 * of the hour; `reference` is null for requests from before references existed.
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
${REQUEST_STEPS}${STANDING_QUESTIONS}${SENDERS_OF_REQUESTS}${SUBSCRIPTIONS}${DUE_PEOPLE}${REPEATED_QUESTIONS}${COUNTED_USES}${AUDIT_LOG}`;

/** The format of the file with the state of this service, when the registry's data are those of a followed database. */
export const STATE_FORMAT: FileFormat = {
  // "ipst"
  applicationId: 0x69707374,
  version: 9,
  schema: STATE,
  olderFormats: new Map([
    [1, ADD_REQUEST_STEPS],
    [2, STANDING_QUESTIONS],
    [3, SENDERS_OF_REQUESTS],
    [4, SUBSCRIPTIONS],
    [5, DUE_PEOPLE],
    [6, REPEATED_QUESTIONS],
    [7, COUNTED_USES],
    [8, AUDIT_LOG],
  ]),
  owner: 'the state of a registry that follows a database',
  advice: 'start the version that wrote it',
};
