/** The steps of a check and of a probe, each with what it found. */

import type { Finding } from '../../domain/federation/findings.ts';
import type { ProxyError } from '../../domain/federation/origin.ts';
import type { QuestionKind } from '../../domain/federation/source.ts';
import type { ProtocolCheck } from './protocol-rows.ts';

/** What a probe checks, in this order. */
const PROBE_CHECKS = ['name', 'connection', 'tls', 'version', 'address', 'itself', 'token'] as const;

/** One step of a probe and what it found, as data. */
export type ProbeStep = {
  check: (typeof PROBE_CHECKS)[number];
  /** `remark`: it works, but an operator should know something. `not-asked`: it could not be checked, which says nothing. */
  result: 'ok' | 'remark' | 'wrong' | 'not-asked';
  finding: Finding;
  elapsedMs: number | null;
  error: ProxyError | null;
};

export function probeStep(check: ProbeStep['check'], result: ProbeStep['result'], finding: Finding): ProbeStep {
  return { check, result, finding, elapsedMs: null, error: null };
}

/** The checks besides the questions, which have the names of their kinds. */
export const CHECK_NAMES = [...PROBE_CHECKS, 'records', 'origin'] as const;

export type CheckStep = {
  check: (typeof CHECK_NAMES)[number] | QuestionKind | ProtocolCheck;
  result: ProbeStep['result'];
  /** What was found, in English; it contains neither a secret nor anything about a researcher. */
  found: string;
  elapsedMs: number | null;
  /** How many records arrived; null if none were requested. */
  records: number | null;
  error: ProxyError | null;
  /** The place in docs/rdp-protocol with the rule; null for a rule of this check alone. */
  anchor: string | null;
  /** The number of the known quirk that was found (rdp-protocol 12). */
  quirk: number | null;
};

export type PartnerCheck = {
  key: string;
  name: string;
  url: string;
  /** Whether nothing is wrong. */
  isWell: boolean;
  version: string | null;
  /** The dialect of the partner; `oldest` while its version is not known. */
  dialect: string;
  steps: readonly CheckStep[];
};

/** The anchors of the steps that every check has. */
const ANCHORS: Readonly<Partial<Record<CheckStep['check'], string>>> = {
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

type Facts = Partial<Pick<CheckStep, 'elapsedMs' | 'records' | 'error' | 'anchor' | 'quirk'>>;

export function checkStep(
  check: CheckStep['check'],
  result: CheckStep['result'],
  found: string,
  { elapsedMs = null, records = null, error = null, anchor = ANCHORS[check] ?? null, quirk = null }: Facts = {},
): CheckStep {
  return { check, result, found, elapsedMs, records, error, anchor, quirk };
}
