/**
 * Takes over what has changed of single users of a followed database: what was withdrawn of all of them first, then their
 * records, in transactions of a few users each. Statistics are counted by who calls it.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { foldForEquality } from '../../domain/folding.ts';
import { ROLES } from '../../domain/record/model.ts';
import type { SnapshotUser } from '../../domain/record/snapshot.ts';
import { toldList } from '../../domain/told-list.ts';
import type { LeftOut } from '../people/left-out.ts';
import { byGene, type GeneChange, type GeneChanges, permissionWriter } from '../people/permission-writer.ts';
import { users } from '../people/users.ts';
import type { PersonTable } from '../rdp-database/changes.ts';
import type { RdpUsers } from '../rdp-database/rdp-database.ts';
import type { ToldPermissions } from '../rdp-database/read-permissions.ts';
import type { Store, WriteTransaction } from '../store/store.ts';
import { asFollowed } from './followed-person.ts';
import { HELD_TABLES, type HeldBack } from './held-back.ts';
import { keptChecksums, type UserChecksums } from './kept-checksums.ts';
import type { LookedAtDatabase } from './patient-database.ts';
import type { PeopleMemory } from './people-memory.ts';

export type TakenOver = {
  /** How many users were written or removed. */
  users: number;
  /** Whether a user names a gene, an organ or an ontology that is not there yet; it was left away. */
  lacksReference: boolean;
  /** Values that a registry cannot hold. */
  leftOut: LeftOut;
  /** Whether the time was over before all were taken over. */
  isCutShort: boolean;
};

export type UserFollower = {
  /** Compares what these tables say of everybody with what they said before, and answers what they say. */
  compare(tables: readonly PersonTable[]): Promise<UserChecksums>;
  /** Writes what these tables withdraw, of everybody. Answers whether all of it was written before the time was over. */
  withdraw(untilMs: number): Promise<boolean>;
  /** Whose records are not those of the database, but for those that are held back. */
  outstanding(): number[];
  takeOver(userIds: readonly number[], untilMs: number): Promise<TakenOver>;
};

type Options = {
  /** The one that is open at the moment. */
  database(): LookedAtDatabase;
  store: Store;
  memory: PeopleMemory;
  held: Pick<HeldBack, 'isHeld' | 'people'>;
};

/** Written at once; other requests are answered in between. */
const USERS_AT_ONCE = 10;
/** Of so many the levels of genes are read at once, ... */
const READ_AT_ONCE = 500;
/** ... and written of so many, who have some thousand genes, and of so many genes, whoever has them. */
const NARROWED_AT_ONCE = 100;
const GENES_AT_ONCE = 2_000;
/** The tables that say what an account allows and may see. */
export const ACCOUNT_TABLES: readonly PersonTable[] = ['user', 'user_role', 'access_token'];

