/** Opens the registry of this process: its data, its state, the database that it follows, and what answers from them. */

import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config/config.ts';
import { ENTRY_BYTES } from '../federation/partner/answer-cache.ts';
import { API_VERSION, IMPLEMENTATION } from '../lib/product.ts';
import { type Log, troubleReporter } from '../operations/log.ts';
import { filesOfAll } from '../operations/worker.ts';
import { isLeader, type WorkerPlace } from '../operations/worker-place.ts';
import { type LocalRegistry, localRegistry } from '../registry/local-registry.ts';
import type { Hits } from '../registry/search/search-cache.ts';
import type { ServiceState } from '../registry/state/service-state.ts';
import { watchDatabase } from '../registry/store/database-watch.ts';
import { openToOthers } from '../registry/store/file-permissions.ts';
import { keepGivenIds } from '../registry/store/given-ids.ts';
import { REGISTRY_FORMAT } from '../registry/store/sqlite-schema.ts';
import { openSqliteStore, type SqliteStore } from '../registry/store/sqlite-store.ts';
import { STATE_FORMAT } from '../registry/store/state-schema.ts';
import { fitting } from './database.ts';
import { type OpenedFollowing, openFollowing } from './following.ts';
import { openState } from './service-state.ts';
import { settingsTag } from './settings-tag.ts';

type RegistryOptions = {
  config: Config;
  log: Log;
  /** The public address of this registry. */
  host: string;
  place: WorkerPlace;
  /** Ends a start that is under way. */
  signal: AbortSignal | undefined;
  /** Aborted when a stop begins. */
  stopping: AbortSignal;
};

type OpenedRegistry = {
  registry: LocalRegistry;
  /** Its name and its address without a trailing slash, as records name them. */
  signature: { origin: string; originUrl: string };
  store: SqliteStore;
  state: ServiceState;
  /** Undefined if no database is followed. */
  following: OpenedFollowing | undefined;
  /** Derives a key of 32 bytes for one use, as the key itself opens anonymous ids. It is the same on all instances of a registry. */
  keyFor(use: string): Uint8Array;
};

const BYTES_PER_MEGABYTE = 1024 * 1024;
/** References to cached search results, some tens of bytes each; an entry counts as several, besides its own references. */
const MOST_FOUND = 200_000;
const FOUND_ENTRY = 10;

/** Opens it, and adds it to `resources`, which closes it. @throws UnusableDatabase, UnusableState, UnreadableRdpDatabase for an address */
export async function openRegistry(options: RegistryOptions, resources: AsyncDisposableStack): Promise<OpenedRegistry> {
  const { config, log, host, place, signal, stopping } = options;
  const { site, settings } = config.app;
  const { isearch, privacy } = settings;
  const store = resources.use(openSqliteStore(config.database.file, fitting(config.database)));
  for (const { file, mode } of openToOthers(store.file.path())) {
    const what = `other accounts of this machine may read or write it; chmod 600 ${file} ends that`;
    log.warn({ file, mode, what }, 'database');
  }
  const stateIsThere = { what: 'tokens and requests for access can be looked up again' };
  const { state, tokenStores, ownFile } = resources.use(
    await openState({
      ...{ config, store, report: troubleReporter(log, 'state', stateIsThere) },
      reportOrphan(file) {
        const what = `this file holds tokens, requests for access and saved searches from the time when a database was followed; no process reads it, see isearch-proxy follow end`;
        if (isLeader(place)) log.warn({ file, what }, 'state');
      },
    }),
  );
  const files = watchFiles({ config, store, stateStore: ownFile, log, place, stopping }, resources);
  const following = await openFollowing({ config, store, state, log, place, signal }, resources);
  const anonymousIdKey =
    privacy.anonymousIdKey === undefined ? await state.anonymousIdKey() : Buffer.from(privacy.anonymousIdKey, 'hex');
  const keyFor = (use: string) => createHmac('sha256', anonymousIdKey).update(use).digest();
  const signature = { origin: site.shortname, originUrl: host.replace(/(?<!\/)\/+$/, '') };
  // Questions for messages have a share of their own, which feeds cannot use up.
  const mostMailQuestions = settings.mail.host === undefined ? 0 : Math.floor(config.limits.savedSearches / 2);
  const registry = localRegistry({
    ...{ store, state, tokenStores, followStatus: following?.status, ...files, signature, anonymousIdKey, keyFor },
    cache: new LRUCache<number, Uint8Array>({
      maxSize: config.cache.recordsMegabytes * BYTES_PER_MEGABYTE,
      sizeCalculation: (bytes) => bytes.length + ENTRY_BYTES,
    }),
    hits: new LRUCache<string, Hits<unknown>>({
      maxSize: MOST_FOUND,
      sizeCalculation: (found) => found.length + FOUND_ENTRY,
    }),
    settingsTag: settingsTag({ config, host, implementation: IMPLEMENTATION }, keyFor('settings')),
    anonymises: privacy.enableAnonymizedSearchResults,
    anonymizedUserName: site.anonymizedUserName,
    anonymousIdLifetimeMinutes: privacy.anonymousIdLifetimeMinutes,
    mostFeedQuestions: config.limits.savedSearches - mostMailQuestions,
    mostMailQuestions,
    requestTermDays: settings.contact.termDays,
    mostRequestsOfPerson: settings.contact.mostOpen,
    acceptedSearchTokens: isearch.authTokens,
    remoteSearchUserId: isearch.userId,
    apiVersion: API_VERSION,
    now: () => new Date(),
  });
  resources.use(registry.readyAhead());
  return { registry, signature, store, state, following, keyFor };
}

type WatchOptions = {
  config: Config;
  /** The store of the data. */
  store: SqliteStore;
  /** The store of the state; undefined if the state is in the store of the data or in a database. */
  stateStore: SqliteStore | undefined;
  log: Log;
  place: WorkerPlace;
  stopping: AbortSignal;
};

type WatchedFiles = {
  /** Returns the fault of the file of the data, in words after "cannot be used:"; undefined if it has none. */
  trouble(): string | undefined;
  /** The same of the file of the state. */
  stateTrouble(): string | undefined;
  /** Whether all processes that serve this registry answer from the same files. */
  isFileOfOthers(): boolean;
};

function watchFiles(options: WatchOptions, resources: AsyncDisposableStack): WatchedFiles {
  const { config, store, stateStore, log, place, stopping } = options;
  // If a database is followed, the leader names each file of data to the others.
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
