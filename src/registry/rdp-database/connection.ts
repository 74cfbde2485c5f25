/** Connections to an RDP database that can only read. */

import { createPool, type PoolConnection, type RowDataPacket } from 'mysql2/promise';
import { ownMember } from '../../domain/own-member.ts';
import { poolOptions, type RdpAddress } from './address.ts';
import { toUnreadable } from './unreadable.ts';

/** A value of a row: bits are read as numbers, times as texts. */
export type RdpValue = string | number | null;

/** One consistent moment of the database. */
export type Moment = {
  /** Returns rows as arrays, with columns in the order of the SELECT. `numbers` replace each `?`, and a list that of `IN (?)`. */
  rows<R extends readonly RdpValue[]>(sql: string, ...numbers: (number | readonly number[])[]): Promise<R[]>;
};

type Connections = AsyncDisposable & {
  /** Runs `use` at one consistent moment, which is that of the call. @throws UnreadableRdpDatabase, and what `use` throws */
  inOneMoment<T>(use: (moment: Moment) => Promise<T>): Promise<T>;
};

/** One connection for a long reading of everything, one to look for changes, and one to spare. */
const MOST_CONNECTIONS = 3;
const CONNECT_TIMEOUT_MS = 10_000;
/** The server ends a statement that takes longer. No statement here reads more than some thousand rows. */
const STATEMENT_TIMEOUT_MS = 60_000;
/** If the server has not ended it after this time, the connection is closed. */
const PATIENCE_MS = STATEMENT_TIMEOUT_MS + 10_000;
const KEEP_ALIVE_AFTER_MS = 10_000;
/** In bytes; longer than the genes that one person can register. */
const LONGEST_CONCAT = 64 * 1024 * 1024;

/** Session variables that are set if the server knows them, because MariaDB and MySQL differ. */
const SESSION_VARIABLES: Readonly<Record<string, string>> = {
  max_statement_time: String(STATEMENT_TIMEOUT_MS / 1000),
  max_execution_time: String(STATEMENT_TIMEOUT_MS),
  // MySQL truncates the result at 1024 bytes by default.
  group_concat_max_len: String(LONGEST_CONCAT),
  // MySQL 8 caches the values of information_schema for a day by default.
  information_schema_stats_expiry: '0',
};

/** Returns connections to a database; they are made only when they are used. */
export function openConnections(address: RdpAddress): Connections {
  const { label } = address;
  const pool = createPool({
    ...poolOptions(address),
    connectionLimit: MOST_CONNECTIONS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    keepAliveInitialDelay: KEEP_ALIVE_AFTER_MS,
    dateStrings: true,
    timezone: 'Z',
  });
  const prepared = new WeakSet<object>();
  const inUse = new Set<PoolConnection>();

  /** Converts errors of the driver to {@link UnreadableRdpDatabase}. */
  async function readable<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw toUnreadable(error, label);
    }
  }

  async function connected(): Promise<PoolConnection> {
    const connection = await pool.getConnection();
    if (prepared.has(connection.connection)) return connection;
    try {
      await prepareSession(connection);
    } catch (error) {
      connection.destroy();
      throw error;
    }
    prepared.add(connection.connection);
    return connection;
  }

  return {
    async inOneMoment(use) {
      const connection = await readable(connected());
      inUse.add(connection);
      try {
        await readable(send(connection, 'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY'));
        const result = await use({ rows: (sql, ...numbers) => readable(send(connection, sql, numbers)) });
        await readable(send(connection, 'COMMIT'));
        connection.release();
        return result;
      } catch (error) {
        // A connection in an unknown state must not be used again.
        connection.destroy();
        throw error;
      } finally {
        inUse.delete(connection);
      }
    },
    async [Symbol.asyncDispose]() {
      // The end of the pool would wait for statements that are not answered.
      for (const connection of inUse) connection.destroy();
      await pool.end().catch(() => {});
    },
  };
}

async function prepareSession(connection: PoolConnection): Promise<void> {
  await send(connection, 'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  const names = Object.keys(SESSION_VARIABLES).map((name) => `'${name}'`);
  const known = await send<[string, string]>(connection, `SHOW SESSION VARIABLES WHERE Variable_name IN (${names})`);
  const settings = known.map(([name]) => `${name} = ${ownMember(SESSION_VARIABLES, name.toLowerCase())}`);
  await send(connection, `SET SESSION ${["time_zone = '+00:00'", ...settings].join(', ')}`);
}

async function send<R extends readonly RdpValue[]>(
  connection: PoolConnection,
  sql: string,
  values: readonly (number | readonly number[])[] = [],
): Promise<R[]> {
  const [rows] = await connection.query<RowDataPacket[]>({
    sql,
    values: [...values] as number[],
    timeout: PATIENCE_MS,
  });
  return rows as unknown as R[];
}
