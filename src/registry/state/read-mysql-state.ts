/** Reads the state of the service out of its database on a server, into a file. */

import type { Row, Store } from '../store/store.ts';
import { columnsOf, STATE_TABLES, type StateTable, writeRows, writeSettings } from './copy-state.ts';
import { openTables, UnusableState } from './mysql-tables.ts';

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
