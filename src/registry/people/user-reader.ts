/** Reads users from the tables as members of a snapshot. */

import type { PrivacyLevel, Tier } from '../../domain/record/model.ts';
import {
  type SnapshotUser,
  USER_COLUMNS,
  USER_MEMBERS,
  type UserColumn,
  type UserMember,
} from '../../domain/record/snapshot.ts';
import type { ReadTransaction, Store, Value } from '../store/store.ts';
import { storedWithdrawnGenes } from '../store/withdrawn.ts';

/** Users have no access tokens, because only hashes of these are stored. */
type UserReader = {
  /** Returns all users by id, one after the other. */
  all(tx: ReadTransaction): Iterable<SnapshotUser>;
  find(tx: ReadTransaction, userId: number): SnapshotUser | undefined;
};

type UserRow = [id: number, ...others: Value[]];

const MEMBERS = Object.entries<UserMember>(USER_MEMBERS);

const SELECT = `SELECT ${USER_COLUMNS.map(({ name }) => name).join(', ')} FROM user`;

type GeneRow = [geneId: number, tier: Tier | null, privacyLevel: PrivacyLevel | null];

export function userReader(store: Store): UserReader {
  const allUsers = store.query<UserRow>(`${SELECT} ORDER BY id`);
  const userById = store.query<UserRow>(`${SELECT} WHERE id = ?`);
  const genesOf = store.query<GeneRow>(
    'SELECT gene_id, tier, privacy_level FROM user_gene WHERE user_id = ? ORDER BY registration',
  );

  const { presentLevel } = storedWithdrawnGenes(store);

  function genes(tx: ReadTransaction, userId: number): SnapshotUser['genes'] {
    return genesOf.all(tx, userId).flatMap(([geneId, tier, written]) => {
      const privacyLevel = presentLevel(tx, userId, geneId, written);
      return privacyLevel === 'gone' ? [] : { geneId, tier, privacyLevel };
    });
  }

  function* all(tx: ReadTransaction): Generator<SnapshotUser> {
    for (const row of allUsers.each(tx)) yield toUser(row, genes(tx, row[0]));
  }

  return {
    all,
    find(tx, userId) {
      const row = userById.first(tx, userId);
      return row && toUser(row, genes(tx, userId));
    },
  };
}

function toUser(row: UserRow, genes: SnapshotUser['genes']): SnapshotUser {
  let place = 0;
  const members = MEMBERS.map(([member, { column }]) => {
    if (column === undefined) return [member, member === 'genes' ? genes : []] as const;
    return [member, fromColumn(row[place++] ?? null, column.form)] as const;
  });
  // Identifiers that nobody knows are absent.
  const known = members.filter(([, value], at) => value !== null || MEMBERS[at]?.[1].empty !== undefined);
  return Object.fromEntries(known) as SnapshotUser;
}

function fromColumn(value: Value, form: UserColumn['form']): unknown {
  if (form === 'plain') return value;
  return form === 'flag' ? value === 1 : JSON.parse(value as string);
}
