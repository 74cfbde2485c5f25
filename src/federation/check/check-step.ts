/** One thing that was looked at, and what was found. */

import type { ProxyError } from '../../domain/federation/origin.ts';
import type { QuestionKind } from '../../domain/federation/source.ts';

/** What is looked at besides the questions, which have the names of their kinds. */
export const CHECK_NAMES = [
  'name',
  'connection',
  'tls',
  'version',
  'address',
  'itself',
  'token',
  'records',
  'origin',
] as const;

export type CheckStep = {
  check: (typeof CHECK_NAMES)[number] | QuestionKind;
  /** `remark`: works, and somebody should know. `not-asked`: could not be looked at, which says nothing. */
  result: 'ok' | 'remark' | 'wrong' | 'not-asked';
  /** What was found, for a person; neither a secret nor anything of a researcher is in it. */
  found: string;
  elapsedMs: number | null;
  /** How many records came; null where none were asked for. */
  records: number | null;
  error: ProxyError | null;
};

export type PartnerCheck = {
  key: string;
  name: string;
  url: string;
  /** Nothing is wrong. */
  isWell: boolean;
  version: string | null;
  /** How it is asked, by the oldest version that is asked so; `oldest` while its version is not known. */
  dialect: string;
  steps: readonly CheckStep[];
};

type Facts = Partial<Pick<CheckStep, 'elapsedMs' | 'records' | 'error'>>;

export function checkStep(
  check: CheckStep['check'],
  result: CheckStep['result'],
  found: string,
  { elapsedMs = null, records = null, error = null }: Facts = {},
): CheckStep {
  return { check, result, found, elapsedMs, records, error };
}
