/**
 * Opens what belongs to this service: its state, and the audit log in it. Unless the registry follows a database, the
 * state is in the file of the data.
 */

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import type { Config } from '../config/config.ts';
import { auditObserver } from '../federation/audit-observer.ts';
import type { NetworkObserver } from '../federation/observed-network.ts';
import { type StoredHistory, storedHistories } from '../federation/partner/partner-history.ts';
import type { Log } from '../operations/log.ts';
import { type AuditLog, openAuditLog } from '../registry/state/audit-log.ts';
import type { AuditStore } from '../registry/state/audit-store.ts';
import type { ServiceState, TokenStore } from '../registry/state/service-state.ts';
import { refusingWhileReplaced, sqliteState, sqliteTokens } from '../registry/state/sqlite-state.ts';
import { openSqliteStore, type SqliteStore } from '../registry/store/sqlite-store.ts';
import { STATE_FORMAT } from '../registry/store/state-schema.ts';
import type { Store } from '../registry/store/store.ts';

type OpenedState = AsyncDisposable & {
  state: ServiceState;
  /** Where access tokens are looked up: first the tokens that came with the data, then those made here. */
  tokenStores: readonly TokenStore[];
  /** The store of the state, if the state has a file of its own. */
  ownFile: SqliteStore | undefined;
};

type Options = {
  config: Config;
  /** The store of the registry's data. */
  store: Store;
  /** For commands that only read: they work on a disk that is full or read-only. */
  mayOnlyRead?: boolean;
  /** Called with the file of a state that nobody reads, as no database is followed. */
  reportOrphan?(file: string): void;
  /** Called once when the database of the state cannot be used any more, and with undefined when it can be used again. */
  report(trouble: string | undefined): void;
};

/** @throws UnusableDatabase, UnusableState */
export async function openState({
  config,
  store,
  mayOnlyRead = false,
  report,
  reportOrphan,
}: Options): Promise<OpenedState> {
  if (config.database.follow === undefined) {
    const orphan = stateFile(config);
    if (existsSync(orphan)) reportOrphan?.(orphan);
    const state = sqliteState(refusingWhileReplaced(store));
    return { state, tokenStores: [state.tokens], ownFile: undefined, [Symbol.asyncDispose]: async () => {} };
  }
  await using resources = new AsyncDisposableStack();
  const { url } = config.state;
  const ownFile =
    url === undefined
      ? resources.use(openSqliteStore(stateFile(config), { format: STATE_FORMAT, mayOnlyRead }))
      : undefined;
  const state =
    ownFile === undefined
      ? resources.use(await mysqlState(url ?? '', report))
      : sqliteState(refusingWhileReplaced(ownFile));
  await state.prepare();
  const opened = resources.move();
  return {
    state,
    tokenStores: [{ ...sqliteTokens(store), noteUse: undefined }, state.tokens],
    ownFile,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Returns the path of the state file beside a followed database. The state may also be in a MySQL database. */
export function stateFile({ database, state }: Config): string {
  return state.file ?? besideFile(database.file, 'state');
}

export type ServiceAuditLog = AsyncDisposable &
  Pick<AuditLog, 'list' | 'partnerDays'> & {
    /** Returns the history of the partner with this key: it survives a restart and a change of the partner's settings. */
    historyOf(key: string): StoredHistory;
    /** It records questions; none where the configuration wants no audit log. */
    observers: readonly NetworkObserver[];
  };

/** @param tidies whether this process deletes what is too old */
export async function openServiceAuditLog(
  { auditLog, database }: Config,
  { store, log, tidies }: { store: AuditStore; log: Log; tidies: boolean },
): Promise<ServiceAuditLog> {
  const { withText, keepDays } = auditLog;
  const trail = besideFile(database.file, 'trail');
  if (tidies && existsSync(trail)) {
    const what = 'the audit log of a version before 1.0.0 is still there, and is not read any more; delete it';
    log.warn({ file: trail, what }, 'audit log');
  }
  const report = (level: 'info' | 'warn', what: string) => log[level]({ what }, 'audit log');
  const opened = await openAuditLog({ ...auditLog, store, tidies, log: report, now: Date.now });
  return {
    ...opened,
    historyOf: storedHistories(opened.callsBefore, opened.noteCall),
    observers: keepDays === 0 ? [] : [auditObserver({ note: opened.note, withText, now: Date.now })],
  };
}

/** Returns the path beside a file whose name ends in these words, such as `registry-state.sqlite`. */
function besideFile(file: string, words: string): string {
  const { dir, name, ext } = parse(file);
  return join(dir, `${name}-${words}${ext}`);
}

/** Opens the state in a MySQL database; the driver is loaded only here. */
async function mysqlState(address: string, report: Options['report']) {
  const { openMysqlState } = await import('../registry/state/mysql-state.ts');
  return openMysqlState({ address, report });
}

type StateRead = Disposable & {
  store: SqliteStore;
  file: string;
};

/** @throws UnusableState, UnusableDatabase */
export async function stateOfDatabase(url: string): Promise<StateRead> {
  using resources = new DisposableStack();
  // Only this account may enter the folder.
  const folder = mkdtempSync(join(tmpdir(), 'isearch-proxy-state-'));
  resources.defer(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'state.sqlite');
  const store = resources.use(openSqliteStore(file, { format: STATE_FORMAT }));
  // The driver is loaded only here.
  const { readMysqlState } = await import('../registry/state/mysql-state.ts');
  await readMysqlState(url, store);
  const opened = resources.move();
  return { store, file, [Symbol.dispose]: () => opened.dispose() };
}
