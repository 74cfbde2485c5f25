/** How it stands with a followed database, for callers, for operators, and as numbers. */

import { RegistryError } from '../../domain/errors.ts';
import { MISSING_SHOWN_MS } from '../../domain/people/missing-people.ts';
import type { ImportProgress } from '../load/snapshot-import.ts';
import type { OmittedValues } from '../people/omitted-values.ts';
import type { MissingPeople } from './held-back.ts';

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
  progress: ImportProgress | undefined;
  /** How often the whole database was read. */
  wholeReads: number;
  /** Of the last time. */
  wholeReadMs: number;
  /** Why the database cannot be looked at, and since when. */
  trouble: { since: Date; reason: string } | undefined;
  /** Of very many people the records are older than those of the database; what was withdrawn counts already. */
  outstanding: number;
  /** People whom the database lacks, together with most others, and who are answered from all the same. */
  missingPeople: MissingPeople | undefined;
  /** What the last reading of the whole left out, as a registry cannot hold it. */
  omitted: OmittedValues;
  /** Since the data were last found to be those of the database; undefined where that is not known. */
  ageMs: number | undefined;
  isTooOld: boolean;
  /** Whether this process could not open the file that the leader of several has read. */
  isBehindLeader: boolean;
};

type Standing = Omit<FollowStatus, 'ageMs' | 'isTooOld' | 'isBehindLeader'> & {
  comparedAtMs: number | undefined;
  maxAgeMs: number;
};

export function followStatus({ comparedAtMs, maxAgeMs, ...standing }: Standing): FollowStatus {
  const ageMs = comparedAtMs === undefined ? undefined : performance.now() - comparedAtMs;
  return { ...standing, ageMs, isTooOld: isTooOld(ageMs, standing.missingPeople, maxAgeMs), isBehindLeader: false };
}

/** A status that was received so long ago, and no other since. */
export function statusAfter(before: FollowStatus, elapsedMs: number, maxAgeMs: number): FollowStatus {
  const ageMs = before.ageMs === undefined ? undefined : before.ageMs + elapsedMs;
  const missingPeople = before.missingPeople && {
    ...before.missingPeople,
    shownForMs: before.missingPeople.shownForMs + elapsedMs,
  };
  return { ...before, ageMs, missingPeople, isTooOld: before.isTooOld || isTooOld(ageMs, missingPeople, maxAgeMs) };
}

function isTooOld(ageMs: number | undefined, missingPeople: MissingPeople | undefined, maxAgeMs: number): boolean {
  const isMissedTooLong = (missingPeople?.shownForMs ?? 0) > MISSING_SHOWN_MS;
  return ageMs === undefined || ageMs > maxAgeMs || isMissedTooLong;
}

const MS_PER_SECOND = 1000;
/** Nobody knows when it is over; so long a wait costs a caller little. */
const ASK_AGAIN_SECONDS = 30;

/** Lets requests be answered or not. @throws RegistryError `data-not-read-yet`, `data-too-old` */
export function refuseUnfit({ hasData, isTooOld }: FollowStatus): void {
  if (!hasData) throw new RegistryError('data-not-read-yet', { retryAfterSeconds: ASK_AGAIN_SECONDS });
  if (isTooOld) throw new RegistryError('data-too-old', { retryAfterSeconds: ASK_AGAIN_SECONDS });
}

/** How it stands, with nothing of the database's place, and of nobody in it. */
export type FollowedDatabase = {
  hasData: boolean;
  ageSeconds: number | null;
  troubleSince: string | null;
  /** Records that are older than those of the database. */
  outstandingPeople: number;
  missingPeople: { missing: number; before: number; since: string; shownForSeconds: number } | null;
  /** How many values the last reading of the whole left out; the log says which. */
  leftOut: number;
};

export function toFollowedDatabase(status: FollowStatus): FollowedDatabase {
  const { hasData, ageMs, trouble, outstanding, missingPeople, omitted } = status;
  return {
    hasData,
    ageSeconds: ageMs === undefined ? null : ageMs / MS_PER_SECOND,
    troubleSince: trouble?.since.toISOString() ?? null,
    outstandingPeople: outstanding,
    missingPeople:
      missingPeople === undefined
        ? null
        : {
            ...{ missing: missingPeople.missing, before: missingPeople.before },
            since: missingPeople.since.toISOString(),
            shownForSeconds: missingPeople.shownForMs / MS_PER_SECOND,
          },
    leftOut: omitted.count,
  };
}

/** Whether answers may lack records that the database has by now. */
export function isBehind({ outstanding, missingPeople }: FollowStatus): boolean {
  return outstanding > 0 || missingPeople !== undefined;
}

/** Why others had better be asked, for operators, with nothing of the database's place; undefined when answers are given. */
export function notReadyReason(status: FollowStatus): string | undefined {
  if (!status.hasData)
    return `the followed database is being read for the first time${progressOf(status)}${cause(status)}`;
  if (status.isBehindLeader) return 'this process could not open the file that was read as a whole; the log says why';
  const { missingPeople } = status;
  if (missingPeople !== undefined && missingPeople.shownForMs > MISSING_SHOWN_MS) return missingReason(missingPeople);
  return status.isTooOld ? `the followed database could not be looked at for too long${cause(status)}` : undefined;
}

/** What an operator had better know though answers are given. */
export function readyRemark(status: FollowStatus): string | undefined {
  const { trouble, missingPeople, outstanding } = status;
  const remarks = [
    ...(trouble === undefined ? [] : [`the followed database cannot be looked at${cause(status)}`]),
    ...(missingPeople === undefined ? [] : [missingReason(missingPeople)]),
    ...(outstanding === 0
      ? []
      : [`the records of ${outstanding} people are being read anew; what was withdrawn of them counts already`]),
  ];
  return remarks.length === 0 ? undefined : remarks.join('; ');
}

function missingReason({ missing, before, since, shownForMs }: MissingPeople): string {
  const lack = `the followed database lacks ${missing} of ${before} people since ${since.toISOString()}`;
  const isOver = shownForMs > MISSING_SHOWN_MS;
  const meanwhile = isOver ? 'nothing is answered' : `they are shown for ${MISSING_SHOWN_MS / 1000} s`;
  return `${lack}; ${meanwhile} until they return; if they have left, isearch-proxy follow confirm says so`;
}

function progressOf({ progress }: FollowStatus): string {
  return progress === undefined ? '' : `, ${progress.stage}: ${progress.done} of ${progress.total}`;
}

function cause({ trouble }: FollowStatus): string {
  return trouble === undefined ? '' : `, since ${trouble.since.toISOString()}; the log says why`;
}
