/**
 * Collects from a partner's records what an operator needs: members of a wrong form, the addresses they name, ids to
 * ask for.
 */

import { once } from '../../domain/memoize.ts';
import { counted, isOne } from '../../domain/plurals.ts';
import type { Check } from '../../domain/problem.ts';
import { PARTNER_RECORD_SCHEMAS } from '../../domain/sanitize/partner-record-schemas.ts';
import { memberIn, type PartnerRecordKind, type RecordChecks } from '../../domain/sanitize/records.ts';
import { compileCheck } from '../../lib/schema-check.ts';
import { membersOf } from '../dialect/json-body.ts';
import { type ProbeRow, probeRow } from './report.ts';

type SeenIds = { user?: number; anonymousUser?: string; anonymousGene?: string };

export type SeenRecords = {
  /** Checks that also collect; they take the place of those that only answer yes or no. */
  checks: RecordChecks;
  /** One id of each kind that can be asked for. */
  ids: Readonly<SeenIds>;
  steps(url: string): readonly ProbeRow[];
};

/** The number of faults that are listed; further ones are counted. */
const MOST_LISTED = 5;
const KINDS: readonly PartnerRecordKind[] = ['user', 'gene', 'term', 'stats'];

/** Finds what is wrong with a record of each kind by the schemas of searches, without any value, which may be about a person. */
const problemsOf = once((): Readonly<Record<PartnerRecordKind, Check>> => {
  const { user, gene, term, stats } = PARTNER_RECORD_SCHEMAS;
  return { user: problemsIn(user), gene: problemsIn(gene), term: problemsIn(term), stats: problemsIn(stats) };
});

function problemsIn(schema: { properties: Readonly<Record<string, object>> }): Check {
  const unshown = Object.entries(schema.properties).map(([field, form]) => [field, { ...form, writeOnly: true }]);
  return compileCheck({ ...schema, properties: Object.fromEntries(unshown) }, { allErrors: true });
}

export function seenRecords(): SeenRecords {
  const faults = new Map<string, number>();
  const authorities = new Map<string, number>();
  const ids: SeenIds = {};
  let count = 0;

  function check(kind: PartnerRecordKind, value: unknown): boolean {
    count++;
    const problems = problemsOf()[kind](value);
    for (const { path, found, allowed } of problems) {
      const fault = `${memberIn(kind, path)} is ${found}, but must be ${allowed}`;
      faults.set(fault, (faults.get(fault) ?? 0) + 1);
    }
    if (kind === 'user' || kind === 'gene') noteOrigin(personIn(kind, value));
    if (problems.length === 0) noteIds(kind, value);
    return problems.length === 0;
  }

  function noteOrigin({ originUrl }: Readonly<Record<string, unknown>>): void {
    if (typeof originUrl !== 'string') return;
    const authority = URL.parse(originUrl)?.host ?? 'no address';
    authorities.set(authority, (authorities.get(authority) ?? 0) + 1);
  }

  function noteIds(kind: PartnerRecordKind, value: unknown): void {
    const user = personIn(kind, value);
    if (typeof user.id === 'number' && user.id > 0) ids.user ??= user.id;
    const { anonymousId } = membersOf(value);
    if (typeof anonymousId !== 'string') return;
    if (kind === 'gene') ids.anonymousGene ??= anonymousId;
    if (kind === 'user') ids.anonymousUser ??= anonymousId;
  }

  return {
    checks: Object.fromEntries(KINDS.map((kind) => [kind, (value: unknown) => check(kind, value)])) as RecordChecks,
    ids,
    steps: (url) => [faultStep(faults, count), originStep(authorities, url)],
  };
}

function faultStep(faults: ReadonlyMap<string, number>, records: number): ProbeRow {
  if (records === 0) return probeRow('records', 'not-asked', 'no record was received', { records });
  if (faults.size === 0) return probeRow('records', 'ok', 'every field is valid', { records });
  const listed = [...faults]
    .slice(0, MOST_LISTED)
    .map(([fault, times]) => (isOne(times) ? fault : `${fault} (${counted(times, 'time')})`));
  const rest = faults.size > MOST_LISTED ? [`and ${faults.size - MOST_LISTED} more`] : [];
  return probeRow('records', 'wrong', [...listed, ...rest].join('; '), { records });
}

function originStep(authorities: ReadonlyMap<string, number>, url: string): ProbeRow {
  const own = new URL(url).host;
  const records = [...authorities.values()].reduce((sum, count) => sum + count, 0);
  if (records === 0) return probeRow('origin', 'not-asked', 'no record states its origin', { records });
  const foreign = [...authorities.keys()].filter((authority) => authority !== own);
  if (foreign.length === 0) return probeRow('origin', 'ok', `originUrl is at ${own}`, { records });
  const where = foreign.slice(0, MOST_LISTED).map(shortened).join(', ');
  const found = `originUrl is at ${where}, but the registry is configured at ${own}`;
  return probeRow('origin', 'wrong', found, { records });
}

function shortened(authority: string): string {
  return authority.length > 100 ? `${authority.slice(0, 100)}…` : authority;
}

function personIn(kind: PartnerRecordKind, value: unknown): Readonly<Record<string, unknown>> {
  return membersOf(kind === 'gene' ? membersOf(value).remoteUser : value);
}
