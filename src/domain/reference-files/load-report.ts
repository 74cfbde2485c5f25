/** What became of the records of reference files: how many, and a sentence for each of the first that need one. */

import { type Told, toldList } from '../told-list.ts';

export type LoadReport = {
  /** What was loaded, in the plural: `genes`. */
  records: string;
  added: number;
  changed: number;
  unchanged: number;
  /** No longer in the files, and therefore no longer here. */
  removed: Told;
  /** No longer in the files, but kept. */
  kept: Told;
  /** Lines that were not taken over. */
  skipped: Told;
  /** Whatever else an operator should know, in sentences. */
  notes: readonly string[];
  /** Whether anything is in the tables that was not there before, or is there no more. */
  isChanged: boolean;
};

/** Where a row stands. */
export type Place = { file: string; lineNumber: number };

/** Counts while records come; `count` is given how many. */
export type LoadTally = {
  added(count?: number): void;
  changed(count?: number): void;
  unchanged(count?: number): void;
  removed(sentence: string): void;
  kept(sentence: string): void;
  skipped(place: Place, reason: string): void;
  note(sentence: string): void;
  /** A change that is none of a record, with the sentence that tells it. */
  alsoChanged(sentence: string): void;
  hasChanges(): boolean;
  report(): LoadReport;
};

export function loadTally(records: string): LoadTally {
  const counts = { added: 0, changed: 0, unchanged: 0 };
  const [removed, kept, skipped] = [toldList(), toldList(), toldList()];
  const notes: string[] = [];
  let isElseChanged = false;
  const hasChanges = () => isElseChanged || counts.added + counts.changed + removed.all().count > 0;
  return {
    added(count = 1) {
      counts.added += count;
    },
    changed(count = 1) {
      counts.changed += count;
    },
    unchanged(count = 1) {
      counts.unchanged += count;
    },
    removed: removed.tell,
    kept: kept.tell,
    skipped: ({ file, lineNumber }, reason) => skipped.tell(`${file}, line ${lineNumber}: ${reason}`),
    note: (sentence) => void notes.push(sentence),
    alsoChanged(sentence) {
      isElseChanged = true;
      notes.push(sentence);
    },
    hasChanges,
    report: () => ({
      ...{ records, ...counts, removed: removed.all(), kept: kept.all(), skipped: skipped.all() },
      ...{ notes, isChanged: hasChanges() },
    }),
  };
}
