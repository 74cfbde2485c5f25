/**
 * What a copy of a followed database stores about it. Also the checksums of its people in memory: those of the copy,
 * and those of the database now.
 */

import type { OmittedValues } from '../people/omitted-values.ts';
import { PERSON_TABLES, type PersonTable } from '../rdp-database/changes.ts';
import { writeMeta } from '../store/meta.ts';
import type { ReadTransaction, Store, WriteTransaction } from '../store/store.ts';
import { FOLLOWED_SOURCE } from '../store/whose-data.ts';

/** The checksums of what the tables say about each person, by table and by user id. */
export type UserChecksums = ReadonlyMap<PersonTable, ReadonlyMap<number, string>>;
/** The checksums of the parts of the reference data, by name. */
type ReferenceChecksums = ReadonlyMap<string, string>;

/** A table that is held back: since when, how many people are missing in it, and how many it had before. */
export type StoredHold = readonly [table: PersonTable, since: string, missing: number, before: number];

const COMPARED_AT = 'followed-compared-at';
const REFERENCE = 'followed-reference';
const LEFT_OUT = 'followed-left-out';
const HELD = 'followed-held';
/** Replaces a checksum that is no longer valid; no table has this one. */
const DOUBTED = '';

type StoredChecksums = {
  /** Returns the label of the followed database; null if the data come from none. */
  source(tx: ReadTransaction): string | null;
  /** Returns when the data were last found to equal those of the database, by the clock of this machine. */
  comparedAt(tx: ReadTransaction): Date | undefined;
  writeComparedAt(tx: WriteTransaction, at: Date): void;
  reference(tx: ReadTransaction): ReferenceChecksums;
  users(tx: ReadTransaction): Map<PersonTable, Map<number, string>>;
  /** Writes everything, in the transaction that writes a whole registry. */
  writeAll(
    tx: WriteTransaction,
    all: {
      source: string;
      comparedAt: Date;
      reference: ReferenceChecksums;
      users: UserChecksums;
      omitted: OmittedValues;
    },
  ): void;
  /** Removes everything: the data come from no database any more. */
  clear(tx: WriteTransaction): void;
  /** Marks these users so that they are taken over again, even if the database has not changed. */
  doubtUsers(tx: WriteTransaction, userIds: readonly number[]): void;
  /** Returns the values that a registry cannot hold, from the last reading of the whole database. */
  omitted(tx: ReadTransaction): OmittedValues;
  /** Returns the tables that are held back because most people are missing in them. */
  held(tx: ReadTransaction): readonly StoredHold[];
  writeHeld(tx: WriteTransaction, held: readonly StoredHold[]): void;
  /** Writes the checksums of these users and these tables only. */
  writeUsers(tx: WriteTransaction, userIds: readonly number[], users: UserChecksums): void;
};

export function storedChecksums(store: Store): StoredChecksums {
  const byKey = store.query<[string | null]>('SELECT value FROM meta WHERE key = ?');
  const ofUsers = store.query<[number, PersonTable, string]>('SELECT user_id, source, checksum FROM followed_user');
  const stored = (tx: ReadTransaction, key: string) => byKey.first(tx, key)?.[0] ?? null;

  function writeUsers(tx: WriteTransaction, userIds: Iterable<number>, users: UserChecksums): void {
    const remove = tx.inserter('DELETE FROM followed_user WHERE user_id = ? AND source = ?');
    const insert = tx.inserter('INSERT INTO followed_user VALUES (?, ?, ?)');
    for (const userId of userIds) {
      for (const [table, checksums] of users) {
        const checksum = checksums.get(userId);
        remove(userId, table);
        if (checksum !== undefined) insert(userId, table, checksum);
      }
    }
  }

  function writeComparedAt(tx: WriteTransaction, at: Date): void {
    writeMeta(tx, COMPARED_AT, at.toISOString());
  }

  return {
    source: (tx) => stored(tx, FOLLOWED_SOURCE),
    comparedAt(tx) {
      const at = stored(tx, COMPARED_AT);
      return at === null ? undefined : new Date(at);
    },
    writeComparedAt,
    reference: (tx) => new Map(JSON.parse(stored(tx, REFERENCE) ?? '[]') as [string, string][]),
    users(tx) {
      const users = new Map<PersonTable, Map<number, string>>();
      for (const [userId, table, checksum] of ofUsers.each(tx)) {
        const checksums = users.get(table) ?? new Map<number, string>();
        users.set(table, checksums.set(userId, checksum));
      }
      return users;
    },
    writeAll(tx, { source, comparedAt, reference, users, omitted }) {
      tx.run('DELETE FROM followed_user');
      writeUsers(tx, new Set([...users.values()].flatMap((checksums) => [...checksums.keys()])), users);
      writeMeta(tx, REFERENCE, JSON.stringify([...reference]));
      writeMeta(tx, LEFT_OUT, omittedText(omitted));
      writeMeta(tx, FOLLOWED_SOURCE, source);
      writeComparedAt(tx, comparedAt);
    },
    clear(tx) {
      tx.run('DELETE FROM followed_user');
      for (const key of [FOLLOWED_SOURCE, COMPARED_AT, REFERENCE, LEFT_OUT, HELD]) {
        tx.run('DELETE FROM meta WHERE key = ?', key);
      }
    },
    doubtUsers(tx, userIds) {
      const doubt = tx.inserter("UPDATE followed_user SET checksum = ? WHERE user_id = ? AND source = 'user'");
      for (const id of userIds) doubt(DOUBTED, id);
    },
    omitted: (tx) => omittedOf(stored(tx, LEFT_OUT) ?? '{"count":0,"told":[]}'),
    held: (tx) => JSON.parse(stored(tx, HELD) ?? '[]') as StoredHold[],
    writeHeld: (tx, held) => writeMeta(tx, HELD, held.length === 0 ? null : JSON.stringify(held)),
    writeUsers,
  };
}

