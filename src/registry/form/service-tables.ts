/** What came to the tables of this service: what became of requests for access, and when tokens were used. */

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

/** Leads tables without all that to those with it. Nobody was told a reference of the requests that are there. */
export const ADD_REQUEST_STEPS = `
ALTER TABLE access_token ADD COLUMN last_used_at TEXT;
ALTER TABLE access_request ADD COLUMN reference TEXT;
${REQUEST_STEPS}`;
