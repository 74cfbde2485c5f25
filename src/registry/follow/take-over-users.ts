/**
 * Takes over what has changed of single users of a followed database, in transactions of a few users each. Statistics
 * are counted by who calls it.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { foldForEquality } from '../../domain/folding.ts';
import type { SnapshotUser } from '../../domain/record/snapshot.ts';
import { users } from '../people/users.ts';
import type { PersonTable } from '../rdp-database/changes.ts';
import type { Store, WriteTransaction } from '../store/store.ts';
import { keptChecksums, type UserChecksums } from './kept-checksums.ts';
import type { LookedAtDatabase } from './patient-database.ts';

export type UserChanges = {
  /** Found changed since the last time in at least one of these tables. */
  userIds: number[];
  checksums: UserChecksums;
};

export type TakenOver = {
  /** How many users were written or removed. */
  users: number;
  /** Whether a user names a gene, an organ or an ontology that is not there yet; it was left away. */
  lacksReference: boolean;
};

export type UserFollower = {
  /** Compares what these tables say of everybody with what they said when it was last taken over. */
  compare(tables: readonly PersonTable[]): Promise<UserChanges>;
  takeOver(changes: UserChanges): Promise<TakenOver>;
};

/** Written at once; other requests are answered in between. */
const USERS_AT_ONCE = 10;

/** @param database the one that is open at the moment */
export function userFollower(database: () => LookedAtDatabase, store: Store): UserFollower {
  const kept = keptChecksums(store);
  const people = users(store, { countsStats: false });
  const known = store.read((tx) => kept.users(tx));
  const present = {
    gene: store.query<[number]>('SELECT 1 FROM gene WHERE id = ?'),
    organ: store.query<[number]>('SELECT 1 FROM organ WHERE uberon_id_folded = ?'),
    ontology: store.query<[number]>('SELECT 1 FROM ontology WHERE name_folded = ?'),
  };
  const holderOf = store.query<[number]>('SELECT id FROM user WHERE email = ?');

  /** With those who hold the e-mail address of one of them here, and another one, or none, in the database by now. */
  async function readWithHolders(userIds: readonly number[]): Promise<{ ids: number[]; read: SnapshotUser[] }> {
    const ids = new Set(userIds);
    for (;;) {
      const { users: read } = await database().readUsers([...ids]);
      const size = ids.size;
      store.read((tx) => {
        for (const { email } of read) for (const [holder] of holderOf.all(tx, email)) ids.add(holder);
      });
      if (ids.size === size) return { ids: [...ids], read };
    }
  }

  /** Reference data that were added to the database a moment ago may be named before they are here. */
  function withoutUnknown(tx: WriteTransaction, user: SnapshotUser): SnapshotUser {
    return {
      ...user,
      genes: user.genes.filter(({ geneId }) => present.gene.first(tx, geneId) !== undefined),
      organs: user.organs.filter((uberonId) => present.organ.first(tx, foldForEquality(uberonId)) !== undefined),
      ontologyTerms: user.ontologyTerms.filter(
        ({ ontology }) => present.ontology.first(tx, foldForEquality(ontology)) !== undefined,
      ),
    };
  }

  /** The tokens of a user are all those of the database: one that was taken away there is none any more. */
  function write(tx: WriteTransaction, userIds: readonly number[], read: readonly SnapshotUser[]): boolean {
    const written = read.map((user) => withoutUnknown(tx, user));
    const found = new Set(read.map(({ id }) => id));
    people.remove(
      tx,
      userIds.filter((id) => !found.has(id)),
    );
    for (const id of found) tx.run('DELETE FROM access_token WHERE user_id = ?', id);
    people.put(tx, written, new Date());
    return written.some((user, index) => namedCount(user) !== namedCount(read[index]));
  }

  function remember(userIds: readonly number[], checksums: UserChecksums): void {
    for (const [table, found] of checksums) {
      const ofTable = known.get(table) ?? new Map<number, string>();
      known.set(table, ofTable);
      for (const id of userIds) {
        const checksum = found.get(id);
        if (checksum === undefined) ofTable.delete(id);
        else ofTable.set(id, checksum);
      }
    }
  }

  return {
    async compare(tables) {
      const checksums = await database().readPersonChecksums(tables);
      const changed = [...checksums].flatMap(([table, found]) => differences(known.get(table) ?? new Map(), found));
      return { userIds: [...new Set(changed)], checksums };
    },

    async takeOver({ userIds, checksums }) {
      let lacksReference = false;
      for (let at = 0; at < userIds.length; at += USERS_AT_ONCE) {
        if (at > 0) await nextTurn();
        const { ids, read } = await readWithHolders(userIds.slice(at, at + USERS_AT_ONCE));
        lacksReference =
          (await store.writeInTurn((tx) => {
            kept.writeUsers(tx, ids, checksums);
            return write(tx, ids, read);
          })) || lacksReference;
        remember(ids, checksums);
      }
      return { users: userIds.length, lacksReference };
    },
  };
}

function differences(before: ReadonlyMap<number, string>, now: ReadonlyMap<number, string>): number[] {
  const gone = [...before.keys()].filter((id) => !now.has(id));
  const others = [...now].filter(([id, checksum]) => before.get(id) !== checksum).map(([id]) => id);
  return [...gone, ...others];
}

function namedCount(user: SnapshotUser | undefined): number {
  return user === undefined ? 0 : user.genes.length + user.organs.length + user.ontologyTerms.length;
}
