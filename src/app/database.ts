/** Opens the database alone, for commands that need nothing else: a command that loads little starts fast. */

import type { Config } from '../config/config.ts';
import { LARGEST_INT } from '../domain/record/model.ts';
import { type AccountKeeper, accountKeeper } from '../registry/accounts/account-keeper.ts';
import { type TokenKeeper, tokenKeeper } from '../registry/accounts/token-keeper.ts';
import { storedChecksums } from '../registry/follow/checksums.ts';
import { exportSnapshot } from '../registry/import/snapshot-export.ts';
import { users } from '../registry/people/users.ts';
import type { RemoteSearchUserId } from '../registry/record/user-facts.ts';
import { backUpDatabase } from '../registry/store/database-backup.ts';
import { givenIds } from '../registry/store/given-ids.ts';
import { meta, REMOTE_SEARCH_USER_ID, writeMeta } from '../registry/store/meta.ts';
import { type FileOptions, UnusableDatabase } from '../registry/store/sqlite-file.ts';
import { REGISTRY_FORMAT } from '../registry/store/sqlite-schema.ts';
import { openSqliteStore, type SqliteStore } from '../registry/store/sqlite-store.ts';
import { STATE_FORMAT } from '../registry/store/state-schema.ts';
import type { Store } from '../registry/store/store.ts';
import { refuseCopy, refuseOwnData } from '../registry/store/whose-data.ts';
import { openState, stateFile, stateOfDatabase } from './service-state.ts';

type Opening = {
  /** For commands that change the data. */
  makesFile: boolean;
  /** For commands that only read: they work on a disk that is full or read-only. */
  mayOnlyRead?: boolean;
};

/** @throws UnusableDatabase, also for a missing file unless `makesFile` */
export function openDatabase({ database: { file, follow } }: Config, options: Opening): Store {
  if (follow !== undefined && options.makesFile) {
    throw new UnusableDatabase(
      file,
      'its data are those of the database that database.follow names; change them there',
    );
  }
  return openSqliteStore(file, { ...options, ...(options.mayOnlyRead !== true && fitting({ follow })) });
}

/** For reference data, which may be loaded beside those of a database that is followed. @throws UnusableDatabase */
export function openForLoading({ database: { file, follow } }: Config): SqliteStore {
  return openSqliteStore(file, { makesFile: follow === undefined, ...fitting({ follow }) });
}

/**
 * Copies the database file while it is in use. If the registry follows a database, it copies the state instead, into a
 * file of the state, because the data can be read again at any time. Returns what it was and the size of the copy in
 * bytes.
 *
 * @throws CannotBackUp, UnusableDatabase, UnusableState
 */
export async function backUp(config: Config, target: string): Promise<{ file: string; bytes: number }> {
  const { database, state } = config;
  if (state.url !== undefined) return { file: 'the state', bytes: await backUpState(state.url, target) };
  const isFollowing = database.follow !== undefined;
  const [file, format] = isFollowing ? [stateFile(config), STATE_FORMAT] : [database.file, REGISTRY_FORMAT];
  return { file, bytes: await backUpDatabase({ file, format, target }) };
}

/** Reads the state out of its database beside the target, and copies it there. @throws CannotBackUp, UnusableState */
async function backUpState(url: string, target: string): Promise<number> {
  using read = await stateOfDatabase(url);
  return await backUpDatabase({ file: read.file, format: STATE_FORMAT, target });
}

/**
 * Confirms that the people whom the followed database lacks have left, for every process and instance that shares the
 * state. Returns since when they are missing; undefined if nobody is missing.
 *
 * @throws UnusableDatabase, UnusableState
 */
export async function confirmMissingPeople(config: Config, now: Date): Promise<Date | undefined> {
  using store = openSqliteStore(config.database.file, { makesFile: false, ...fitting(config.database) });
  const held = store.read((tx) => storedChecksums(store).held(tx));
  const [, since] = held.find(([table]) => table === 'user') ?? [];
  if (since === undefined) return undefined;
  await using opened = await openState({ config, store, report: () => {} });
  await opened.state.confirmMissing(now);
  return new Date(since);
}

function now(): Date {
  return new Date();
}

/** Returns the account that administrators of partners act as: the configuration wins over the data. */
function remoteSearchAccount(store: Store, { app }: Config): RemoteSearchUserId {
  const about = meta(store);
  return (tx) => app.settings.isearch.userId ?? about.remoteSearchUserId(tx);
}

/** Opens the token keeper together with the databases that it writes to. @throws UnusableDatabase, UnusableState */
export async function openTokenKeeper(
  store: Store,
  config: Config,
  { mayOnlyRead = false }: Pick<Opening, 'mayOnlyRead'> = {},
): Promise<TokenKeeper & AsyncDisposable> {
  const remoteSearchUserId = remoteSearchAccount(store, config);
  const { state, ...opened } = await openState({ config, store, mayOnlyRead, report: () => {} });
  return { ...tokenKeeper({ store, tokens: state.tokens, remoteSearchUserId, now }), ...opened };
}

/** Opens the accounts of a registry with its own data; the accounts of a followed database are changed in that database. */
export function openAccountKeeper(store: Store, config: Config): AccountKeeper {
  const remoteSearchUserId = remoteSearchAccount(store, config);
  return accountKeeper({
    ...{ store, remoteSearchUserId, now },
    users: users(store),
    givenIds: givenIds(store),
    highestId: LARGEST_INT,
    nameForPartners: (tx, userId) => writeMeta(tx, REMOTE_SEARCH_USER_ID, String(userId)),
  });
}

/** Whether the database has no imported or loaded data yet. */
export function isEmptyRegistry(store: Store): boolean {
  return store.read(meta(store).isEmpty);
}

/** Yields the registry's data of one consistent moment as the text of a snapshot, piece by piece. */
export function snapshotText(store: Store): Iterable<string> {
  return exportSnapshot(store);
}

/**
 * Returns the option that refuses a file with other data than the configuration means. A registry that follows a
 * database refuses data of its own. Any other registry refuses the copy of a database.
 */
export function fitting({ follow }: Pick<Config['database'], 'follow'>): Pick<FileOptions, 'refuses'> {
  return { refuses: follow === undefined ? refuseCopy : refuseOwnData };
}
