/** Checks the fields of partners' records. */

import { PARTNER_RECORD_SCHEMAS } from '../domain/sanitize/partner-record-schemas.ts';
import type { RecordProblems } from '../federation/check/seen-records.ts';
import { compileCheck } from '../lib/schema-check.ts';

let compiled: RecordProblems | undefined;

/** Returns the checks of records, by the same schemas as searches use, compiled once. Problems never quote a value, which may be about a person. */
export function recordProblems(): RecordProblems {
  const { user, gene, term, stats } = PARTNER_RECORD_SCHEMAS;
  compiled ??= { user: problemsIn(user), gene: problemsIn(gene), term: problemsIn(term), stats: problemsIn(stats) };
  return compiled;
}

/** Returns a check that finds all problems of the fields and never quotes a value. */
function problemsIn(schema: { properties: Readonly<Record<string, object>> }) {
  const unshown = Object.entries(schema.properties).map(([field, form]) => [field, { ...form, writeOnly: true }]);
  return compileCheck({ ...schema, properties: Object.fromEntries(unshown) }, { allErrors: true });
}
