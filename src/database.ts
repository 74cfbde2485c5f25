/** The database alone, for commands that need nothing else: a command begins fast where it loads little. */

import type { Config } from './config/config.ts';
import { type TokenKeeper, tokenKeeper } from './registry/accounts/token-keeper.ts';
import { keptChecksums } from './registry/follow/kept-checksums.ts';
import type { RemoteSearchUserId } from './registry/record/user-facts.ts';
import { exportSnapshot } from './registry/snapshot/snapshot-export.ts';
import { backUpDatabase, CannotBackUp } from './registry/store/database-backup.ts';
import { meta } from './registry/store/meta.ts';
import { UnusableDatabase } from './registry/store/sqlite-file.ts';
import { REGISTRY_FORM } from './registry/store/sqlite-schema.ts';
import { openSqliteStore, type SqliteStore } from './registry/store/sqlite-store.ts';
import { STATE_FORM } from './registry/store/state-schema.ts';
import type { Store } from './registry/store/store.ts';
import { openState, stateFile } from './service-state.ts';

/** @throws UnusableDatabase, also for a missing file unless `makesFile`, which is for commands that change the data */
export function openDatabase({ database: { file, follow } }: Config, options: { makesFile: boolean }): Store {
  if (follow !== undefined && options.makesFile) {
    throw new UnusableDatabase(
      file,
      'its data are those of the database that database.follow names; change them there',
    );
  }
  return openSqliteStore(file, options);
}

/** For reference data, which may be loaded beside those of a database that is followed. @throws UnusableDatabase */
export function openForLoading({ database: { file, follow } }: Config): SqliteStore {
  return openSqliteStore(file, { makesFile: follow === undefined });
}

/**
 * Copies the database file while it is in use, or that of the state where a database is followed, whose copy can be made
 * again at any time. Answers which file it was and the size of the copy in bytes.
 *
 * @throws CannotBackUp, UnusableDatabase
 */
export async function backUp(config: Config, target: string): Promise<{ file: string; bytes: number }> {
  const { database, state } = config;
  if (state.url !== undefined) {
    throw new CannotBackUp(target, 'everything is in databases; those who run their servers back them up');
  }
  const isFollowing = database.follow !== undefined;
  const [file, form] = isFollowing ? [stateFile(config), STATE_FORM] : [database.file, REGISTRY_FORM];
  return { file, bytes: await backUpDatabase({ file, form, target }) };
}

/**
 * Notes that people whom the followed database lacks have left, for every process and instance that shares the state.
 * Answers since when they are missing; undefined where nobody is.
 *
 * @throws UnusableDatabase, UnusableState
 */
export async function confirmMissingPeople(config: Config, now: Date): Promise<Date | undefined> {
  using store = openSqliteStore(config.database.file, { makesFile: false });
  const since = new Map(store.read((tx) => keptChecksums(store).heldSince(tx))).get('user');
  if (since === undefined) return undefined;
  await using opened = await openState({ config, store, tell: () => {} });
  await opened.state.confirmMissing(now);
  return new Date(since);
}

/** Tokens are made in what is closed with it. @throws UnusableDatabase, UnusableState */
export async function openTokenKeeper(store: Store, config: Config): Promise<TokenKeeper & AsyncDisposable> {
  const about = meta(store);
  const remoteSearchUserId: RemoteSearchUserId = (tx) =>
    config.app.settings.isearch.userId ?? about.remoteSearchUserId(tx);
  const { state, ...opened } = await openState({ config, store, tell: () => {} });
  return { ...tokenKeeper({ store, tokens: state.tokens, remoteSearchUserId, now: () => new Date() }), ...opened };
}

/** The registry's data as a snapshot, of one consistent moment, in pieces of text. */
export function snapshotText(store: Store): Iterable<string> {
  return exportSnapshot(store);
}
