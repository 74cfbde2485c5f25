/** What was done to whom during a chaos run, for every answer to be held against. */

import { type Mark, markKey } from './people.ts';
import type { Absence, Change } from './truth.ts';

export type RunRecord = {
  startedMs: number;
  /** Notes that somebody begins to withdraw or to come back; the function that is answered notes that it is done. */
  changes(mark: Mark, isPublic: boolean): () => void;
  changesOf(mark: Mark): readonly Change[];
  /** Notes that something is away from now on; the function that is answered notes that it is back. */
  goesAway(what: string): () => void;
  /** Notes the same when it is over. */
  wasAway(what: string, absence: Absence): void;
  absencesOf(what: string): readonly Absence[];
  /** Faults so far, by their kind. */
  faults: Map<string, number>;
};

export function openRunRecord(now: () => number = Date.now): RunRecord {
  const changes = new Map<string, Change[]>();
  const absences = new Map<string, Absence[]>();
  return {
    startedMs: now(),
    changes(mark, isPublic) {
      const change = { isPublic, begunMs: now(), doneMs: Number.POSITIVE_INFINITY };
      listOf(changes, markKey(mark)).push(change);
      return () => {
        change.doneMs = now();
      };
    },
    changesOf: (mark) => changes.get(markKey(mark)) ?? [],
    goesAway(what) {
      const absence = { fromMs: now(), untilMs: Number.POSITIVE_INFINITY };
      listOf(absences, what).push(absence);
      return () => {
        absence.untilMs = now();
      };
    },
    wasAway: (what, absence) => void listOf(absences, what).push(absence),
    absencesOf: (what) => absences.get(what) ?? [],
    faults: new Map(),
  };
}

function listOf<Entry>(lists: Map<string, Entry[]>, key: string): Entry[] {
  const known = lists.get(key) ?? [];
  lists.set(key, known);
  return known;
}
