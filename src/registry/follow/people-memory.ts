/** What is known of the people of a followed database, as checksums by table: as they were taken over, and as it tells them now. */

import { PERSON_TABLES, type PersonTable } from '../rdp-database/changes.ts';
import { DOUBTED, type UserChecksums } from './kept-checksums.ts';

export type PeopleMemory = {
  /** What a table says of everybody by now. */
  told(table: PersonTable, checksums: ReadonlyMap<number, string>): void;
  /** Those of whom a table held something when they were taken over. */
  takenOver(table: PersonTable): ReadonlySet<number>;
  /** Whether a table tells something of somebody by now. */
  isPresent(table: PersonTable, userId: number): boolean;
  /** Those of whom a table held something, and tells nothing any more. */
  missing(table: PersonTable): number[];
  /** Those of whom one of the tables tells something else than when they were taken over. */
  outstanding(): Set<number>;
  /** Those among them whose permissions were not looked at since the table told that. */
  unread(table: PersonTable): number[];
  /** Their permissions have been read since. */
  noteRead(table: PersonTable, userIds: Iterable<number>): void;
  /** Something of them is not as any table told it: their records have to be taken over, whatever is told. */
  doubt(userIds: Iterable<number>): void;
  /** They were taken over as these checksums tell them. */
  remember(userIds: Iterable<number>, checksums: UserChecksums): void;
};

type Sums = Map<number, string>;

const GONE = 'gone';

/** @param known what was taken over */
export function peopleMemory(known: UserChecksums): PeopleMemory {
  const takenOver = new Map(PERSON_TABLES.map((table): [PersonTable, Sums] => [table, new Map(known.get(table))]));
  const latest = new Map<PersonTable, ReadonlyMap<number, string>>(
    PERSON_TABLES.map((table) => [table, new Map(known.get(table))]),
  );
  const read = new Map(PERSON_TABLES.map((table): [PersonTable, Sums] => [table, new Map()]));
  const sumsOf = <T extends ReadonlyMap<number, string>>(of: ReadonlyMap<PersonTable, T>, table: PersonTable) =>
    of.get(table) as T;

  function missing(table: PersonTable): number[] {
    const now = sumsOf(latest, table);
    return [...sumsOf(takenOver, table).keys()].filter((id) => !now.has(id));
  }

  function differing(table: PersonTable): number[] {
    const before = sumsOf(takenOver, table);
    const others = [...sumsOf(latest, table)].filter(([id, checksum]) => before.get(id) !== checksum);
    return [...missing(table), ...others.map(([id]) => id)];
  }

  return {
    told: (table, checksums) => void latest.set(table, checksums),
    takenOver: (table) => new Set(sumsOf(takenOver, table).keys()),
    isPresent: (table, userId) => sumsOf(latest, table).has(userId),
    missing,
    outstanding: () => new Set(PERSON_TABLES.flatMap(differing)),
    unread(table) {
      const now = sumsOf(latest, table);
      const before = sumsOf(read, table);
      return differing(table).filter((id) => before.get(id) !== (now.get(id) ?? GONE));
    },
    noteRead(table, userIds) {
      const now = sumsOf(latest, table);
      for (const id of userIds) sumsOf(read, table).set(id, now.get(id) ?? GONE);
    },
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
