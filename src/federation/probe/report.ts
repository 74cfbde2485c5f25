/**
 * The report of a probe: what a test of the administrators' page, `partners check` and `conformance` have found, row by
 * row.
 */

import type { Finding } from '../../domain/federation/findings.ts';
import { findingInEnglish } from '../../domain/federation/findings-in-english.ts';
import type { ProxyError } from '../../domain/federation/origin.ts';
import type { QuestionKind } from '../../domain/federation/source.ts';
import type { ProtocolCheck } from './protocol-rows.ts';

/** What every probe checks, in this order; then the questions, which have the names of their kinds, and the protocol. */
export const CHECK_NAMES = [
  ...(['name', 'connection', 'tls', 'version', 'address', 'itself', 'token'] as const),
  ...(['records', 'origin'] as const),
];

/** A row has its finding as data, too, where a page shows it in the language of its viewer. */
export type ProbeRow = (Finding | { readonly code: null; readonly params: null }) & {
  check: (typeof CHECK_NAMES)[number] | QuestionKind | ProtocolCheck;
  /** `remark`: it works, but an operator should know something. `not-asked`: it could not be checked, which says nothing. */
  result: 'ok' | 'remark' | 'wrong' | 'not-asked';
  /** What was found, in English; it contains neither a secret nor anything about a researcher. */
  found: string;
  elapsedMs: number | null;
  /** How many records arrived; null if none were requested. */
  records: number | null;
  error: ProxyError | null;
  /** The place in docs/rdp-protocol with the rule; null for a rule of the probe alone. */
  anchor: string | null;
  /** The number of the known quirk that was found (rdp-protocol 12). */
  quirk: number | null;
};

export type ProbeReport = {
  key: string;
  name: string;
  url: string;
  at: string;
  /** Whether nothing is wrong. */
  isWell: boolean;
  version: string | null;
  /** The dialect of the partner; `oldest` while its version is not known. */
  dialect: string;
  steps: readonly ProbeRow[];
};

/** Puts rows together to the report on a partner. */
export function probeReport(
  { key, name, url }: Pick<ProbeReport, 'key' | 'name' | 'url'>,
  { at, version, dialect }: { at: Date; version: string | undefined; dialect: string },
  steps: readonly ProbeRow[],
): ProbeReport {
  const isWell = steps.every(({ result }) => result !== 'wrong');
  return { key, name, url, at: at.toISOString(), isWell, version: version ?? null, dialect, steps };
}

/** The anchors of the rows that every report has. */
const ANCHORS: Readonly<Partial<Record<ProbeRow['check'], string>>> = {
  version: 'partners.md#7.4',
  token: 'tokens-and-origins.md#6.2',
  'genes-search': 'routes.md#2.7',
  'users-search': 'routes.md#2.6',
  'genes-list': 'routes.md#2.5',
  'users-list': 'routes.md#2.5',
  stats: 'routes.md#2.11',
  terms: 'routes.md#2.11',
  user: 'routes.md#2.9',
  'anonymous-user': 'routes.md#2.10',
  'anonymous-gene': 'routes.md#2.10',
  records: 'records.md#1',
  origin: 'records.md#1.2',
};

type Facts = Partial<Pick<ProbeRow, 'elapsedMs' | 'records' | 'error' | 'anchor' | 'quirk'>>;

/** Returns the row of a finding that pages show, too. */
export function findingRow(
  check: ProbeRow['check'],
  result: ProbeRow['result'],
  finding: Finding,
  facts: Facts = {},
): ProbeRow {
  return { ...probeRow(check, result, findingInEnglish(finding), facts), ...finding };
}

export function probeRow(
  check: ProbeRow['check'],
  result: ProbeRow['result'],
  found: string,
  { elapsedMs = null, records = null, error = null, anchor = ANCHORS[check] ?? null, quirk = null }: Facts = {},
): ProbeRow {
  return { check, result, code: null, params: null, found, elapsedMs, records, error, anchor, quirk };
}
