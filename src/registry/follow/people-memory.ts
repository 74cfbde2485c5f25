/**
 * What is known of the people of a followed database, as checksums by table: as they were taken over, and as it has
 * them now.
 */

import { PERSON_TABLES, type PersonTable } from '../rdp-database/changes.ts';
import { DOUBTED, type UserChecksums } from './checksums.ts';

export type PeopleMemory = {
  /** What a table says of everybody by now. */
  note(table: PersonTable, checksums: ReadonlyMap<number, string>): void;
  /** Of whom a table says anything by now. */
  present(table: PersonTable, userIds: ReadonlySet<number>): void;
  /** Those of whom a table held something when they were taken over. */
  takenOver(table: PersonTable): ReadonlySet<number>;
  /** Whether a table holds something of somebody by now. */
  isPresent(table: PersonTable, userId: number): boolean;
  /** Those of whom a table held something, and holds nothing any more. */
  missing(table: PersonTable): number[];
  /** Those of whom one of the tables holds something else than when they were taken over. */
  outstanding(): Set<number>;
  /** Something of them is not as any table has it: their records have to be taken over, whatever is read. */
  doubt(userIds: Iterable<number>): void;
  /** They were taken over as these checksums have them. */
  remember(userIds: Iterable<number>, checksums: UserChecksums): void;
};

type Sums = Map<number, string>;

/** @param known what was taken over */
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
