/** The state of this service in an SQLite file: that of the registry, or its own. */

import { RegistryError } from '../../domain/errors.ts';
import { UnusableDatabase } from '../store/sqlite-file.ts';
import type { Query, ReadTransaction, Row, Store, WriteTransaction } from '../store/store.ts';
import type { ServiceState, TokenStore } from './service-state.ts';
import type { SqlDialect, StateDatabase, Work } from './sql-work.ts';
import { serviceStateIn, tokenStore } from './state-stores.ts';

const DIALECT: SqlDialect = {
  prefix: '',
  token: 'access_token',
  setting: 'meta',
  settingName: 'key',
  insertIgnore: 'INSERT OR IGNORE',
  orUpdate: 'ON CONFLICT DO UPDATE SET',
  least: 'min',
  greatest: 'max',
};

export function sqliteState(store: Store): ServiceState {
  return serviceStateIn(sqliteDatabase(store));
}

/** Returns the tokens of a file: those made here, or those that came with the data. */
export function sqliteTokens(store: Store): TokenStore {
  return tokenStore(sqliteDatabase(store));
}

function sqliteDatabase(store: Store): StateDatabase {
  const queries = new Map<string, Query<Row>>();
  function queryOf(sql: string): Query<Row> {
    const query = queries.get(sql) ?? store.query(sql);
    queries.set(sql, query);
    return query;
  }

  function done<T>(work: Work<T>, tx: ReadTransaction & Partial<Pick<WriteTransaction, 'run'>>): T {
    let step = work.next();
    while (step.done !== true) {
      const { returns, sql, values } = step.value;
      step = work.next(returns === 'rows' ? queryOf(sql).all(tx, ...values) : tx.run?.(sql, ...values).changes);
    }
    return step.value;
  }

  const write: StateDatabase['write'] = async (work) =>
    (await store.writeInTurn((tx) => ({ result: done(work(), tx) }))).result;
  return {
    dialect: DIALECT,
    prepare: async () => {},
    read: async (work) => store.read((tx) => ({ result: done(work(), tx) })).result,
    write,
    writeAlone: (_name, work) => write(work),
    dropDeleted: store.dropDeleted,
  };
}

/** Another file is opened within seconds. */
const ASK_AGAIN_SECONDS = 10;

/**
 * Returns the same store. If the path of the open file has another file or none, it refuses changes of the state, like
 * a database of the state that does not answer.
 */
export function refusingWhileReplaced(store: Store): Store {
  return {
    ...store,
    async writeInTurn(change) {
      try {
        return await store.writeInTurn(change);
      } catch (error) {
        if (!(error instanceof UnusableDatabase && error.isReplaced)) throw error;
        throw new RegistryError('state-unavailable', { retryAfterSeconds: ASK_AGAIN_SECONDS });
      }
    },
  };
}
