/** Collects from a partner's records what an operator needs: members of a wrong form, the addresses they name, ids to ask for. */

import type { Check } from '../../domain/problem.ts';
import { memberIn } from '../../domain/sanitize/record-checks.ts';
import type { PartnerRecordKind, RecordChecks } from '../../domain/sanitize/records.ts';
import { membersOf } from '../dialect/json-body.ts';
import { type CheckStep, checkStep } from './check-step.ts';

/** Finds what is wrong with a record of each kind, without any value of the record. */
export type RecordProblems = Readonly<Record<PartnerRecordKind, Check>>;

type SeenIds = { user?: number; anonymousUser?: string; anonymousGene?: string };

export type SeenRecords = {
  /** Checks that also collect; they take the place of those that only answer yes or no. */
  checks: RecordChecks;
  /** One id of each kind that can be asked for. */
  ids: Readonly<SeenIds>;
  steps(url: string): readonly CheckStep[];
};

/** The number of faults that are listed; further ones are counted. */
const MOST_LISTED = 5;
const KINDS: readonly PartnerRecordKind[] = ['user', 'gene', 'term', 'stats'];

export function seenRecords(problemsOf: RecordProblems): SeenRecords {
  const faults = new Map<string, number>();
  const authorities = new Map<string, number>();
  const ids: SeenIds = {};
  let count = 0;

  function look(kind: PartnerRecordKind, value: unknown): boolean {
    count++;
    const problems = problemsOf[kind](value);
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
    checks: Object.fromEntries(KINDS.map((kind) => [kind, (value: unknown) => look(kind, value)])) as RecordChecks,
    ids,
    steps: (url) => [faultStep(faults, count), originStep(authorities, url)],
  };
}

function faultStep(faults: ReadonlyMap<string, number>, records: number): CheckStep {
  if (records === 0) return checkStep('records', 'not-asked', 'no record came', { records });
  if (faults.size === 0) return checkStep('records', 'ok', 'every field has its form', { records });
  const listed = [...faults]
    .slice(0, MOST_LISTED)
    .map(([fault, times]) => (times === 1 ? fault : `${fault} (${times.toLocaleString('en')} times)`));
  const rest = faults.size > MOST_LISTED ? [`and ${faults.size - MOST_LISTED} more`] : [];
  return checkStep('records', 'wrong', [...listed, ...rest].join('; '), { records });
}

function originStep(authorities: ReadonlyMap<string, number>, url: string): CheckStep {
  const own = new URL(url).host;
  const records = [...authorities.values()].reduce((sum, count) => sum + count, 0);
  if (records === 0) return checkStep('origin', 'not-asked', 'no record says where it is from', { records });
  const foreign = [...authorities.keys()].filter((authority) => authority !== own);
  if (foreign.length === 0) return checkStep('origin', 'ok', `originUrl is at ${own}`, { records });
  const where = foreign.slice(0, MOST_LISTED).map(shortened).join(', ');
  const found = `originUrl is at ${where}, but the registry is configured at ${own}`;
  return checkStep('origin', 'wrong', found, { records });
}

function shortened(authority: string): string {
  return authority.length > 100 ? `${authority.slice(0, 100)}…` : authority;
}

function personIn(kind: PartnerRecordKind, value: unknown): Readonly<Record<string, unknown>> {
  return membersOf(kind === 'gene' ? membersOf(value).remoteUser : value);
}
