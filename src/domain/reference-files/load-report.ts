/**
 * Reports what happened to the records of reference files: counts, and sentences for the first of them. A load that
 * would remove many records is held back.
 */

import { type BoundedSentences, reportList } from '../bounded-list.ts';
import { mayBeReloading } from '../people/missing-people.ts';

export type LoadReport = {
  /** The kind of records, in the plural: `genes`. */
  records: string;
  added: number;
  changed: number;
  unchanged: number;
  /** Records that are no longer in the files and were removed here. */
  removed: BoundedSentences;
  /** How many records there were of those that the files replace, and how many of them the files lack, in whole or in part. */
  before: number;
  missing: number;
  /** Records that are no longer in the files, but stay here. */
  retained: BoundedSentences;
  /** How many lines were skipped, with the first of each kind and the number of others like it. */
  skipped: BoundedSentences & { kinds: number };
  /** Other sentences for the operator. */
  notes: readonly string[];
  /** Whether a table has changed. */
  isChanged: boolean;
};

/** The place of a row. */
export type LinePlace = { file: string; lineNumber: number };

/** Counts records during a load; `count` is how many. */
export type LoadTally = {
  added(count?: number): void;
  changed(count?: number): void;
  unchanged(count?: number): void;
  removed(sentence: string): void;
  /** Counts a changed record that has lost what the files said of it, as a file that is cut short makes it. */
  emptied(): void;
  retained(sentence: string): void;
  /** Counts a skipped line; lines of one kind and file are reported with the reason of the first. */
  skipped(place: LinePlace, reason: string, kind: string): void;
  note(sentence: string): void;
  /** Reports a change that concerns no single record, in a sentence. */
  alsoChanged(sentence: string): void;
  hasChanges(): boolean;
  report(): LoadReport;
};

export function loadTally(records: string): LoadTally {
  const counts = { added: 0, changed: 0, unchanged: 0 };
  const [removed, retained] = [reportList(), reportList()];
  const skipped = skippedLines();
  const notes: string[] = [];
  let emptied = 0;
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
    removed: removed.report,
    emptied() {
      counts.changed += 1;
      emptied += 1;
    },
    retained: retained.report,
    skipped: skipped.report,
    note: (sentence) => void notes.push(sentence),
    alsoChanged(sentence) {
      isElseChanged = true;
      notes.push(sentence);
    },
    hasChanges,
    report: () => ({
      ...{ records, ...counts, removed: removed.all(), retained: retained.all(), skipped: skipped.all() },
      ...{ before: counts.changed + counts.unchanged + removed.all().count, missing: removed.all().count + emptied },
      ...{ notes, isChanged: hasChanges() },
    }),
  };
}

const MOST_KINDS = 20;

function skippedLines() {
  const byKind = new Map<string, { sentence: string; others: number }>();
  let count = 0;
  const report: LoadTally['skipped'] = ({ file, lineNumber }, reason, kind) => {
    count += 1;
    const known = byKind.get(`${file}\n${kind}`);
    if (known !== undefined) known.others += 1;
    else byKind.set(`${file}\n${kind}`, { sentence: `${file}, line ${lineNumber}: ${reason}`, others: 0 });
  };
  const sentenceOf = ({ sentence, others }: { sentence: string; others: number }) =>
    others === 0 ? sentence : `${sentence} ${others.toLocaleString('en')} more lines are like it.`;
  return {
    report,
    all: () => ({ count, kinds: byKind.size, sentences: [...byKind.values()].slice(0, MOST_KINDS).map(sentenceOf) }),
  };
}

/**
 * Returns what is wrong with the files, to follow their names in a sentence; undefined where nothing is held back. The share is the
 * one by which a followed database that lacks people is held back.
 */
export function heldLoad(reports: readonly LoadReport[]): string | undefined {
  const held = reports.filter(({ before, missing }) => mayBeReloading(before, missing, 'rows'));
  if (held.length === 0) return undefined;
  const lacking = held.map(({ records, before, missing }) => `${shown(missing)} of the ${shown(before)} ${records}`);
  const found = `would remove ${lacking.join(' and ')} that are here`;
  return `${found}: the files may be incomplete, so nothing was changed. If the records are really gone, load again with --confirm`;
}

function shown(count: number): string {
  return count.toLocaleString('en');
}
