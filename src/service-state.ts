/** Opens what belongs to this service: in the file of the data, unless those are of a database that is followed. */

import { join, parse } from 'node:path';
import type { Config } from './config/config.ts';
import type { ServiceState, TokenStore } from './registry/state/service-state.ts';
import { sqliteState, sqliteTokens } from './registry/state/sqlite-state.ts';
import { openSqliteStore } from './registry/store/sqlite-store.ts';
import { STATE_FORM } from './registry/store/state-schema.ts';
import type { Store } from './registry/store/store.ts';

export type OpenedState = AsyncDisposable & {
  state: ServiceState;
  /** Where access tokens are looked up: those that came with the data, then those made here. */
  tokenStores: readonly TokenStore[];
};

type Options = {
  config: Config;
  /** Of the registry's data. */
  store: Store;
  /** Told once, when a database of its own cannot be used any more, and undefined when it is over. */
  tell(trouble: string | undefined): void;
};

/** @throws UnusableDatabase, UnusableState */
export async function openState({ config, store, tell }: Options): Promise<OpenedState> {
  if (config.database.follow === undefined) {
    const state = sqliteState(store);
    return { state, tokenStores: [state.tokens], [Symbol.asyncDispose]: async () => {} };
  }
  await using resources = new AsyncDisposableStack();
  const { url } = config.state;
  const state =
    url === undefined
      ? sqliteState(resources.use(openSqliteStore(stateFile(config), { form: STATE_FORM })))
      : resources.use(await mysqlState(url, tell));
  await state.prepare();
  const opened = resources.move();
  return {
    state,
    tokenStores: [{ ...sqliteTokens(store), noteUse: undefined }, state.tokens],
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Where the state is kept beside a followed database, unless it is in a database. */
export function stateFile({ database, state }: Config): string {
  const { dir, name, ext } = parse(database.file);
  return state.file ?? join(dir, `${name}-state${ext}`);
}

/** The driver is loaded by those who need it. */
async function mysqlState(address: string, tell: Options['tell']) {
  const { openMysqlState } = await import('./registry/state/mysql-state.ts');
  return openMysqlState({ address, tell });
}
