/** Whether a record of a partner has the shape that its kind has, and which member of it has not. */

import type { Problem } from '../problem.ts';
import { PARTNER_RECORD_SCHEMAS } from './partner-record-schemas.ts';
import type { PartnerRecordKind, RecordCheck, RecordChecks } from './records.ts';

/** Makes of a schema what finds the problems of a value. */
type Compile<Found> = (schema: object) => (value: unknown) => readonly Found[];

/** A member such as `gene.taxon.id`, and nothing of what stands there; undefined for a record that is right. */
export type FaultyMember = (kind: PartnerRecordKind, record: unknown) => string | undefined;

export function recordChecks(compile: Compile<unknown>): RecordChecks {
  const { user, gene, term, stats } = PARTNER_RECORD_SCHEMAS;
  function check(schema: object): RecordCheck {
    const problemsOf = compile(schema);
    return (value) => problemsOf(value).length === 0;
  }
  return { user: check(user), gene: check(gene), term: check(term), stats: check(stats) };
}

/** Schemas are compiled when the first record of their kind is wrong: nearly all partners send none. */
export function faultyMember(compile: Compile<Problem>): FaultyMember {
  const compiled = new Map<PartnerRecordKind, ReturnType<Compile<Problem>>>();
  return (kind, record) => {
    const problemsOf = compiled.get(kind) ?? compile(PARTNER_RECORD_SCHEMAS[kind]);
    compiled.set(kind, problemsOf);
    const [first] = problemsOf(record);
    return first && memberIn(kind, first.path);
  };
}

/** The member without what stands for one record alone: positions in lists, and keys that the partner chooses. */
export function memberIn(kind: PartnerRecordKind, path: string): string {
  const member = path
    .replace(/\["(?:[^"\\]|\\.)*"\]/g, '.*')
    .replace(/\[\d+\]/g, '[]')
    .replace(/(\buser(?:Genes|Organs))\.[\w-]+/g, '$1.*')
    .replace(/(\bresearchersByTaxonId)\.[\w-]+/g, '$1.*');
  return [kind, member].filter((part) => part !== '').join('.');
}
