/** An answer of many records, found and ordered; the records themselves are put together as they are read. */

import { RegistryError } from '../../domain/errors.ts';
import type { FoundRecord } from '../../domain/federation/source.ts';
import type { OrderKey } from '../../domain/people/order.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import type { AnonymousIdBatch } from './anonymous-ids.ts';
import type { BytesForm, RecordBytes } from './record-bytes.ts';
import type { BytesOptions } from './visibility.ts';

export type RecordList = {
  /** How many records the answer has. */
  readonly total: number;
  /** Names the data that all records read until now are of; undefined where these changed meanwhile. */
  edition(): string | undefined;
  /**
   * Records `from` (included) to `to` (excluded).
   *
   * @throws RegistryError `data-replaced` when an import came since they were found, when the viewer's own account has changed,
   * which may have lost its rights, or the person of one of these records is withheld and has changed since: an answer is of one
   * moment, and the place of a name shows whose the record is
   */
  read(from: number, to: number, form?: BytesForm): Promise<RecordBytes[]>;
  /** As {@link read}, in this form, with what each record is merged by with those of other registries. */
  readFound(from: number, to: number, form: BytesForm): Promise<FoundRecord[]>;
};

type ListOf<Found> = {
  store: Store;
  viewer: Viewer;
  /** In order. */
  found: readonly Found[];
  /** Decides once more whether the viewer may see a record, and puts it together. */
  toBytes(tx: ReadTransaction, one: Found, options: BytesOptions): RecordBytes | undefined;
  idBatch(): AnonymousIdBatch;
  orderOf(tx: ReadTransaction, one: Found): OrderKey | undefined;
  /** What was found, as it is in data that have changed since; undefined for what would not be found any more. */
  presentOf?(tx: ReadTransaction, one: Found): Found | undefined;
  /** Whose the record is. */
  userIdOf(one: Found): number;
  /** Undefined for records of researchers. */
  geneIdOf?(one: Found): number;
  /** The organism of that gene. */
  taxonIdOf?(tx: ReadTransaction, one: Found): number;
};

const CHANGED_SINCE = 'SELECT 1 FROM user_change WHERE user_id = ? AND revision > ?';

/** A list over what was found in this moment. */
export function recordList<Found>(
  tx: ReadTransaction,
  { store, viewer, found, toBytes, idBatch, orderOf, presentOf, userIdOf, geneIdOf, taxonIdOf }: ListOf<Found>,
): RecordList {
  const [generation, revision, tag] = [tx.generation(), tx.usersRevision(), tx.dataTag()];
  let isOfOneMoment = true;

  function hasChangedSince(tx: ReadTransaction, userId: number): boolean {
    return store.query<[number]>(CHANGED_SINCE).first(tx, userId, revision) !== undefined;
  }

  /** Whether the person may have been named when this was found, so that the record stands where a name stood. */
  function mayBeHiddenSince(tx: ReadTransaction, one: Found): boolean {
    return orderOf(tx, one)?.isWithheld === true && hasChangedSince(tx, userIdOf(one));
  }

  type Make<T> = (tx: ReadTransaction, one: Found, bytes: RecordBytes) => T;

  function each<T>(from: number, to: number, form: BytesForm, make: Make<T>): T[] {
    return store.read((tx) => {
      if (tx.generation() !== generation) throw replaced();
      const haveUsersChanged = tx.dataTag() !== tag;
      if (haveUsersChanged) isOfOneMoment = false;
      if (haveUsersChanged && viewer.userId !== undefined && hasChangedSince(tx, viewer.userId)) throw replaced();
      const ids = idBatch();
      const asked = { form, ids };
      const ones: Found[] = [];
      const records: RecordBytes[] = [];
      for (const before of found.slice(from, to)) {
        const one = haveUsersChanged && presentOf !== undefined ? presentOf(tx, before) : before;
        if (one === undefined) continue;
        const bytes = toBytes(tx, one, asked);
        if (bytes === undefined) continue;
        if (haveUsersChanged && mayBeHiddenSince(tx, one)) throw replaced();
        ones.push(one);
        records.push(bytes);
      }
      ids.seal();
      return records.map((bytes, at) => make(tx, ones[at] as Found, bytes));
    });
  }

  return {
    total: found.length,
    edition: () => (isOfOneMoment ? tag : undefined),
    read: async (from, to, form = 'record') => each(from, to, form, (_tx, _one, bytes) => bytes),
    readFound: async (from, to, form) =>
      each(from, to, form, (tx, one, bytes) => {
        const order = orderOf(tx, one);
        const gene = { geneId: geneIdOf?.(one), taxonId: taxonIdOf?.(tx, one) };
        return { json: textOf(bytes), order, isAnonymised: order?.isWithheld ?? true, ...gene };
      }),
  };
}

function replaced(): RegistryError {
  return new RegistryError('data-replaced', { retryAfterSeconds: 1 });
}

/** The pieces of a record as text. */
export function textOf(bytes: RecordBytes): string {
  return Buffer.concat(bytes).toString();
}
