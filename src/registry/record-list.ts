/** An answer of many records, found and ordered; the records themselves are put together as they are read. */

import { RegistryError } from '../domain/errors.ts';
import type { PageRequest } from '../domain/paging.ts';
import type { RecordBytes } from './record-bytes.ts';
import type { SqliteStore } from './sqlite-store.ts';

export type RecordList = {
  /** How many records the answer has. */
  readonly total: number;
  /**
   * Records `from` (included) to `to` (excluded).
   *
   * @throws RegistryError `data-replaced` when an import came since they were found: an answer is of one moment
   */
  read(from: number, to: number): Promise<RecordBytes[]>;
};

/**
 * A list over what was found, in order. `toBytes` decides once more whether the viewer may see a record, and puts it
 * together. Call it, as it will be called, inside `store.read`.
 */
export function recordList<Found>(
  store: SqliteStore,
  found: readonly Found[],
  toBytes: (one: Found) => RecordBytes | undefined,
): RecordList {
  const foundIn = store.generation();
  return {
    total: found.length,
    read: async (from, to) =>
      store.read(() => {
        if (store.generation() !== foundIn) throw new RegistryError('data-replaced');
        const records: RecordBytes[] = [];
        for (const one of found.slice(from, to)) {
          const bytes = toBytes(one);
          if (bytes !== undefined) records.push(bytes);
        }
        return records;
      }),
  };
}

/** The part of a list that one page shows. */
export function pageOf(list: RecordList, { page, size }: PageRequest): RecordList {
  const start = Math.min(page * size, list.total);
  const end = Math.min(start + size, list.total);
  return {
    total: end - start,
    read: (from, to) => list.read(start + from, Math.min(start + to, end)),
  };
}
