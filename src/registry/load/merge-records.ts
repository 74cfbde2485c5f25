/** Compares the records of files with those that are here, and writes what differs. */

import type { LoadTally } from '../../domain/reference-files/load-report.ts';

type Merge<Key, Here, Given> = {
  here: ReadonlyMap<Key, Here>;
  given: ReadonlyMap<Key, Given>;
  /** Whether a record is here as it is given. */
  isSame(here: Here, given: Given): boolean;
  add(key: Key, given: Given): void;
  change(key: Key, given: Given, here: Here): void;
  /** Whether a changed record has lost what the files said of it, as in a file that is cut short. */
  isEmptied?(here: Here, given: Given): boolean;
  /** Called with each record that is here and not given: removes and counts it, or reports that it stays. */
  gone(key: Key, here: Here): void;
};

export function mergeRecords<Key, Here, Given>(tally: LoadTally, merge: Merge<Key, Here, Given>): void {
  const { here, given, isSame, add, change, isEmptied, gone } = merge;
  for (const [key, record] of given) {
    const before = here.get(key);
    if (before === undefined) {
      add(key, record);
      tally.added();
    } else if (isSame(before, record)) tally.unchanged();
    else {
      change(key, record, before);
      if (isEmptied?.(before, record)) tally.emptied();
      else tally.changed();
    }
  }
  for (const [key, before] of here) if (!given.has(key)) gone(key, before);
}
