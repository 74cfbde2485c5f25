/** The status of a followed database, for callers and operators, and as metrics. */

import { RegistryError } from '../../domain/errors.ts';
import { MISSING_SHOWN_MS } from '../../domain/people/missing-people.ts';
import type { ImportProgress } from '../import/snapshot-import.ts';
import type { OmittedValues } from '../people/omitted-values.ts';
import { UnusableDatabase } from '../store/sqlite-file.ts';
import type { SqliteStore } from '../store/sqlite-store.ts';
import { storedChecksums } from './checksums.ts';
import type { MissingPeople } from './held.ts';

/** `source`: the database cannot be read. `copy`: its data cannot be written into the file of the registry. */
type Trouble = { of: 'source' | 'copy'; since: Date; reason: string };

export type TroubleReport = {
  /** Called with every new trouble, and with undefined when it is over. */
  trouble(trouble: Pick<Trouble, 'of' | 'reason'> | undefined): void;
};

export function followTrouble(report: TroubleReport) {
  let present: Trouble | undefined;
  return {
    present: () => present,
    begin(error: Error): void {
      const trouble = troubleOf(error);
      if (present?.of === trouble.of) return;
      present = { ...trouble, since: new Date() };
      report.trouble(trouble);
    },
    end(): void {
      if (present === undefined) return;
      present = undefined;
      report.trouble(undefined);
    },
  };
}

function troubleOf(error: Error): Pick<Trouble, 'of' | 'reason'> {
  if (error instanceof UnusableDatabase) return { of: 'copy', reason: error.reason };
  return { of: 'source', reason: error.message };
}

/** Counted since the start of the program. */
export type FollowCounts = {
  usersTakenOver: number;
  polls: number;
  failedPolls: number;
  /** Of the last look. */
  pollMs: number;
};

export type FollowStatus = FollowCounts & {
  /** Whether there are data of this database to answer from. */
  hasData: boolean;
  /** Whether the first poll since the start has not ended, so that earlier withdrawals may be unknown yet. */
  isUnchecked: boolean;
  /** The progress of a reading of the whole database. */
  progress: ImportProgress | undefined;
  /** How often the whole database was read. */
  wholeReads: number;
  /** How long the last reading of the whole database took. */
  wholeReadMs: number;
  /** Why it cannot follow, and since when. */
  trouble: Trouble | undefined;
  /** The number of people whose records are outdated, if there are very many; their withdrawals are in effect already. */
  outstanding: number;
  /** People with a withdrawal that cannot be written. No answer says anything about them. */
  withheld: Withheld;
  /** People who are missing in the database together with most others, and whose records are still shown. */
  missingPeople: MissingPeople | undefined;
  /** The values that the last reading of the whole database left out, because a registry cannot hold them. */
  omitted: OmittedValues;
  /** The time since the data were last found to equal those of the database; undefined if not known. */
  ageMs: number | undefined;
  isTooOld: boolean;
  /** Whether this process could not open the file that the leader of several processes has read. */
  isBehindLeader: boolean;
};

/** The ids are left out if there are too many to send them to other processes; then nothing is answered at all. */
type Withheld = { count: number; ids: readonly number[] };

/** More people are not withheld one by one. */
const MOST_WITHHELD = 1_000;

export function toWithheld(userIds: ReadonlySet<number>): Withheld {
  return { count: userIds.size, ids: userIds.size > MOST_WITHHELD ? [] : [...userIds] };
}

type FactsOfStatus = Omit<FollowStatus, 'ageMs' | 'isTooOld' | 'isBehindLeader'> & {
  comparedAtMs: number | undefined;
  maxAgeMs: number;
};

/** Returns the status with the age of the data at this moment. */
export function followStatus({ comparedAtMs, maxAgeMs, ...facts }: FactsOfStatus): FollowStatus {
  const ageMs = comparedAtMs === undefined ? undefined : performance.now() - comparedAtMs;
  return { ...facts, ageMs, isTooOld: isTooOld(ageMs, facts.missingPeople, maxAgeMs), isBehindLeader: false };
}

/** Returns what a status that was received some time ago has become, if no other has been received since. */
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
/** Nobody knows how long it takes; a retry after this time costs a caller little. */
const ASK_AGAIN_SECONDS = 30;
/** A look takes a fraction of a second. */
const ASK_SOON_SECONDS = 1;

/**
 * Refuses requests while there are no data, only old ones, or some that were not looked at since the start.
 *
 * @throws RegistryError `data-not-read-yet`, `data-too-old`, `data-not-compared-yet`
 */
export function refuseUnfit({ hasData, isUnchecked, isTooOld, withheld }: FollowStatus): void {
  if (!hasData) throw new RegistryError('data-not-read-yet', { retryAfterSeconds: ASK_AGAIN_SECONDS });
  if (isUnchecked) throw new RegistryError('data-not-compared-yet', { retryAfterSeconds: ASK_SOON_SECONDS });
  if (isTooOld || withheld.count > MOST_WITHHELD)
    throw new RegistryError('data-too-old', { retryAfterSeconds: ASK_AGAIN_SECONDS });
}

/** The status without the address of the database and without any person. */
export type FollowedDatabase = {
  hasData: boolean;
  ageSeconds: number | null;
  troubleSince: string | null;
  /** The number of people whose records are outdated, if there are very many. */
  outstandingPeople: number;
  /** The number of people about whom nothing is answered, because what they withdrew cannot be written. */
  withheldPeople: number;
  missingPeople: { missing: number; before: number; since: string; shownForSeconds: number } | null;
  /** How many values the last reading of the whole database left out; the log has details. */
  leftOut: number;
};

