/** What became of the records of reference files: how many, and a sentence for each of the first that need one. */

import { type BoundedSentences, reportList } from '../bounded-list.ts';

export type LoadReport = {
  /** What was loaded, in the plural: `genes`. */
  records: string;
  added: number;
  changed: number;
  unchanged: number;
  /** No longer in the files, and therefore no longer here. */
  removed: BoundedSentences;
  /** No longer in the files, but kept. */
  retained: BoundedSentences;
  /** Lines that were not taken over: how many, and of each kind of them the first, with how many are like it. */
  skipped: BoundedSentences & { kinds: number };
  /** Whatever else an operator should know, in sentences. */
  notes: readonly string[];
  /** Whether anything is in the tables that was not there before, or is there no more. */
  isChanged: boolean;
};

/** Where a row stands. */
export type LinePlace = { file: string; lineNumber: number };

/** Counts while records come; `count` is given how many. */
export type LoadTally = {
  added(count?: number): void;
  changed(count?: number): void;
  unchanged(count?: number): void;
  removed(sentence: string): void;
  retained(sentence: string): void;
  /** Those of one kind and file are reported by the reason of the first. */
  skipped(place: LinePlace, reason: string, kind: string): void;
  note(sentence: string): void;
  /** A change that is none of a record, with the sentence that reports it. */
  alsoChanged(sentence: string): void;
  hasChanges(): boolean;
  report(): LoadReport;
};

export function loadTally(records: string): LoadTally {
  const counts = { added: 0, changed: 0, unchanged: 0 };
  const [removed, retained] = [reportList(), reportList()];
  const skipped = skippedLines();
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
    removed: removed.report,
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
