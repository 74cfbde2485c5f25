/** The checksums of the people of a followed database, by table: as they were taken over, and as the database has them now. */

import { PERSON_TABLES, type PersonTable } from '../rdp-database/changes.ts';
import { DOUBTED, type UserChecksums } from './checksums.ts';

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
  /** Returns the people of whom a table has other rows than when they were taken over. */
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
