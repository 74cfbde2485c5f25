/** Follows a database where the configuration names one, and tells operators what becomes of it. */

import { heardFollowStatus, tellFollowStatus } from './cluster/worker.ts';
import { isLeader, type WorkerPlace } from './cluster/worker-place.ts';
import type { Config } from './config/config.ts';
import { type Log, tellTrouble } from './log.ts';
import type { Following, FollowReport } from './registry/follow/follow-database.ts';
import type { FollowStatus } from './registry/follow/follow-status.ts';
import type { SqliteStore } from './registry/store/sqlite-store.ts';

const MS_PER_SECOND = 1000;

type Options = { config: Config; store: SqliteStore; log: Log; place: WorkerPlace };

/**
 * How it stands with the followed database from now on; undefined where none is followed. Of several processes over one
 * file the leader follows, and tells the others.
 *
 * @throws UnreadableRdpDatabase for an address that cannot be read
 */
export async function openFollowing(
  { config, store, log, place }: Options,
  resources: AsyncDisposableStack,
): Promise<(() => FollowStatus) | undefined> {
  const { follow: address, followMaxAgeSeconds } = config.database;
  if (address === undefined) return undefined;
  if (!isLeader(place)) return heardFollowStatus(followMaxAgeSeconds * MS_PER_SECOND);
  const following = resources.use(await follow(address, config, store, log));
  if (place.count > 1) resources.use(tellFollowStatus(following.status));
  return following.status;
}

async function follow(address: string, config: Config, store: SqliteStore, log: Log): Promise<Following> {
  const { followEverySeconds, followFullCheckSeconds, followMaxAgeSeconds } = config.database;
  // The driver is loaded by those who need it.
  const { followDatabase } = await import('./registry/follow/follow-database.ts');
  return followDatabase({
    address,
    store,
    everyMs: followEverySeconds * MS_PER_SECOND,
    fullCheckMs: followFullCheckSeconds * MS_PER_SECOND,
    maxAgeMs: followMaxAgeSeconds * MS_PER_SECOND,
    report: reportTo(log),
  });
}

function reportTo(log: Log): FollowReport {
  return {
    trouble: tellTrouble(log, 'following', { what: 'the database can be looked at again' }),
    wholeRead({ seconds, leftOut }) {
      log.info({ what: 'the whole database was read', seconds }, 'following');
      if (leftOut.count > 0) log.warn({ ...leftOut }, 'left out');
    },
    wholeReadFailed: (reason) => log.error({ what: `the database could not be read anew: ${reason}` }, 'following'),
    fault: (error) => log.error({ error }, 'fault'),
  };
}
