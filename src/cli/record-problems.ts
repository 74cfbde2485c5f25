/** What is wrong with records of partners, field by field. */

import { PARTNER_RECORD_SCHEMAS } from '../domain/sanitize/partner-record-schemas.ts';
import type { RecordProblems } from '../federation/check/seen-records.ts';
import { compileCheck } from '../lib/schema-check.ts';

let compiled: RecordProblems | undefined;

/**
 * By the schemas by which searches believe records, which are compiled once. What stands in a field is never shown: it may
 * be about a person.
 */
export function recordProblems(): RecordProblems {
  const { user, gene, term, stats } = PARTNER_RECORD_SCHEMAS;
  compiled ??= { user: problemsIn(user), gene: problemsIn(gene), term: problemsIn(term), stats: problemsIn(stats) };
  return compiled;
}

/** Every problem with the field, and never what stands in it, which may be about a person. */
function problemsIn(schema: { properties: Readonly<Record<string, object>> }) {
  const unshown = Object.entries(schema.properties).map(([field, form]) => [field, { ...form, writeOnly: true }]);
  return compileCheck({ ...schema, properties: Object.fromEntries(unshown) }, { allErrors: true });
}
