/** The state of this service in its own database on a MySQL or MariaDB server, which several instances can share. */

import { RegistryError } from '../../domain/errors.ts';
import type { Row, Store, Value } from '../store/store.ts';
import { columnsOf, STATE_TABLES, type StateTable, writeRows, writeSettings } from './copy-state.ts';
import { openTables, type Statements, UnusableState } from './mysql-tables.ts';
import type { ServiceState } from './service-state.ts';
import type { SqlDialect, StateDatabase, Work } from './sql-work.ts';
import { anonymousIdKey, serviceStateIn } from './state-stores.ts';

type MysqlStateOptions = {
  address: string;
  /** Called once with the reason when the database becomes unusable, and with undefined when it is usable again. */
  report(trouble: string | undefined): void;
};

const DIALECT: SqlDialect = {
  prefix: 'service_',
  token: 'service_token',
  setting: 'service_setting',
  settingName: 'name',
  insertIgnore: 'INSERT IGNORE',
  orUpdate: 'ON DUPLICATE KEY UPDATE',
  least: 'least',
  greatest: 'greatest',
};

/** Such a database is away for a short restart or for long. */
const ASK_AGAIN_SECONDS = 10;
const MOST_TRIES = 10;

/** Opens the state; it connects only at the first use. @throws UnusableState for an invalid address */
export function openMysqlState({ address, report }: MysqlStateOptions): ServiceState & AsyncDisposable {
  const tables = openTables(address);
  let reported: string | undefined;

  function note(trouble: string | undefined): void {
    if ((trouble === undefined) !== (reported === undefined)) report(trouble);
    reported = trouble;
  }

  /** Runs a statement, and runs it again after a deadlock with another one. */
  async function run(by: Statements, sql: string, values: readonly Value[]): Promise<number> {
    for (let tries = 1; ; tries++) {
      try {
        return await by.run(sql, ...values);
      } catch (error) {
        if (!tables.isDeadlock(error) || tries === MOST_TRIES) throw error;
      }
    }
  }

  async function done<T>(work: Work<T>, by: Statements): Promise<T> {
    let step = work.next();
    while (step.done !== true) {
      const { returns, sql, values } = step.value;
      step = work.next(await (returns === 'rows' ? by.rows(sql, ...values) : run(by, sql, values)));
    }
    return step.value;
  }

  async function answered<T>(working: Promise<T>): Promise<T> {
    try {
      const result = await working;
      note(undefined);
      return result;
    } catch (error) {
      note(tables.reasonOf(error));
      throw new RegistryError('state-unavailable', { retryAfterSeconds: ASK_AGAIN_SECONDS });
    }
  }

  // If the server does not answer, this is only reported.
  async function prepare(): Promise<void> {
    try {
      await tables.prepare();
    } catch (error) {
      if (!tables.isPassing(error)) throw error;
      note(tables.reasonOf(error));
    }
  }

  const direct: StateDatabase = {
    ...{ dialect: DIALECT, prepare },
    read: (work) => done(work(), tables),
    write: (work) => done(work(), tables),
    writeAlone: (name, work) => tables.inTurn(name, (statements) => done(work(), statements)),
    dropDeleted: () => {},
  };
  const database: StateDatabase = {
    ...direct,
    read: (work) => answered(direct.read(work)),
    write: (work) => answered(direct.write(work)),
    writeAlone: (name, work) => answered(direct.writeAlone(name, work)),
  };
  return {
    ...serviceStateIn(database),
    async anonymousIdKey() {
      try {
        return await anonymousIdKey(direct);
      } catch (error) {
        throw new UnusableState(tables.reasonOf(error));
      }
    },
    [Symbol.asyncDispose]: () => tables[Symbol.asyncDispose](),
  };
}

/** The names of tables that are not those of a file behind `service_`. */
const NAMES: Partial<Record<StateTable, string>> = { access_token: 'service_token' };

/**
 * Copies the state of one moment into an empty file of the state.
 *
 * @throws UnusableState if the database cannot be read
 */
export async function readMysqlState(address: string, to: Store): Promise<void> {
  await using tables = openTables(address);
  try {
    await tables.inOneMoment(async (rows) => {
      const read = new Map<StateTable, { columns: string[]; rows: Row[] }>();
      for (const table of STATE_TABLES) {
        const columns = to.read((tx) => columnsOf(tx, to, table));
        const names = columns.map((name) => `\`${name}\``).join();
        read.set(table, {
          columns,
          rows: await rows<Row>(`SELECT ${names} FROM ${NAMES[table] ?? `service_${table}`}`),
        });
      }
      const settings = await rows<[string, string]>('SELECT name, value FROM service_setting');
      to.write((tx) => {
        for (const [table, held] of read) writeRows(tx, table, held);
        writeSettings(tx, to, settings);
      });
    });
  } catch (error) {
    throw error instanceof UnusableState ? error : new UnusableState(tables.reasonOf(error));
  }
}
