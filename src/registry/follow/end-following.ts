/** Makes a registry of its own of the copy of a followed database, with all that belongs to the service. */

import { type CopiedState, copyState } from '../state/copy-state.ts';
import { backUpDatabase } from '../store/database-backup.ts';
import { removeDatabase } from '../store/file-permissions.ts';
import { givenIds } from '../store/given-ids.ts';
import { writeMeta } from '../store/meta.ts';
import { REGISTRY_FORMAT } from '../store/sqlite-schema.ts';
import { openSqliteStore, type SqliteStore } from '../store/sqlite-store.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import { storedChecksums } from './checksums.ts';

/** The keys of the label of the database, and of the highest id that a person had when following ended, in the table `meta`. */
const ENDED_SOURCE = 'followed-before';
const ENDED_AT_USER_ID = 'followed-before-highest-user-id';

/** Returns the label, and the highest id of the people of that database; undefined if none was followed. */
export function followedBefore(
  tx: ReadTransaction,
  store: Store,
): { source: string; highestUserId: number } | undefined {
  const byKey = store.query<[string]>('SELECT value FROM meta WHERE key = ?');
  const source = byKey.first(tx, ENDED_SOURCE)?.[0];
  if (source === undefined) return undefined;
  return { source, highestUserId: Number(byKey.first(tx, ENDED_AT_USER_ID)?.[0] ?? 0) };
}

type EndedFollowing = CopiedState & {
  /** The label of the database. */
  source: string;
  /** When the data were last found to equal those of the database. */
  comparedAt: Date | undefined;
};

/** The store of the state, and a moment of it that lasts. */
type State = { store: SqliteStore; tx: ReadTransaction };

const MOST_TRIES = 5;

/**
 * Writes the state into a copy of the file of `store`, and puts that in its place. Whatever is written to the file meanwhile is in
 * it. The caller lets nobody write to the state.
 *
 * @throws CannotBackUp where the disk has no room for the copy, UnusableDatabase
 */
export async function endFollowing(store: SqliteStore, state: State): Promise<EndedFollowing> {
  const next = `${store.file.path()}-own`;
  for (let tries = 1; ; tries++) {
    removeDatabase(next);
    const [tag, highestUserId] = store.read((tx) => [tx.dataTag(), givenIds(store).highest(tx)] as const);
    await backUpDatabase({ file: store.path, format: REGISTRY_FORMAT, target: next });
    try {
      const ended = await write(next, highestUserId, state);
      // The file is written to by a registry that follows until its place is taken.
      if (await store.replaceInTurn(next, (tx) => tx.dataTag() === tag)) return ended;
      if (tries === MOST_TRIES) throw new Error('The registry that follows writes all the time; stop it first.');
    } finally {
      removeDatabase(next);
    }
  }
}

async function write(file: string, highestUserId: number, state: State): Promise<EndedFollowing> {
  using own = openSqliteStore(file, { makesFile: false });
  const stored = storedChecksums(own);
  const about = own.read((tx) => ({ source: stored.source(tx) ?? '', comparedAt: stored.comparedAt(tx) }));
  const copied = await own.writeInTurn((tx) => {
    stored.clear(tx);
    writeMeta(tx, ENDED_SOURCE, about.source);
    writeMeta(tx, ENDED_AT_USER_ID, String(highestUserId));
    const moved = copyState({ from: state.store, fromTx: state.tx, to: own, tx });
    givenIds(own).raiseTo(tx, highestUserId);
    return moved;
  });
  return { ...about, ...copied };
}
