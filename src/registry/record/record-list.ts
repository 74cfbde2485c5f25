/** A list of found records in order; each record is assembled only when it is read. */

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
  /** Returns a tag of the data of all records read so far; undefined if the data changed between reads. */
  edition(): string | undefined;
  /**
   * Returns records `from` (included) to `to` (excluded).
   *
   * @throws RegistryError `data-replaced` if an import came since they were found, or if the viewer's own account has
   * changed and may have lost rights. Also if a withheld person of these records has changed since: the place of the
   * record in the order of names could reveal the person
   */
  read(from: number, to: number, form?: BytesForm): Promise<RecordBytes[]>;
  /** Like {@link read}, with the values by which each record is merged with those of other registries. */
  readFound(from: number, to: number, form: BytesForm): Promise<FoundRecord[]>;
};

type ListOf<Found> = {
  store: Store;
  viewer: Viewer;
  /** What was found, in order. */
  found: readonly Found[];
  /** Decides again whether the viewer may see a record, and assembles it. */
  toBytes(tx: ReadTransaction, one: Found, options: BytesOptions): RecordBytes | undefined;
  idBatch(): AnonymousIdBatch;
  orderOf(tx: ReadTransaction, one: Found): OrderKey | undefined;
  /** Returns what was found from data that have changed since; undefined if the search would not find it any more. */
  presentOf?(tx: ReadTransaction, one: Found): Found | undefined;
  /** Returns the user whose record it is. */
  userIdOf(one: Found): number;
  /** Undefined for records of researchers. */
  geneIdOf?(one: Found): number;
  /** Returns the organism of that gene. */
  taxonIdOf?(tx: ReadTransaction, one: Found): number;
};

const CHANGED_SINCE = 'SELECT 1 FROM user_change WHERE user_id = ? AND revision > ?';

/** Returns the list of what was found at this moment. */
export function recordList<Found>(
  tx: ReadTransaction,
  { store, viewer, found, toBytes, idBatch, orderOf, presentOf, userIdOf, geneIdOf, taxonIdOf }: ListOf<Found>,
): RecordList {
  const [generation, revision, tag] = [tx.generation(), tx.usersRevision(), tx.dataTag()];
  let isOfOneMoment = true;

  function hasChangedSince(tx: ReadTransaction, userId: number): boolean {
    return store.query<[number]>(CHANGED_SINCE).first(tx, userId, revision) !== undefined;
  }

  function mayHaveLessRights(tx: ReadTransaction, userId: number): boolean {
    return tx.isWithheld(userId) || hasChangedSince(tx, userId);
  }

  /** Whether the person may have been named when this was found. The place in the list was then that of the name. */
  function mayBeHiddenSince(tx: ReadTransaction, one: Found): boolean {
    return orderOf(tx, one)?.isWithheld === true && hasChangedSince(tx, userIdOf(one));
  }

  type Make<T> = (tx: ReadTransaction, one: Found, bytes: RecordBytes) => T;

  function each<T>(from: number, to: number, form: BytesForm, make: Make<T>): T[] {
    return store.read((tx) => {
      if (tx.generation() !== generation) throw replaced();
      const haveUsersChanged = tx.dataTag() !== tag;
      if (haveUsersChanged) isOfOneMoment = false;
      if (haveUsersChanged && viewer.userId !== undefined && mayHaveLessRights(tx, viewer.userId)) throw replaced();
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

/** Returns the pieces of a record as text. */
export function textOf(bytes: RecordBytes): string {
  return Buffer.concat(bytes).toString();
}
