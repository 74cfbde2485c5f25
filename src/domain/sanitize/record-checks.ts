/** Checks whether a record from a partner has the shape of its kind, and finds the member that has not. */

import type { Problem } from '../problem.ts';
import { PARTNER_RECORD_SCHEMAS } from './partner-record-schemas.ts';
import type { PartnerRecordKind, RecordCheck, RecordChecks } from './records.ts';

/** Compiles a schema to a function that finds the problems of a value. */
type Compile<Found> = (schema: object) => (value: unknown) => readonly Found[];

/** Returns the name of the faulty member, such as `gene.taxon.id`, without its value; undefined for a valid record. */
export type FaultyMember = (kind: PartnerRecordKind, record: unknown) => string | undefined;

/** Returns the checks of all kinds of records, compiled from their schemas. */
export function recordChecks(compile: Compile<unknown>): RecordChecks {
  const { user, gene, term, stats } = PARTNER_RECORD_SCHEMAS;
  function check(schema: object): RecordCheck {
    const problemsOf = compile(schema);
    return (value) => problemsOf(value).length === 0;
  }
  return { user: check(user), gene: check(gene), term: check(term), stats: check(stats) };
}

/** Returns the function. It compiles a schema at the first faulty record of its kind, as nearly all partners send none. */
export function faultyMember(compile: Compile<Problem>): FaultyMember {
  const compiled = new Map<PartnerRecordKind, ReturnType<Compile<Problem>>>();
  return (kind, record) => {
    const problemsOf = compiled.get(kind) ?? compile(PARTNER_RECORD_SCHEMAS[kind]);
    compiled.set(kind, problemsOf);
    const [first] = problemsOf(record);
    return first && memberIn(kind, first.path);
  };
}

/** Returns the name of a member without what is specific to one record: positions in lists, and keys that the partner chooses. */
export function memberIn(kind: PartnerRecordKind, path: string): string {
  const member = path
    .replace(/\["(?:[^"\\]|\\.)*"\]/g, '.*')
    .replace(/\[\d+\]/g, '[]')
    .replace(/(\buser(?:Genes|Organs))\.[\w-]+/g, '$1.*')
    .replace(/(\bresearchersByTaxonId)\.[\w-]+/g, '$1.*');
  return [kind, member].filter((part) => part !== '').join('.');
}
