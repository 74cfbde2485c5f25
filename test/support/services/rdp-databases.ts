/** RDP databases on one MariaDB, each for as long as a test needs it. */

import { randomBytes } from 'node:crypto';
import { type Connection, createConnection } from 'mysql2/promise';
import { inject } from 'vitest';
import type { Snapshot } from '../../../src/domain/record/snapshot.ts';
import { OWNER, PASSWORD } from './mariadb.ts';
import { PADDED, rdpSchema } from './rdp-schema.ts';
import { writeRdpRows } from './write-rdp-rows.ts';

export type TestRdpDatabase = AsyncDisposable & {
  /** Its address, for an account that may only read. */
  address: string;
  name: string;
  /** Runs statements as an account that may do anything. */
  run(...statements: string[]): Promise<void>;
  /** What a statement answers, row by row. */
  rows(statement: string): Promise<Record<string, unknown>[]>;
  connection: Connection;
};

type Options = { version?: '1.4' | '1.5'; collation?: string; snapshot?: Snapshot };

/** The address of the server of this run of the tests, for one database and account. */
export function serverAddress(database: string, user: string): string {
  return `mysql://${user}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${inject('mariadbPort')}/${database}`;
}

/** A new database with the tables of RDP, and the rows of a snapshot in them where one is given. */
export async function openRdpTestDatabase(options: Options = {}): Promise<TestRdpDatabase> {
  const { version = '1.5', collation = PADDED, snapshot } = options;
  const name = `rdp_${randomBytes(6).toString('hex')}`;
  const connection = await createConnection({ uri: serverAddress('', OWNER), multipleStatements: false });
  const run = async (...statements: string[]) => {
    for (const statement of statements) await connection.query(statement);
  };
  await run(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE ${collation}`, `USE ${name}`);
  await run(...rdpSchema(version), `CREATE USER ${name}_reader IDENTIFIED BY '${PASSWORD}'`);
  await run(`GRANT SELECT ON ${name}.* TO ${name}_reader`);
  if (snapshot !== undefined) await writeRdpRows(connection, snapshot);
  await run('SET SESSION autocommit = 1, foreign_key_checks = 1, unique_checks = 1');
  return {
    address: serverAddress(name, `${name}_reader`),
    name,
    run,
    rows: async (statement) => (await connection.query(statement))[0] as Record<string, unknown>[],
    connection,
    async [Symbol.asyncDispose]() {
      await run(`DROP DATABASE ${name}`, `DROP USER ${name}_reader`);
      await connection.end();
    },
  };
}
