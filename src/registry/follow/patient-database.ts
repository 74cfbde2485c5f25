/** The followed database with a timeout for each query. */

import { openRdpDatabase, type RdpDatabase } from '../rdp-database/rdp-database.ts';
import { UnreadableRdpDatabase } from '../rdp-database/unreadable.ts';

/** The database without the reading of everything, which may take long. */
export type LookedAtDatabase = Omit<RdpDatabase, 'readRegistry'>;

/** The slowest of these queries takes a second or two. */
const PATIENCE_MS = 15_000;

/** Opens the database. @throws UnreadableRdpDatabase for an invalid address */
export function openLookedAtDatabase(address: string): LookedAtDatabase {
  const database = openRdpDatabase(address);
  const { label } = database;

  async function inTime<T>(answer: Promise<T>): Promise<T> {
    const { promise: silence, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(new UnreadableRdpDatabase(`The RDP database ${label} does not answer.`));
    }, PATIENCE_MS);
    try {
      return await Promise.race([answer, silence]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    label,
    readUsers: (ids) => inTime(database.readUsers(ids)),
    readRights: () => inTime(database.readRights()),
    readPermissions: (tables) => inTime(database.readPermissions(tables)),
    readWriteTimes: () => inTime(database.readWriteTimes()),
    readPersonChecksums: (tables) => inTime(database.readPersonChecksums(tables)),
    readReferenceChecksums: () => inTime(database.readReferenceChecksums()),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
