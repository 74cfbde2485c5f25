/** The database alone, for commands that need nothing else: a command begins fast where it loads little. */

import type { Config } from './config/config.ts';
import { type TokenKeeper, tokenKeeper } from './registry/accounts/accounts.ts';
import type { RemoteSearchUserId } from './registry/record/user-facts.ts';
import { exportSnapshot } from './registry/snapshot/snapshot-export.ts';
import { sqliteState } from './registry/state/sqlite-state.ts';
import { backUpDatabase } from './registry/store/database-backup.ts';
import { meta } from './registry/store/meta.ts';
import { REGISTRY_FORM } from './registry/store/sqlite-schema.ts';
import { openSqliteStore } from './registry/store/sqlite-store.ts';
import type { Store } from './registry/store/store.ts';

/** @throws UnusableDatabase, also for a missing file unless `makesFile` */
export function openDatabase(config: Config, options: { makesFile: boolean }): Store {
  return openSqliteStore(config.database.file, options);
}

/**
 * Copies the database file while it is in use; answers the size of the copy in bytes.
 *
 * @throws CannotBackUp, UnusableDatabase
 */
export function backUp(config: Config, target: string): Promise<number> {
  return backUpDatabase({ file: config.database.file, form: REGISTRY_FORM, target });
}

export function openTokenKeeper(store: Store, { app }: Config): TokenKeeper {
  const about = meta(store);
  const remoteSearchUserId: RemoteSearchUserId = (tx) => app.settings.isearch.userId ?? about.remoteSearchUserId(tx);
  return tokenKeeper({ store, tokens: sqliteState(store).tokens, remoteSearchUserId, now: () => new Date() });
}

/** The registry's data as a snapshot, of one consistent moment, in pieces of text. */
export function snapshotText(store: Store): Iterable<string> {
  return exportSnapshot(store);
}
