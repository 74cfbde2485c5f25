/** Whether a record of a partner has the shape that its kind has. */

import { PARTNER_RECORD_SCHEMAS } from './partner-record-schemas.ts';
import type { RecordCheck, RecordChecks } from './records.ts';

/** Makes of a schema what finds the problems of a value. */
type Compile = (schema: object) => (value: unknown) => readonly unknown[];

export function recordChecks(compile: Compile): RecordChecks {
  const { user, gene, term, stats } = PARTNER_RECORD_SCHEMAS;
  function check(schema: object): RecordCheck {
    const problemsOf = compile(schema);
    return (value) => problemsOf(value).length === 0;
  }
  return { user: check(user), gene: check(gene), term: check(term), stats: check(stats) };
}
