/** Watches the files of a registry that runs: that of the data, and that of the state where it has one of its own. */

import type { Config } from '../config/config.ts';
import { type Log, troubleReporter } from '../operations/log.ts';
import { filesOfAll } from '../operations/worker.ts';
import type { WorkerPlace } from '../operations/worker-place.ts';
import { watchDatabase } from '../registry/store/database-watch.ts';
import { keepGivenIds } from '../registry/store/given-ids.ts';
import { REGISTRY_FORMAT } from '../registry/store/sqlite-schema.ts';
import type { SqliteStore } from '../registry/store/sqlite-store.ts';
import { STATE_FORMAT } from '../registry/store/state-schema.ts';

type Options = {
  config: Config;
  /** The store of the data. */
  store: SqliteStore;
  /** The store of the state; undefined where that is in the store of the data or in a database. */
  stateStore: SqliteStore | undefined;
  log: Log;
  place: WorkerPlace;
  stopping: AbortSignal;
};

type WatchedFiles = {
  /** Returns what is wrong with the file of the data, in words that follow "cannot be used:"; undefined if nothing is. */
  trouble(): string | undefined;
  /** The same of the file of the state. */
  stateTrouble(): string | undefined;
  /** Whether all processes that serve this registry answer from the same files. */
  isFileOfOthers(): boolean;
};

export function watchFiles(options: Options, resources: AsyncDisposableStack): WatchedFiles {
  const { config, store, stateStore, log, place, stopping } = options;
  // Where a database is followed, the leader names each file of data to the others.
  const byItself = config.database.follow === undefined ? store : stateStore;
  const areCompared = place.count > 1 && byItself !== undefined;
  const files = areCompared ? filesOfAll(() => byItself.file.files().main?.id) : undefined;
  const openedOf = (one: SqliteStore) => (one === byItself ? files?.sendOpened() : undefined);
  const reportForgetful = (reason: string) => {
    if (stopping.aborted) return;
    log.warn({ what: `numbers of people who have left may be given again: ${reason}` }, 'database');
  };
  const watch = resources.use(
    watchDatabase({
      ...{ store, format: REGISTRY_FORMAT },
      report: troubleReporter(log, 'database', { file: store.path, what: 'it is whole, and answers come from it' }),
      opened() {
        openedOf(store);
        void keepGivenIds(store, reportForgetful);
      },
    }),
  );
  void keepGivenIds(store, reportForgetful);
  const stateIsWhole = {
    file: stateStore?.path ?? '',
    what: 'it is whole, and the state is read from it and written to it',
  };
  const stateWatch =
    stateStore &&
    resources.use(
      watchDatabase({
        ...{ store: stateStore, format: STATE_FORMAT },
        report: troubleReporter(log, 'state', stateIsWhole),
        opened: () => openedOf(stateStore),
      }),
    );
  return {
    trouble: watch.trouble,
    stateTrouble: () => stateWatch?.trouble(),
    isFileOfOthers: () => files?.differ() !== true,
  };
}
