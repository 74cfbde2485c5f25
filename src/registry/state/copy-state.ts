/** Copies the state of the service from one file to another, whether the state is alone in them or beside data. */

import { writeMeta } from '../store/meta.ts';
import type { ReadTransaction, Row, Store, WriteTransaction } from '../store/store.ts';
import { STORED_NAME } from './outages.ts';
import { ANONYMOUS_ID_KEY, HIGHEST_TOKEN_ID } from './state-stores.ts';

/** The tables of the state, apart from `meta` and the audit log, which is only where it is written. */
export const STATE_TABLES = [
  'access_token',
  'access_request',
  'access_request_step',
  'asked_person',
  'counted_use',
  'standing_question',
  'standing_question_person',
  'subscription',
  'subscription_person',
] as const;
export type StateTable = (typeof STATE_TABLES)[number];

/** The rows of a table, with its columns in the order of the values. */
export type TableRows = { columns: readonly string[]; rows: Iterable<Row> };

/** How many of the things that people know of were copied, and how many were left. */
export type CopiedState = Record<'tokens' | 'requests' | 'subscriptions' | 'questions' | 'leftRequests', number>;

/** Keys that rows of other tables number themselves by; a row whose number is taken gets another one. */
const RENUMBERED: readonly StateTable[] = ['access_token', 'access_request_step'];

/** Returns the columns of a table of the state in a file of the present format. */
export function columnsOf(tx: ReadTransaction, store: Store, table: StateTable): string[] {
  return store
    .query<[string]>(`SELECT name FROM pragma_table_info('${table}')`)
    .all(tx)
    .map(([name]) => name);
}

/** Writes the rows that a table lacks. Returns how many were written. */
export function writeRows(tx: WriteTransaction, table: StateTable, { columns, rows }: TableRows): number {
  const sql = (verb: string, names: readonly string[]) =>
    `${verb} INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()}) ON CONFLICT DO NOTHING`;
  const isRenumbered = RENUMBERED.includes(table);
  const unnumbered = columns.filter((name) => name !== 'id');
  let written = 0;
  for (const row of rows) {
    let { changes } = tx.run(sql('INSERT', columns), ...row);
    if (changes === 0 && isRenumbered) {
      const values = row.filter((_, at) => columns[at] !== 'id');
      ({ changes } = tx.run(sql('INSERT', unnumbered), ...values));
    }
    written += changes;
  }
  return written;
}

/** Whether a setting belongs to the service, and not to the data or to the database that is followed. */
function isOfService(key: string): boolean {
  return key === ANONYMOUS_ID_KEY || key.startsWith(STORED_NAME);
}

/** Writes the settings of the service that are missing, such as the key of anonymous ids. */
export function writeSettings(tx: WriteTransaction, store: Store, settings: Iterable<readonly [string, string]>): void {
  const byKey = store.query<[string]>('SELECT value FROM meta WHERE key = ?');
  for (const [key, value] of settings) {
    const before = byKey.first(tx, key)?.[0];
    if (key === HIGHEST_TOKEN_ID) writeMeta(tx, key, String(Math.max(Number(value), Number(before ?? 0))));
    else if (before === undefined && isOfService(key)) writeMeta(tx, key, value);
  }
}

type Whole = {
  from: Store;
  fromTx: ReadTransaction;
  to: Store;
  tx: WriteTransaction;
  /** People with a higher id are not those of the other registry: requests and tokens of theirs are left. */
  highestUserId?: number;
};

/** Copies the whole state. Tokens that came with data have no address, and are not copied if `highestUserId` is given. */
export function copyState({ from, fromTx, to, tx, highestUserId }: Whole): CopiedState {
  const ofPeople = highestUserId === undefined ? '' : `WHERE user_id <= ${highestUserId}`;
  const where: Partial<Record<StateTable, string>> = {
    access_token: highestUserId === undefined ? '' : `${ofPeople} AND email IS NOT NULL`,
    access_request: ofPeople,
    asked_person: ofPeople,
    access_request_step:
      highestUserId === undefined ? '' : `WHERE request_id IN (SELECT id FROM access_request ${ofPeople})`,
  };
  const written = new Map<StateTable, number>();
  for (const table of STATE_TABLES) {
    const columns = columnsOf(fromTx, from, table);
    const rows = from.query<Row>(`SELECT ${columns.join()} FROM ${table} ${where[table] ?? ''}`).each(fromTx);
    written.set(table, writeRows(tx, table, { columns, rows }));
  }
  writeSettings(
    tx,
    to,
    from.query<[string, string]>('SELECT key, value FROM meta WHERE value IS NOT NULL').all(fromTx),
  );
  const count = (table: StateTable) => written.get(table) ?? 0;
  const requests = from.query<[number]>('SELECT count(*) FROM access_request').first(fromTx)?.[0] ?? 0;
  return {
    tokens: count('access_token'),
    requests: count('access_request'),
    subscriptions: count('subscription'),
    questions: count('standing_question'),
    leftRequests: requests - count('access_request'),
  };
}
