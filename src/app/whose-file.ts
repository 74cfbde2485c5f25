/** Goes over from following a database to a registry of its own, and back. */

import { existsSync, renameSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { Config } from '../config/config.ts';
import { isSamePlace, storedChecksums } from '../registry/follow/checksums.ts';
import { endFollowing, followedBefore } from '../registry/follow/end-following.ts';
import { parseRdpAddress } from '../registry/rdp-database/address.ts';
import { type CopiedState, copyState } from '../registry/state/copy-state.ts';
import { ANONYMOUS_ID_KEY } from '../registry/state/state-stores.ts';
import { removeDatabase } from '../registry/store/file-permissions.ts';
import { givenIds } from '../registry/store/given-ids.ts';
import { openSqliteStore, type SqliteStore } from '../registry/store/sqlite-store.ts';
import { dropAuditLog, STATE_FORMAT } from '../registry/store/state-schema.ts';
import type { Store } from '../registry/store/store.ts';
import { stateFile, stateOfDatabase } from './service-state.ts';

/** Nothing was done; the message says why, and what to do. */
class CannotGoOver extends Error {
  override readonly name = 'CannotGoOver';
}

export type Ended =
  | (CopiedState & {
      outcome: 'ended';
      /** The label of the database. */
      source: string;
      comparedAt: Date | undefined;
      /** The present path of the state file; undefined if the state is in a database. */
      setAside: string | undefined;
    })
  /** Following ended before, and the file of the state was still at its place. */
  | { outcome: 'completed'; setAside: string };

/**
 * Makes a registry of its own of the copy of a followed database, with the state, whose file is put aside. The database is not
 * asked for anything.
 *
 * @throws CannotGoOver, UnusableDatabase, UnusableState, CannotBackUp
 */
export async function endFollowingOf(config: Config, now: Date): Promise<Ended> {
  const { file } = config.database;
  using store = openSqliteStore(file, { makesFile: false });
  const isCopy = store.read((tx) => storedChecksums(store).source(tx) !== null);
  using state = await stateToRead(config);
  const setAside = aside(state.store.file.path(), 'until', now);
  if (!isCopy) {
    const hasEnded = keyOf(store) === keyOf(state.store) && store.read((tx) => followedBefore(tx, store)) !== undefined;
    if (!hasEnded || state.isTemporary) {
      throw new CannotGoOver(`${file} is not the copy of a followed database, so there is nothing to end.`);
    }
    await state.store.moveInTurn(setAside, async () => {});
    dropAuditLog(setAside);
    return { outcome: 'completed', setAside };
  }
  if (state.isTemporary) {
    const ended = await state.store.read((tx) => ({ work: endFollowing(store, { store: state.store, tx }) })).work;
    return { outcome: 'ended', ...ended, setAside: undefined };
  }
  let ended: Awaited<ReturnType<typeof endFollowing>> | undefined;
  await state.store.moveInTurn(setAside, async (tx) => {
    ended = await endFollowing(store, { store: state.store, tx });
  });
  if (ended === undefined) throw new Error('The state was put aside and not read.');
  dropAuditLog(setAside);
  return { outcome: 'ended', ...ended, setAside };
}

type StateToRead = Disposable & {
  store: SqliteStore;
  /** Whether it was read out of a database into a file that is removed at the end. */
  isTemporary: boolean;
};

/** Opens the state as a file. @throws CannotGoOver, UnusableDatabase, UnusableState */
async function stateToRead(config: Config): Promise<StateToRead> {
  const { url } = config.state;
  if (url === undefined) {
    const file = stateFile(config);
    if (!existsSync(file)) {
      throw new CannotGoOver(
        `${file} does not contain the state of the service. Set database.follow, and state.file or state.url, as they were while the database was followed.`,
      );
    }
    const store = openSqliteStore(file, { makesFile: false, format: STATE_FORMAT });
    return { store, isTemporary: false, [Symbol.dispose]: store[Symbol.dispose] };
  }
  const { store, [Symbol.dispose]: dispose } = await stateOfDatabase(url);
  return { store, isTemporary: true, [Symbol.dispose]: dispose };
}

export type Begun = {
  /** Where the registry of its own is now. */
  setAside: string;
  /**
   * What the registry took along, because it followed the same database before; otherwise undefined. `in-database`: it
   * did, and continues with the state in `state.url`.
   */
  taken: CopiedState | 'in-database' | undefined;
};

/**
 * Puts a registry of its own aside, so that the next start follows the database of the configuration. If the registry
 * followed that database before, the data of the service go into the file of the state.
 *
 * @param address that of `database.follow`
 * @throws CannotGoOver, UnusableDatabase, UnreadableRdpDatabase
 */
export async function beginFollowing(config: Config, address: string, now: Date): Promise<Begun> {
  const { file } = config.database;
  using store = openSqliteStore(file, { makesFile: false });
  if (store.read((tx) => storedChecksums(store).source(tx)) !== null) {
    throw new CannotGoOver(`${file} is already the copy of a followed database. serve continues with it.`);
  }
  const before = store.read((tx) => followedBefore(tx, store) ?? null);
  const isReturning = before !== null && isSamePlace(before.source, parseRdpAddress(address).label);
  const isInDatabase = isReturning && config.state.url !== undefined;
  const stateGoesTo = isReturning && !isInDatabase ? stateFile(config) : undefined;
  if (stateGoesTo !== undefined && existsSync(stateGoesTo)) removeSameState(stateGoesTo, store);
  await store.writeInTurn(givenIds(store).keep);
  const setAside = aside(store.file.path(), 'own-until', now);
  let taken: Begun['taken'] = isInDatabase ? 'in-database' : undefined;
  await store.moveInTurn(setAside, async (fromTx) => {
    if (stateGoesTo === undefined || before === null) return;
    const part = `${stateGoesTo}-part`;
    removeDatabase(part);
    {
      using to = openSqliteStore(part, { format: STATE_FORMAT });
      taken = to.write((tx) => copyState({ from: store, fromTx, to, tx, highestUserId: before.highestUserId }));
    }
    renameSync(part, stateGoesTo);
  });
  dropAuditLog(setAside);
  return { setAside, taken };
}

/** Removes a state that was written when this was broken off; another one stays. @throws CannotGoOver */
function removeSameState(file: string, own: Store): void {
  {
    using store = openSqliteStore(file, { makesFile: false, format: STATE_FORMAT });
    if (keyOf(store) !== keyOf(own)) {
      throw new CannotGoOver(
        `${file} contains the state of another registry. Move it away, or set state.file to another file.`,
      );
    }
  }
  removeDatabase(file);
}

function keyOf(store: Store): string | undefined {
  return store.read(
    (tx) => store.query<[string]>('SELECT value FROM meta WHERE key = ?').first(tx, ANONYMOUS_ID_KEY)?.[0],
  );
}

/** Returns a free path on the disk of a file without links that is put aside, such as `registry-own-until-2026-11-28T12-00-00.sqlite`. */
function aside(file: string, what: string, now: Date): string {
  const { dir, name, ext } = parse(file);
  const path = join(dir, `${name}-${what}-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`);
  for (let number = 1; ; number++) {
    const free = `${path}${number === 1 ? '' : `-${number}`}${ext}`;
    if (!existsSync(free)) return free;
  }
}
