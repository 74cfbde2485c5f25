/**
 * The followed database: with a timeout for each query, with people as a registry shows them, and with new connections
 * after a failure.
 */

import type { SnapshotUser } from '../../domain/record/snapshot.ts';
import { openRdpDatabase, type RdpDatabase } from '../rdp-database/rdp-database.ts';
import type { RdpVersion } from '../rdp-database/schema.ts';
import { UnreadableRdpDatabase } from '../rdp-database/unreadable.ts';

/** The database without the reading of everything, which may take long. */
export type PolledDatabase = Omit<RdpDatabase, 'readRegistry'>;

/** The slowest of these queries takes a second or two. */
const PATIENCE_MS = 15_000;

type Connections = AsyncDisposable & {
  /** Returns the database by the connections that are open at the moment. */
  database(): PolledDatabase;
  /** Opens new connections, so that the state of a failed one does not affect later queries. */
  renew(): void;
  /** Reports what the account may do beyond reading, once: this program does not use it, but somebody who steals its configuration could. */
  reportRights(): Promise<void>;
};

type Report = { mayDoMore(rights: readonly string[]): void; fault(error: unknown): void };

/** Opens the database. @throws UnreadableRdpDatabase for an invalid address */
export function openConnections(address: string, report: Report): Connections {
  let database = openPolledDatabase(address);
  let areRightsReported = false;

  return {
    database: () => database,
    renew() {
      const failing = database;
      try {
        database = openPolledDatabase(address);
      } catch (error) {
        // Something that the address names, such as a certificate file, is missing at the moment.
        if (!(error instanceof UnreadableRdpDatabase)) throw error;
        return;
      }
      Promise.resolve(failing[Symbol.asyncDispose]()).catch(report.fault);
    },
    async reportRights() {
      if (areRightsReported) return;
      areRightsReported = true;
      const rights = await database.readRights().catch(() => []);
      if (rights.length > 0) report.mayDoMore(rights);
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

function openPolledDatabase(address: string): PolledDatabase {
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
    async readUsers(ids) {
      const read = await inTime(database.readUsers(ids));
      return { ...read, users: read.users.map((user) => asFollowed(user, read.version)) };
    },
    readRights: () => inTime(database.readRights()),
    readPermissions: (tables) => inTime(database.readPermissions(tables)),
    readWriteTimes: () => inTime(database.readWriteTimes()),
    readPersonChecksums: (tables) => inTime(database.readPersonChecksums(tables)),
    readReferenceChecksums: () => inTime(database.readReferenceChecksums()),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

/** RDP 1.4 shows the login address, whether or not a contact address is verified (rdp-protocol, versions). */
export function asFollowed(user: SnapshotUser, version: RdpVersion): SnapshotUser {
  return version === '1.4' ? { ...user, contactEmailVerified: false } : user;
}
