/** Follows a database where the configuration names one, and reports its status to operators. */

import type { Config } from '../config/config.ts';
import { MISSING_SHOWN_MS } from '../domain/people/missing-people.ts';
import { type Log, troubleReporter } from '../operations/log.ts';
import { type FollowPublisher, publishFollowStatus, subscribeToFollowStatus } from '../operations/worker.ts';
import { isLeader, type WorkerPlace } from '../operations/worker-place.ts';
import type { Following, FollowReport } from '../registry/follow/follower.ts';
import { type FollowStatus, statusAfter } from '../registry/follow/status.ts';
import type { ServiceState } from '../registry/state/service-state.ts';
import { lookAt, nameOfFiles } from '../registry/store/file-look.ts';
import type { SqliteStore } from '../registry/store/sqlite-store.ts';

const MS_PER_SECOND = 1000;

type Options = {
  config: Config;
  store: SqliteStore;
  state: Pick<ServiceState, 'missingConfirmedAt'>;
  log: Log;
  place: WorkerPlace;
  /** Ends a start that is under way. */
  signal: AbortSignal | undefined;
};

export type OpenedFollowing = {
  status: () => FollowStatus;
  /** Resolves once the registry has data to answer from. */
  firstRead: Promise<void>;
};

/**
 * Follows the database and returns its status; undefined if the configuration names none. If several processes use one
 * file, only the leader follows and publishes the status. The others open each file that the leader has read completely
 * and named.
 *
 * @throws UnreadableRdpDatabase for an address that cannot be read, the reason of `signal`
 */
export async function openFollowing(
  { config, store, state, log, place, signal }: Options,
  resources: AsyncDisposableStack,
): Promise<OpenedFollowing | undefined> {
  const { follow: address, followMaxAgeSeconds } = config.database;
  if (address === undefined) return undefined;
  const openFile = () => nameOfFiles(store.file.files());
  if (!isLeader(place)) {
    const maxAgeMs = followMaxAgeSeconds * MS_PER_SECOND;
    const reportBehind = troubleReporter(log, 'following', { what: 'this process answers from the newest file again' });
    const status = await subscribeToFollowStatus({
      ...{ openFile, reopen: store.file.reopen, reportBehind, signal },
      withhold: (userIds) => store.withhold(new Set(userIds)),
      fileAtPath: () => nameOfFiles(lookAt(store.file.pathNow())),
      statusAfter: (before, elapsedMs) => statusAfter(before, elapsedMs, maxAgeMs),
    });
    // The leader publishes a status only once there are data.
    return { status, firstRead: Promise.resolve() };
  }
  let publisher: FollowPublisher | undefined;
  const report = { ...reportTo(log), statusChanged: () => publisher?.publishNow() };
  const following = resources.use(await follow(address, { config, store, state, report }));
  const news = () => ({ status: following.status(), file: openFile() });
  if (place.count > 1) publisher = resources.use(publishFollowStatus(news));
  return following;
}

type FollowedWith = Pick<Options, 'config' | 'store' | 'state'> & { report: FollowReport };

async function follow(address: string, { config, store, state, report }: FollowedWith): Promise<Following> {
  const { followEverySeconds, followFullCheckSeconds, followMaxAgeSeconds } = config.database;
  // The driver of the database is loaded only where it is needed.
  const { followDatabase } = await import('../registry/follow/follower.ts');
  return followDatabase({
    address,
    store,
    everyMs: followEverySeconds * MS_PER_SECOND,
    fullCheckMs: followFullCheckSeconds * MS_PER_SECOND,
    maxAgeMs: followMaxAgeSeconds * MS_PER_SECOND,
    confirmed: state.missingConfirmedAt,
    report,
  });
}

function reportTo(log: Log): Omit<FollowReport, 'statusChanged'> {
  const reportTrouble = troubleReporter(log, 'following', { what: 'the database is followed again' });
  return {
    trouble(trouble) {
      const isOfCopy = trouble?.of === 'copy';
      reportTrouble(isOfCopy ? `what was read cannot be written into the copy: ${trouble.reason}` : trouble?.reason);
    },
    wholeRead({ seconds, omitted }) {
      log.info({ what: 'the whole database was read', seconds }, 'following');
      if (omitted.count > 0) log.warn({ ...omitted }, 'left out');
    },
    missing(people) {
      if (people === undefined) {
        log.info({ what: 'people who were missing in the database are there again, or have left' }, 'following');
        return;
      }
      const { missing, before } = people;
      const what = `the database lacks ${missing} of ${before} people, perhaps because it is being loaded; they are shown for ${MISSING_SHOWN_MS / MS_PER_SECOND} s, then nothing is answered until they return; if they have left, run: isearch-proxy follow confirm`;
      log.error({ what, missing, before }, 'following');
    },
    wholeReadFailed: (reason) => log.error({ what: `the database could not be read again: ${reason}` }, 'following'),
    omitted: (omitted) => log.warn({ ...omitted }, 'left out'),
    mayDoMore(rights) {
      const what = 'the account of database.follow may do more than read; GRANT SELECT is enough (docs/follow.md)';
      log.warn({ what, rights }, 'following');
    },
    fault: (error) => log.error({ error }, 'fault'),
  };
}
