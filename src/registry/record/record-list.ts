/** An answer of many records, found and ordered; the records themselves are put together as they are read. */

import { RegistryError } from '../../domain/errors.ts';
import type { FoundRecord } from '../../domain/federation/source.ts';
import type { OrderKey } from '../../domain/people/order.ts';
import type { RecordForm } from '../../domain/record/row.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import type { RecordBytes } from './record-bytes.ts';

export type RecordList = {
  /** How many records the answer has. */
  readonly total: number;
  /** The generation of the data in which they were found. */
  readonly generation: string;
  /**
   * Records `from` (included) to `to` (excluded).
   *
   * @throws RegistryError `data-replaced` when an import came since they were found: an answer is of one moment
   */
  read(from: number, to: number): Promise<RecordBytes[]>;
  /** As {@link read}, in this form, with what each record is merged by with those of other registries. */
  readFound(from: number, to: number, form: RecordForm): Promise<FoundRecord[]>;
};

type ListOf<Found> = {
  store: Store;
  /** In order. */
  found: readonly Found[];
  /** Decides once more whether the viewer may see a record, and puts it together. */
  toBytes(tx: ReadTransaction, one: Found, form: RecordForm): RecordBytes | undefined;
  orderOf(tx: ReadTransaction, one: Found): OrderKey | undefined;
  /** Undefined for records of researchers. */
  geneIdOf?(one: Found): number;
  /** The organism of that gene. */
  taxonIdOf?(tx: ReadTransaction, one: Found): number;
};

/** A list over what was found in this moment. */
export function recordList<Found>(
  tx: ReadTransaction,
  { store, found, toBytes, orderOf, geneIdOf, taxonIdOf }: ListOf<Found>,
): RecordList {
  const foundIn = tx.generation();

  type Make<T> = (tx: ReadTransaction, one: Found, bytes: RecordBytes) => T;

  function each<T>(from: number, to: number, form: RecordForm, make: Make<T>): T[] {
    return store.read((tx) => {
      if (tx.generation() !== foundIn) throw new RegistryError('data-replaced', { retryAfterSeconds: 1 });
      const records: T[] = [];
      for (const one of found.slice(from, to)) {
        const bytes = toBytes(tx, one, form);
        if (bytes !== undefined) records.push(make(tx, one, bytes));
      }
      return records;
    });
  }

  return {
    total: found.length,
    generation: foundIn,
    read: async (from, to) => each(from, to, 'record', (_tx, _one, bytes) => bytes),
    readFound: async (from, to, form) =>
      each(from, to, form, (tx, one, bytes) => {
        const order = orderOf(tx, one);
        const gene = { geneId: geneIdOf?.(one), taxonId: taxonIdOf?.(tx, one) };
        return { json: textOf(bytes), order, isAnonymised: order?.isWithheld ?? true, ...gene };
      }),
  };
}

/** The pieces of a record as text. */
export function textOf(bytes: RecordBytes): string {
  return Buffer.concat(bytes).toString();
}
