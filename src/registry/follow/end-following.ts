/** Makes a registry of its own of the copy of a followed database, with all that belongs to the service. */

import { rmSync } from 'node:fs';
import { type CopiedState, copyState } from '../state/copy-state.ts';
import { backUpDatabase } from '../store/database-backup.ts';
import { BESIDE } from '../store/file-permissions.ts';
import { givenIds } from '../store/given-ids.ts';
import { writeMeta } from '../store/meta.ts';
import { REGISTRY_FORMAT } from '../store/sqlite-schema.ts';
import { openSqliteStore, type SqliteStore } from '../store/sqlite-store.ts';
import type { ReadTransaction } from '../store/store.ts';
import { storedChecksums } from './checksums.ts';
import { ENDED_AT_USER_ID, ENDED_SOURCE } from './ended-following.ts';

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
    remove(next);
    const [tag, highestUserId] = store.read((tx) => [tx.dataTag(), givenIds(store).highest(tx)] as const);
    await backUpDatabase({ file: store.path, format: REGISTRY_FORMAT, target: next });
    try {
      const ended = await write(next, highestUserId, state);
      // The file is written to by a registry that follows until its place is taken.
      if (await store.replaceInTurn(next, (tx) => tx.dataTag() === tag)) return ended;
      if (tries === MOST_TRIES) throw new Error('The registry that follows writes all the time; stop it first.');
    } finally {
      remove(next);
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

function remove(file: string): void {
  for (const part of ['', ...BESIDE]) rmSync(file + part, { force: true });
}