/** Returns the stored text, in which `sentences` is called `told`. */
function omittedText({ count, sentences: told }: OmittedValues): string {
  return JSON.stringify({ count, told });
}

function omittedOf(text: string): OmittedValues {
  const { count, told: sentences } = JSON.parse(text);
  return { count, sentences };
}

export type PeopleMemory = {
  /** Notes the checksums that a table has now, of all people. */
  note(table: PersonTable, checksums: ReadonlyMap<number, string>): void;
  /** Notes which people a table has now. */
  present(table: PersonTable, userIds: ReadonlySet<number>): void;
  /** Returns the people who had rows in a table when they were taken over. */
  takenOver(table: PersonTable): ReadonlySet<number>;
  /** Whether a table has rows of a person now. */
  isPresent(table: PersonTable, userId: number): boolean;
  /** Returns the people who had rows in a table and have none any more. */
  missing(table: PersonTable): number[];
  /** Returns the people whose rows in a table differ from those of the copy. */
  outstanding(): Set<number>;
  /** Makes people outstanding, whatever is read about them, because their records here are not as any table has them. */
  doubt(userIds: Iterable<number>): void;
  /** Notes that people were taken over with these checksums. */
  remember(userIds: Iterable<number>, checksums: UserChecksums): void;
};

type Sums = Map<number, string>;

/** @param known the checksums of the people as they were taken over */
export function peopleMemory(known: UserChecksums): PeopleMemory {
  const takenOver = new Map(PERSON_TABLES.map((table): [PersonTable, Sums] => [table, new Map(known.get(table))]));
  const latest = new Map<PersonTable, ReadonlyMap<number, string>>(
    PERSON_TABLES.map((table) => [table, new Map(known.get(table))]),
  );
  const presentNow = new Map<PersonTable, Pick<ReadonlySet<number>, 'has'>>(latest);
  const sumsOf = <T extends ReadonlyMap<number, string>>(of: ReadonlyMap<PersonTable, T>, table: PersonTable) =>
    of.get(table) as T;

  function isPresent(table: PersonTable, userId: number): boolean {
    return presentNow.get(table)?.has(userId) === true;
  }

  function missing(table: PersonTable): number[] {
    return [...sumsOf(takenOver, table).keys()].filter((id) => !isPresent(table, id));
  }

  function differing(table: PersonTable): number[] {
    const before = sumsOf(takenOver, table);
    const now = sumsOf(latest, table);
    const others = [...now].filter(([id, checksum]) => before.get(id) !== checksum);
    return [...[...before.keys()].filter((id) => !now.has(id)), ...others.map(([id]) => id)];
  }

  return {
    note(table, checksums) {
      latest.set(table, checksums);
      presentNow.set(table, checksums);
    },
    present: (table, userIds) => void presentNow.set(table, userIds),
    takenOver: (table) => new Set(sumsOf(takenOver, table).keys()),
    isPresent,
    missing,
    outstanding: () => new Set(PERSON_TABLES.flatMap(differing)),
    doubt(userIds) {
      for (const id of userIds) sumsOf(takenOver, 'user').set(id, DOUBTED);
    },
    remember(userIds, checksums) {
      for (const table of PERSON_TABLES) {
        for (const id of userIds) {
          const checksum = checksums.get(table)?.get(id);
          if (checksum === undefined) sumsOf(takenOver, table).delete(id);
          else sumsOf(takenOver, table).set(id, checksum);
        }
      }
    },
  };
}

/** Whether two labels name the same server and schema; the account may differ. */
export function isSamePlace(one: string | null, other: string): boolean {
  const place = (label: string) => label.slice(label.indexOf('@') + 1);
  return one !== null && place(one) === place(other);
}
