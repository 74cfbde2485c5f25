/**
 * Takes over the records of single users of a followed database, in transactions of a few users each, after withdrawals
 * were written. The caller counts the statistics.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { reportList } from '../../domain/bounded-list.ts';
import { foldForEquality } from '../../domain/folding.ts';
import type { SnapshotUser } from '../../domain/record/snapshot.ts';
import type { OmittedValues } from '../people/omitted-values.ts';
import { users } from '../people/users.ts';
import type { PersonTable } from '../rdp-database/changes.ts';
import type { RdpUsers } from '../rdp-database/rdp-database.ts';
import type { Store, WriteTransaction } from '../store/store.ts';
import { dropWithdrawnGenes } from '../store/withdrawn.ts';
import { type PeopleMemory, storedChecksums, type UserChecksums } from './checksums.ts';
import type { PolledDatabase } from './database.ts';
import { HELD_TABLES, type HeldBack } from './held.ts';
import type { Withdrawals } from './withdrawals.ts';

type TakenOver = {
  /** How many users were written or removed. */
  users: number;
  /** Whether a user names a gene, an organ or an ontology that is missing here; the record lacks it. */
  lacksReference: boolean;
  /** The values that a registry cannot hold. */
  omitted: OmittedValues;
  /** Whether the time was over before all users were taken over. */
  isCutShort: boolean;
};

export type UserFollower = {
  /** Reads the checksums of these tables, compares them with the previous ones, and returns them. */
  compare(tables: readonly PersonTable[]): Promise<UserChecksums>;
  /** Returns the users whose records differ from those of the database, except those held back. */
  outstanding(): number[];
  takeOver(userIds: readonly number[], untilMs: number): Promise<TakenOver>;
};

type Options = {
  /** Returns the database that is open at the moment. */
  database(): PolledDatabase;
  store: Store;
  memory: PeopleMemory;
  held: Pick<HeldBack, 'people'>;
  withdrawals: Pick<Withdrawals, 'forget'>;
};

/** People who are in the database and were left out here, because another one has the same e-mail address or they have none. */
const LEFT_OUT = `
SELECT user_id FROM followed_user WHERE source = 'user' AND user_id NOT IN (SELECT id FROM user) ORDER BY user_id LIMIT 50
`;
/** The users of one transaction; other requests are answered between transactions. */
const USERS_AT_ONCE = 10;

export function userFollower({ database, store, memory, held, withdrawals }: Options): UserFollower {
  const stored = storedChecksums(store);
  const people = users(store, { countsStats: false });
  const present = {
    gene: store.query<[number]>('SELECT 1 FROM gene WHERE id = ?'),
    organ: store.query<[number]>('SELECT 1 FROM organ WHERE uberon_id_folded = ?'),
    ontology: store.query<[number]>('SELECT 1 FROM ontology WHERE name_folded = ?'),
  };
  const holderOf = store.query<[number]>('SELECT id FROM user WHERE email = ?');
  const leftOut = store.query<[number]>(LEFT_OUT);

  /** Whether rows of a user have disappeared since the last comparison; the next one shows if they are deleted or reloaded. */
  function hasVanished(id: number, now: UserChecksums): boolean {
    return HELD_TABLES.some((table) => memory.isPresent(table, id) && now.get(table)?.has(id) !== true);
  }

  /** Reads these users, and users who hold one of their e-mail addresses here although the database now gives them another one. */
  async function readWithHolders(userIds: readonly number[]): Promise<RdpUsers & { ids: number[] }> {
    const ids = new Set(userIds);
    for (;;) {
      const read = await database().readUsers([...ids]);
      const size = ids.size;
      store.read((tx) => {
        for (const { email } of read.users) for (const [holder] of holderOf.all(tx, email)) ids.add(holder);
      });
      if (ids.size === size) return { ...read, ids: [...ids] };
    }
  }

  /** Removes reference data that are missing here, such as those that were added to the database a moment ago. */
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

  /** Writes the users. Their tokens become exactly those of the database, so that a deleted one is no longer accepted. */
  function write(tx: WriteTransaction, userIds: readonly number[], read: readonly SnapshotUser[]): boolean {
    const isWritten = new Set(userIds);
    const written = read.filter(({ id }) => isWritten.has(id)).map((user) => withoutUnknown(tx, user));
    const found = new Set(written.map(({ id }) => id));
    people.remove(
      tx,
      userIds.filter((id) => !found.has(id)),
    );
    for (const id of found) tx.run('DELETE FROM access_token WHERE user_id = ?', id);
    people.put(tx, written, new Date());
    const namedBefore = new Map(read.map((user) => [user.id, namedCount(user)]));
    return written.some((user) => namedCount(user) !== namedBefore.get(user.id));
  }

  async function takeSome(some: readonly number[]): Promise<Pick<TakenOver, 'lacksReference' | 'omitted'>> {
    const read = await readWithHolders(some);
    const ids = read.ids.filter((id) => !hasVanished(id, read.checksums));
    const lacksReference = await store.writeInTurn((tx) => {
      stored.writeUsers(tx, ids, read.checksums);
      dropWithdrawnGenes(tx, ids);
      return write(tx, ids, read.users);
    });
    memory.remember(ids, read.checksums);
    withdrawals.forget(ids);
    return { lacksReference, omitted: read.omitted };
  }

  return {
    async compare(tables) {
      const read = await database().readPersonChecksums(tables);
      for (const [table, checksums] of read) memory.note(table, checksums);
      return read;
    },

    outstanding() {
      const heldPeople = held.people();
      return [...memory.outstanding()].filter((id) => !heldPeople.has(id));
    },

    async takeOver(userIds, untilMs) {
      const { report, all } = reportList();
      const taken = { users: 0, lacksReference: false };
      for (let at = 0; at < userIds.length; at += USERS_AT_ONCE) {
        if (at > 0) await nextTurn();
        if (at > 0 && performance.now() >= untilMs) return { ...taken, omitted: all(), isCutShort: true };
        const some = userIds.slice(at, at + USERS_AT_ONCE);
        const { omitted, lacksReference } = await takeSome(some);
        for (const sentence of omitted.sentences) report(sentence);
        taken.users += some.length;
        taken.lacksReference ||= lacksReference;
      }
      // One of those who were taken over may have given up the address of one who was left out.
      const waiting = store.read((tx) => leftOut.all(tx).flat()).filter((id) => !userIds.includes(id));
      if (waiting.length > 0) await takeSome(waiting);
      return { ...taken, omitted: all(), isCutShort: false };
    },
  };
}

function namedCount(user: SnapshotUser): number {
  return user.genes.length + user.organs.length + user.ontologyTerms.length;
}
