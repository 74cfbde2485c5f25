/**
 * The user ids that were given so far. None is given again: a request for access, an anonymous id, a link or a record that
 * a partner stores would then name another person. The highest one is stored in the data and in a small file beside
 * them, which does not change when a backup replaces the data.
 */

import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { LARGEST_INT } from '../../domain/record/model.ts';
import { diskProblemOf } from './disk-problem.ts';
import { OWN_FILE } from './file-permissions.ts';
import { writeMeta } from './meta.ts';
import { UnusableDatabase } from './sqlite-file.ts';
import type { ReadTransaction, Store, WriteTransaction } from './store.ts';

export type GivenIds = {
  /**
   * Returns the highest user id in the data and in the file beside them; 0 if there is none.
   *
   * @throws UnusableDatabase if the file beside cannot be read
   */
  highest(tx: ReadTransaction): number;
  /** Stores an id that was given here or in imported data; an id below the stored one changes nothing. */
  raiseTo(tx: WriteTransaction, userId: number): void;
  /** Whether the data and the file beside them hold the same id. @throws UnusableDatabase */
  areStored(tx: ReadTransaction): boolean;
  /** Writes the highest id into the data and into the file beside them, if it is missing there. @throws UnusableDatabase */
  keep(tx: WriteTransaction): void;
};

/** What the name of the file beside appends to that of the database. */
export const GIVEN_IDS_BESIDE = '-highest-user-id';

const KEY = 'highest-user-id';
const HIGHEST = `
SELECT max(
  coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = '${KEY}'), 0),
  coalesce((SELECT max(id) FROM user), 0),
  coalesce((SELECT max(user_id) FROM user_change), 0),
  coalesce((SELECT max(user_id) FROM access_request), 0),
  coalesce((SELECT max(user_id) FROM access_token), 0)
)
`;
/** Every number is written with this many digits, so that no reader reads a partly written one. */
const DIGITS = String(LARGEST_INT).length;
const MOST_BYTES = 40;

/** Returns the user ids that were given in the data of a store; `store.path` leads to the file beside them. */
export function givenIds(store: Store): GivenIds {
  const stored = store.query<[number]>(HIGHEST);
  const inData = (tx: ReadTransaction) => stored.first(tx)?.[0] ?? 0;
  const highest = (tx: ReadTransaction) => Math.max(inData(tx), readBeside(store.path));

  function raiseTo(tx: WriteTransaction, userId: number): void {
    writeMeta(tx, KEY, String(Math.max(userId, highest(tx))));
  }

  return {
    highest,
    raiseTo,
    areStored: (tx) => inData(tx) === readBeside(store.path),
    keep(tx) {
      const before = readBeside(store.path);
      raiseTo(tx, before);
      const now = inData(tx);
      if (now > before) writeBeside(store.path, now);
    },
  };
}

/**
 * Writes the highest user id into the data and into the file beside them, if one of them lacks it. A backup that
 * replaced the data, now or before the start, does not know later ids. An error ends nothing: `report` gets the reason.
 */
export async function keepGivenIds(store: Store, report: (reason: string) => void): Promise<void> {
  const given = givenIds(store);
  try {
    if (!store.read(given.areStored)) await store.writeInTurn(given.keep);
  } catch (error) {
    report((error as Error).message);
  }
}

function readBeside(database: string): number {
  const file = database + GIVEN_IDS_BESIDE;
  const text = orUnusable(database, 'read', () => readIfThere(file)).trim();
  // A process that ended just after creating the file leaves it empty; no id was given yet.
  if (text === '') return 0;
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number <= LARGEST_INT) return number;
  throw new UnusableDatabase(
    database,
    `beside it, ${file} must hold the highest number that a person had, up to ${LARGEST_INT}, and holds '${text}'; write that number into it`,
  );
}

/** Reads at most as many bytes as a number has, so that no other content is loaded. */
function readIfThere(file: string): string {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return existsSync(file) ? 'no file' : '';
  const descriptor = openSync(file, constants.O_RDONLY);
  try {
    const bytes = Buffer.alloc(MOST_BYTES);
    return bytes.toString('utf8', 0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
}

/** Writes into the existing file instead of replacing it, so that it still belongs to the service when root runs a command. */
function writeBeside(database: string, highest: number): void {
  orUnusable(database, 'written', () => {
    const { O_WRONLY, O_CREAT } = constants;
    const descriptor = openSync(database + GIVEN_IDS_BESIDE, O_WRONLY | O_CREAT, OWN_FILE);
    try {
      giveToOwner(descriptor, database);
      writeSync(descriptor, `${String(highest).padStart(DIGITS, '0')}\n`, 0);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  });
}

/** Gives the file the owner and mode of the database: accounts that may read the database may read it. */
function giveToOwner(descriptor: number, database: string): void {
  const { uid, gid, mode } = statSync(database);
  if (process.getuid?.() === 0) fchownSync(descriptor, uid, gid);
  if (process.getuid?.() === 0 || process.getuid?.() === uid) fchmodSync(descriptor, mode & 0o777);
}

function orUnusable<T>(database: string, done: 'read' | 'written', work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const file = database + GIVEN_IDS_BESIDE;
    const reason = diskProblemOf(error) ?? `beside it, ${file} cannot be ${done} by this account (${code})`;
    throw new UnusableDatabase(database, reason, { cause: error });
  }
}
