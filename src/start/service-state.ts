/**
 * Opens what belongs to this service: its state in the file of the data, unless those are of a database that is followed,
 * and the trail in a file of its own.
 */

import { join, parse } from 'node:path';
import type { Config } from '../config/config.ts';
import type { StoredHistory } from '../federation/partner/partner-history.ts';
import { storedHistories } from '../federation/partner/partner-history.ts';
import { type RecordedNetwork, recordedNetwork } from '../federation/recorded-network.ts';
import type { ServiceState, TokenStore } from '../registry/state/service-state.ts';
import { sqliteState, sqliteTokens } from '../registry/state/sqlite-state.ts';
import { openSqliteStore } from '../registry/store/sqlite-store.ts';
import { STATE_FORMAT } from '../registry/store/state-schema.ts';
import type { Store } from '../registry/store/store.ts';
import { openTrail } from '../registry/trail/open-trail.ts';
import type { Trail } from '../registry/trail/trail.ts';
import type { Log } from '../telemetry/log.ts';

type OpenedState = AsyncDisposable & {
  state: ServiceState;
  /** Where access tokens are looked up: those that came with the data, then those made here. */
  tokenStores: readonly TokenStore[];
};

type Options = {
  config: Config;
  /** Of the registry's data. */
  store: Store;
  /** For commands that only read: a file of its own is read on a disk that is full or read-only, too. */
  mayOnlyRead?: boolean;
  /** Called once, when a database of its own cannot be used any more, and with undefined when it is over. */
  report(trouble: string | undefined): void;
};

/** @throws UnusableDatabase, UnusableState */
export async function openState({ config, store, mayOnlyRead = false, report }: Options): Promise<OpenedState> {
  if (config.database.follow === undefined) {
    const state = sqliteState(store);
    return { state, tokenStores: [state.tokens], [Symbol.asyncDispose]: async () => {} };
  }
  await using resources = new AsyncDisposableStack();
  const { url } = config.state;
  const state =
    url === undefined
      ? sqliteState(resources.use(openSqliteStore(stateFile(config), { format: STATE_FORMAT, mayOnlyRead })))
      : resources.use(await mysqlState(url, report));
  await state.prepare();
  const opened = resources.move();
  return {
    state,
    tokenStores: [{ ...sqliteTokens(store), noteUse: undefined }, state.tokens],
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Where the state is stored beside a followed database, unless it is in a database. */
export function stateFile({ database, state }: Config): string {
  const { dir, name, ext } = parse(database.file);
  return state.file ?? join(dir, `${name}-state${ext}`);
}

export type ServiceTrail = AsyncDisposable &
  Pick<Trail, 'list' | 'partnerDays'> & {
    /** Of a partner by its key: it goes on after a restart, and after a change of the partner's settings. */
    historyOf(key: string): StoredHistory;
    /** The same network, whose questions are taken down where the operator wants that. */
    recorded<Network extends RecordedNetwork>(network: Network): Network;
  };

/** @param tidies whether this process deletes what is too old */
export async function openServiceTrail({ trail, database }: Config, log: Log, tidies: boolean): Promise<ServiceTrail> {
  const { withText, keepDays } = trail;
  const logTrail = (level: 'info' | 'warn', what: string) => log[level]({ what }, 'trail');
  const opened = await openTrail({ ...trail, databaseFile: database.file, tidies, log: logTrail, now: Date.now });
  const options = { note: opened.note, withText, now: Date.now };
  return {
    ...opened,
    historyOf: storedHistories(opened.callsBefore, opened.noteCall),
    recorded: (network) => (keepDays === 0 ? network : recordedNetwork(network, options)),
  };
}

/** The driver is loaded by those who need it. */
async function mysqlState(address: string, report: Options['report']) {
  const { openMysqlState } = await import('../registry/state/mysql-state.ts');
  return openMysqlState({ address, report });
}
