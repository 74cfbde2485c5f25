/** The tables of the audit log in a database file, and their removal from copies, in which nothing of it is to be. */

import { connect } from './sqlite-file.ts';

/**
 * The `id` of a question is its moment in milliseconds times 1024, plus its place among those of that millisecond; `answers`
 * is a list as JSON. `day` is a number of days since 1970, in UTC. `line_count` counts the questions of a day with their
 * answers, `left_out` the questions for which there was no room. `calls` has the last calls to a partner, each a line of
 * JSON, and `audit_partner_day` counts all calls of a day; `reason` is JSON there, and empty for answers.
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