export function userFollower({ database, store, memory, held }: Options): UserFollower {
  const kept = keptChecksums(store);
  const people = users(store, { countsStats: false });
  const permissions = permissionWriter(store);
  const present = {
    gene: store.query<[number]>('SELECT 1 FROM gene WHERE id = ?'),
    organ: store.query<[number]>('SELECT 1 FROM organ WHERE uberon_id_folded = ?'),
    ontology: store.query<[number]>('SELECT 1 FROM ontology WHERE name_folded = ?'),
  };
  const holderOf = store.query<[number]>('SELECT id FROM user WHERE email = ?');

  /** Whether something was there a moment ago: the next comparison tells whether it is gone, or being loaded anew. */
  function hasVanished(id: number, now: UserChecksums): boolean {
    return HELD_TABLES.some((table) => memory.isPresent(table, id) && now.get(table)?.has(id) !== true);
  }

  /** Writes what a reading withdraws, and notes of whom the records have to follow. */
  async function narrow(change: (tx: WriteTransaction) => number[]): Promise<void> {
    const narrowed = await store.writeInTurn((tx) => {
      const ids = change(tx);
      kept.doubtUsers(tx, ids);
      return ids;
    });
    memory.doubt(narrowed);
  }

  /** Of everybody in one transaction: it is short, as nothing of it is ready-made. */
  async function withdrawAccounts(): Promise<void> {
    const heldPeople = held.people();
    const missing = new Set(held.isHeld('user') ? memory.missing('user') : []);
    const unread = new Set(ACCOUNT_TABLES.flatMap(memory.unread));
    const ids = [...unread].filter((id) => !missing.has(id));
    if (ids.length === 0) return;
    const told = await database().readPermissions(ids);
    const withoutRoles = held.isHeld('user_role') ? heldPeople : new Set<number>();
    const settled = ids.filter((id) => told.has(id) || !memory.isPresent('user', id));
    await narrow((tx) => {
      const accounts = settled.map((id) => [id, keepingRoles(told.get(id), withoutRoles.has(id))] as const);
      return permissions.narrowAccounts(tx, new Map(accounts));
    });
    for (const table of ACCOUNT_TABLES) memory.noteRead(table, settled);
  }

  /** As many people are read as there is time for; then what is withdrawn of them is written. */
  async function withdrawGenes(untilMs: number): Promise<boolean> {
    const missing = new Set(held.isHeld('gene') ? memory.missing('gene') : []);
    const ids = memory.unread('gene').filter((id) => !missing.has(id));
    const changes = new Map<number, ReadonlyMap<number, GeneChange>>();
    const read: number[] = [];
    let isWhole = true;
    for (const some of pieces(ids, READ_AT_ONCE)) {
      isWhole = read.length === 0 || performance.now() < untilMs;
      if (!isWhole) break;
      const levels = await database().readGeneLevels(some);
      const told = [...levels].filter(([id, ofPerson]) => ofPerson.size > 0 || !memory.isPresent('gene', id));
      for (const change of store.read((tx) => permissions.geneChanges(tx, new Map(told)))) changes.set(...change);
      for (const [id] of told) read.push(id);
    }
    await writeGeneChanges(changes);
    memory.noteRead('gene', read);
    return isWhole;
  }

  /** Many genes at a time, in their order: people have genes all over the table, which would be written again and again. */
  async function writeGeneChanges(changes: GeneChanges): Promise<void> {
    const ofGenes = [...byGene(changes)].sort(([a], [b]) => a - b);
    for (const some of pieces(ofGenes, GENES_AT_ONCE)) {
      await nextTurn();
      await store.writeInTurn((tx) => permissions.narrowOwners(tx, new Map(some)));
    }
    for (const some of pieces([...changes], NARROWED_AT_ONCE)) {
      await nextTurn();
      await narrow((tx) => {
        permissions.narrowGenes(tx, new Map(some));
        return some.map(([id]) => id);
      });
    }
  }

  /** With those who hold the e-mail address of one of them here, and another one, or none, in the database by now. */
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

  return {
    async compare(tables) {
      const told = await database().readPersonChecksums(tables);
      for (const [table, checksums] of told) memory.told(table, checksums);
      return told;
    },

    async withdraw(untilMs) {
      await withdrawAccounts();
      return withdrawGenes(untilMs);
    },

    outstanding() {
      const heldPeople = held.people();
      return [...memory.outstanding()].filter((id) => !heldPeople.has(id));
    },

    async takeOver(userIds, untilMs) {
      const { tell, all } = toldList();
      const taken = { users: 0, lacksReference: false };
      for (let at = 0; at < userIds.length; at += USERS_AT_ONCE) {
        if (at > 0) await nextTurn();
        if (at > 0 && performance.now() >= untilMs) return { ...taken, leftOut: all(), isCutShort: true };
        const some = userIds.slice(at, at + USERS_AT_ONCE);
        const read = await readWithHolders(some);
        const ids = read.ids.filter((id) => !hasVanished(id, read.checksums));
        const lacksReference = await store.writeInTurn((tx) => {
          kept.writeUsers(tx, ids, read.checksums);
          return write(
            tx,
            ids,
            read.users.map((user) => asFollowed(user, read.version)),
          );
        });
        memory.remember(ids, read.checksums);
        for (const sentence of read.leftOut.told) tell(sentence);
        taken.users += some.length;
        taken.lacksReference ||= lacksReference;
      }
      return { ...taken, leftOut: all(), isCutShort: false };
    },
  };
}

/** While the roles of most people are missing, those that somebody has stay. */
function keepingRoles(told: ToldPermissions | undefined, keeps: boolean): ToldPermissions | undefined {
  return told !== undefined && keeps ? { ...told, roles: ROLES } : told;
}

function namedCount(user: SnapshotUser): number {
  return user.genes.length + user.organs.length + user.ontologyTerms.length;
}

function* pieces<T>(things: readonly T[], most: number): Generator<T[]> {
  for (let at = 0; at < things.length; at += most) yield things.slice(at, at + most);
}
