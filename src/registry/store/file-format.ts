/** The format of an SQLite file of this program, and the comparison of the tables, indexes, triggers and views of a file with it. */

import { DatabaseSync } from 'node:sqlite';
import { memoize } from '../../domain/memoize.ts';

/** What a database file must be to be opened, and how a missing one is created. */
export type FileFormat = {
  applicationId: number;
  version: number;
  schema: string;
  /** The migration from each older version to the next one, by the older version: SQL statements, or a function that runs them. */
  olderFormats: ReadonlyMap<number, string | ((database: DatabaseSync) => void)>;
  /** The owner of the file, in words after "not that of". */
  owner: string;
  /** What to do with a file of another version, as a sentence part. */
  advice: string;
};

type SchemaObject = { readonly type: string; readonly name: string; readonly sql: string };

const OBJECTS = "SELECT type, substr(name, 1, 200), substr(ifnull(sql, ''), 1, 20000) FROM sqlite_schema";
/** Triggers and views, which run by themselves on a write or read; no format has any. */
const ACTING = `${OBJECTS} WHERE type NOT IN ('table', 'index') LIMIT 1`;
/**
 * Tables that SQLite adds when somebody runs `ANALYZE`: by what they say of an index, it chooses the way of a query. No check can
 * find a wrong number, and numbers a thousand times too large made first questions ten times as slow. So this program never runs
 * `ANALYZE` or `PRAGMA optimize`; a statement that needs a certain index says so, with `CROSS JOIN` or `+`.
 */
const MEASUREMENTS: readonly SchemaObject[] = [
  { type: 'table', name: 'sqlite_stat1', sql: 'CREATE TABLE sqlite_stat1(tbl,idx,stat)' },
  { type: 'table', name: 'sqlite_stat4', sql: 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)' },
];
const LONGEST_SHOWN = 60;

/**
 * Returns the first object of the file that runs by itself, such as a trigger, in words that follow "it"; undefined if
 * there is none. Call it before the first row is written.
 */
export function actingObject(database: DatabaseSync): string | undefined {
  const [found] = objectsIn(database, ACTING);
  return found && `holds ${shown(found)}`;
}

/**
 * Returns the first difference between the objects of the file and those of its format in this version; undefined if
 * there is none. The words follow "it". Rows are not compared.
 */
export function foreignObject(database: DatabaseSync, format: FileFormat): string | undefined {
  const own = ownObjects(format);
  const seen = new Set<string>();
  for (const found of objectsIn(database, OBJECTS)) {
    const key = keyOf(found);
    const made = own.get(key) ?? MEASUREMENTS.find((one) => keyOf(one) === key);
    if (made === undefined) return `holds ${shown(found)}`;
    if (!isAlike(made.sql, found.sql)) return `holds ${shown(found)} in another shape`;
    seen.add(key);
  }
  const missing = [...own.values()].find((made) => !seen.has(keyOf(made)));
  return missing && `lacks ${shown(missing)}`;
}

/**
 * Removes what `ANALYZE` has written, so that the way of every query depends on the indexes alone. So nobody who hands
 * over a file can choose it. The ways are the same with true measurements. Without measurements it only reads.
 */
export function dropMeasurements(database: DatabaseSync): void {
  const names = MEASUREMENTS.map(({ name }) => name);
  const found = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name IN ('${names.join("', '")}')`).get();
  if (found === undefined) return;
  database.exec('BEGIN IMMEDIATE');
  // Another process may have removed them since.
  for (const name of names) database.exec(`DROP TABLE IF EXISTS ${name}`);
  database.exec('COMMIT');
  // This connection has read them already, and forgets them with all that it knows of the tables.
  database.exec('PRAGMA writable_schema = RESET');
}

/** Returns the objects that the schema of a format creates, by type and name. */
const ownObjects = memoize((format: FileFormat): ReadonlyMap<string, SchemaObject> => {
  using made = new DatabaseSync(':memory:');
  made.exec(format.schema);
  return new Map([...objectsIn(made, OBJECTS)].map((one) => [keyOf(one), one]));
});

function* objectsIn(database: DatabaseSync, sql: string): Generator<SchemaObject> {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  for (const row of statement.iterate()) {
    const [type, name, text] = row as unknown as [string, string, string];
    yield { type, name, sql: text };
  }
}

function keyOf({ type, name }: SchemaObject): string {
  return `${type} ${name}`;
}

/** Nearly all are the same to the letter. */
function isAlike(one: string, other: string): boolean {
  return one === other || comparable(one) === comparable(other);
}

/** Removes blanks: SQLite stores a column that was added later without the blanks of our text. */
function comparable(sql: string): string {
  return sql.replace(/\s+/g, ' ').replace(/ ?([(),]) ?/g, '$1');
}

function shown({ type, name }: SchemaObject): string {
  return `the ${type} ${JSON.stringify(name.slice(0, LONGEST_SHOWN))}`;
}
