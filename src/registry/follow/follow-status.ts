/** How it stands with a followed database, for callers, for operators, and as numbers. */

import { RegistryError } from '../../domain/errors.ts';
import type { ReadProgress } from './read-generation.ts';

/** Since the start of the program. */
export type FollowCounts = {
  usersTakenOver: number;
  looks: number;
  failedLooks: number;
  /** Of the last one. */
  lookMs: number;
};

export type FollowStatus = FollowCounts & {
  /** Whether there is anything of this database to answer from. */
  hasData: boolean;
  /** How far a reading of the whole database is. */
  progress: ReadProgress | undefined;
  /** How often the whole database was read. */
  wholeReads: number;
  /** Of the last time. */
  wholeReadMs: number;
  /** Why the database cannot be looked at, and since when. */
  trouble: { since: Date; reason: string } | undefined;
  /** Since the data were last found to be those of the database; undefined where that is not known. */
  ageMs: number | undefined;
  isTooOld: boolean;
};

type Standing = Omit<FollowStatus, 'ageMs' | 'isTooOld'> & { comparedAtMs: number | undefined; maxAgeMs: number };

export function followStatus({ comparedAtMs, maxAgeMs, ...standing }: Standing): FollowStatus {
  const ageMs = comparedAtMs === undefined ? undefined : performance.now() - comparedAtMs;
  return { ...standing, ageMs, isTooOld: ageMs === undefined || ageMs > maxAgeMs };
}

/** Nobody knows when it is over; so long a wait costs a caller little. */
const ASK_AGAIN_SECONDS = 30;

/** Lets requests be answered or not. @throws RegistryError `data-not-read-yet`, `data-too-old` */
export function refuseUnfit({ hasData, isTooOld }: FollowStatus): void {
  if (!hasData) throw new RegistryError('data-not-read-yet', { retryAfterSeconds: ASK_AGAIN_SECONDS });
  if (isTooOld) throw new RegistryError('data-too-old', { retryAfterSeconds: ASK_AGAIN_SECONDS });
}

/** Why others had better be asked, for operators, with nothing of the database's place; undefined when answers are given. */
export function notReadyReason(status: FollowStatus): string | undefined {
  if (!status.hasData)
    return `the followed database is being read for the first time${progressOf(status)}${cause(status)}`;
  return status.isTooOld ? `the followed database could not be looked at for too long${cause(status)}` : undefined;
}

/** What an operator had better know though answers are given. */
export function readyRemark(status: FollowStatus): string | undefined {
  return status.trouble === undefined ? undefined : `the followed database cannot be looked at${cause(status)}`;
}

function progressOf({ progress }: FollowStatus): string {
  return progress === undefined ? '' : `, ${progress.stage}: ${progress.done} of ${progress.total}`;
}

function cause({ trouble }: FollowStatus): string {
  return trouble === undefined ? '' : `, since ${trouble.since.toISOString()}; the log says why`;
}