export function toFollowedDatabase(status: FollowStatus): FollowedDatabase {
  const { hasData, ageMs, trouble, outstanding, withheld, missingPeople, omitted } = status;
  return {
    hasData,
    ageSeconds: ageMs === undefined ? null : ageMs / MS_PER_SECOND,
    troubleSince: trouble?.since.toISOString() ?? null,
    outstandingPeople: outstanding,
    withheldPeople: withheld.count,
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

/** Whether answers may lack changes that the database already has. */
export function isBehind({ outstanding, missingPeople, withheld }: FollowStatus): boolean {
  return outstanding > 0 || missingPeople !== undefined || withheld.count > 0;
}

/** Returns why this process is not ready, for operators, without the address of the database; undefined if it is. */
export function notReadyReason(status: FollowStatus): string | undefined {
  if (!status.hasData)
    return `the followed database is being read for the first time${progressOf(status)}${cause(status)}`;
  if (status.isUnchecked) return 'the followed database has not been checked since the start';
  if (status.isBehindLeader) return 'this process could not open the new copy of the database; the log says why';
  const { missingPeople } = status;
  if (missingPeople !== undefined && missingPeople.shownForMs > MISSING_SHOWN_MS) return missingReason(missingPeople);
  if (status.withheld.count > MOST_WITHHELD) return `too many people have withdrawn a permission${cause(status)}`;
  return status.isTooOld ? `the followed database could not be checked for too long${cause(status)}` : undefined;
}

/** Returns what an operator should know although the process is ready. */
export function readyRemark(status: FollowStatus): string | undefined {
  const { missingPeople, outstanding, withheld } = status;
  const remarks = [
    ...troubleRemark(status),
    ...(withheld.count === 0
      ? []
      : [`answers leave out ${withheld.count} people, because a permission that they withdrew cannot be written`]),
    ...(missingPeople === undefined ? [] : [missingReason(missingPeople)]),
    ...(outstanding === 0
      ? []
      : [`the records of ${outstanding} people are being read again; permissions that they withdrew count already`]),
  ];
  return remarks.length === 0 ? undefined : remarks.join('; ');
}

function missingReason({ missing, before, since, shownForMs }: MissingPeople): string {
  const lack = `the followed database lacks ${missing} of ${before} people since ${since.toISOString()}`;
  const isOver = shownForMs > MISSING_SHOWN_MS;
  const meanwhile = isOver ? 'nothing is answered' : `they are shown for ${MISSING_SHOWN_MS / 1000} s`;
  return `${lack}; ${meanwhile} until they return; if they have left, run isearch-proxy follow confirm`;
}

function progressOf({ progress }: FollowStatus): string {
  return progress === undefined ? '' : `, ${progress.stage}: ${progress.done} of ${progress.total}`;
}

function cause({ trouble }: FollowStatus): string {
  if (trouble === undefined) return '';
  if (trouble.of === 'copy') return `; ${unwritableCopy(trouble)}`;
  return `, since ${trouble.since.toISOString()}; the log says why`;
}

function troubleRemark(status: FollowStatus): string[] {
  if (status.trouble === undefined) return [];
  if (status.trouble.of === 'copy') return [unwritableCopy(status.trouble)];
  return [`the followed database cannot be checked${cause(status)}`];
}

/** The reason why a file cannot be written holds neither its path nor an address. */
function unwritableCopy({ since, reason }: Trouble): string {
  return `the copy of the followed database cannot be written since ${since.toISOString()}: ${reason}`;
}

type DataAge = {
  /** In milliseconds of `performance.now()`; undefined if it is not known. */
  comparedAtMs(): number | undefined;
  compared(startedAtMs: number): void;
  /** Notes that the data were replaced by others, which have not been compared yet. */
  forget(): void;
  /** Writes the time into the file, because `performance.now()` starts at 0 with the next process. */
  note(): Promise<void>;
  /** Does the same if it was not done within the last minute. */
  noteSometimes(): Promise<void>;
};

const NOTE_EVERY_MS = 60_000;

/** Begins with the time in the file. A time that is in the future by the clock of the machine does not count. */
export function dataAge(store: SqliteStore): DataAge {
  const stored = storedChecksums(store);
  const noted = store.read((tx) => stored.comparedAt(tx) ?? null);
  const notedAgeMs = noted === null ? -1 : Date.now() - noted.getTime();
  let comparedAtMs = notedAgeMs < 0 ? undefined : performance.now() - notedAgeMs;
  let notedMs = -Infinity;

  async function note(): Promise<void> {
    if (comparedAtMs === undefined) return;
    notedMs = comparedAtMs;
    const at = new Date(Date.now() - (performance.now() - comparedAtMs));
    await store.writeInTurn((tx) => stored.writeComparedAt(tx, at));
  }

  return {
    comparedAtMs: () => comparedAtMs,
    compared(startedAtMs) {
      comparedAtMs = startedAtMs;
    },
    forget() {
      comparedAtMs = undefined;
    },
    note,
    async noteSometimes() {
      if (comparedAtMs !== undefined && comparedAtMs - notedMs >= NOTE_EVERY_MS) await note();
    },
  };
}
