/** Constructs everything once, in order, and closes it in reverse. */

import { createHmac } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config/config.ts';
import { readIconFolder } from '../config/icon-folder.ts';
import { type MailConfig, tlsOnlySeconds } from '../config/keys-together.ts';
import { memoizeByVersion } from '../domain/memoize.ts';
import type { Federation } from '../federation/federation.ts';
import { observedNetwork } from '../federation/observed-network.ts';
import { ENTRY_BYTES } from '../federation/partner/answer-cache.ts';
import { machineClock } from '../federation/partner/times.ts';
import { signer } from '../federation/signer.ts';
import { useCases } from '../federation/use-cases.ts';
import { type Limits, openLimits } from '../http/limits/limits.ts';
import { type AppOptions, answerCommand, createApp } from '../http/server/app.ts';
import { routeOf } from '../http/server/request-log.ts';
import type { IntegrationStreams } from '../integrations/integration.ts';
import { API_VERSION, IMPLEMENTATION, PRODUCT_VERSION } from '../lib/product.ts';
import { type Log, requestLogger, troubleReporter } from '../operations/log.ts';
import type { Mailer } from '../operations/mailer.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { SharedCacheStatus, SharedCounters } from '../operations/shared-cache.ts';
import { openTelemetry } from '../operations/telemetry.ts';
import { countersOfWorkers, placesOfWorkers } from '../operations/worker.ts';
import { isLeader, shareOf, type WorkerPlace } from '../operations/worker-place.ts';
import type { Trial } from '../pages/parts/trials.ts';
import { tokenAmong } from '../registry/accounts/token-hash.ts';
import { type LocalRegistry, localRegistry } from '../registry/local-registry.ts';
import { localSource } from '../registry/local-source.ts';
import type { Hits } from '../registry/search/search-cache.ts';
import { outages } from '../registry/state/outages.ts';
import { openToOthers } from '../registry/store/file-permissions.ts';
import { openSqliteStore } from '../registry/store/sqlite-store.ts';
import type { Store } from '../registry/store/store.ts';
import { fitting } from './database.ts';
import { openFollowing } from './following.ts';
import { partnerWatch } from './partner-watch.ts';
import { openPartners } from './partners.ts';
import { openServiceAuditLog, openState } from './service-state.ts';
import { settingsTag } from './settings-tag.ts';
import { openStanding } from './standing.ts';
import { watchFiles } from './watched-files.ts';

export type Context = AsyncDisposable & {
  config: Config;
  store: Store;
  registry: LocalRegistry;
  federation: Federation;
  app: RequestListener;
  /** Serves a program over the standard streams, in the protocol that the command names. */
  answerCommand(command: string, streams: IntegrationStreams): Promise<void>;
  limits: Limits;
  /** Undefined where the configuration wants no metrics. */
  metrics: Metrics | undefined;
  /** Undefined where no shared cache is configured. */
  sharedCacheStatus: (() => SharedCacheStatus) | undefined;
  /** Repeats the standing questions of feeds and messages that are due; undefined where another process does it. */
  standingRound: (() => Promise<void>) | undefined;
  /**
   * Checks the partners whose contacts are notified by mail; undefined where another process does it, or no contact is
   * notified.
   */
  checkPartnerHealth: (() => Promise<void>) | undefined;
  /** Writes to the people whom requests for access are about, where a message is due; undefined without a mail server. */
  personRound: (() => Promise<void>) | undefined;
  /** Resolves once the data of a followed database are there; at once where none is followed. */
  firstRead: Promise<void>;
};

const BYTES_PER_MEGABYTE = 1024 * 1024;
/** References to cached search results, some tens of bytes each; an entry counts as several, besides its own references. */
const MOST_FOUND = 200_000;
const FOUND_ENTRY = 10;
const FORM_OF_MODE = { BY_GENE: 'genes', BY_RESEARCHER: 'users' } as const;

type ContextOptions = {
  config: Config;
  log: Log;
  /** The public address of this registry, for `originUrl` and the OpenAPI document. */
  host: string;
  /** The examples on the start page of a demonstration. */
  trials?: readonly Trial[] | undefined;
  /** Which of several processes this one is. */
  place: WorkerPlace;
  /** How long the shared cache may take, in milliseconds; the default is 50. */
  sharedCacheMostMs?: number | undefined;
  /** Ends a start that is under way. */
  signal?: AbortSignal | undefined;
  /** Aborted when a stop begins. */
  stopping: AbortSignal;
  /** Aborted during a stop, when no partner is waited for any more. */
  ending: AbortSignal;
};

/** @throws ConfigError for icons that cannot be used, UnusableDatabase, UnusableState, UnreadableRdpDatabase for an address */
export async function openContext(options: ContextOptions): Promise<Context> {
  const { config, log, host, trials, place, sharedCacheMostMs, signal, stopping, ending } = options;
  const { site, settings } = config.app;
  const { isearch, privacy, search, organs } = settings;
  const anonymises = privacy.enableAnonymizedSearchResults;
  const icons = site.iconFolder === undefined ? undefined : readIconFolder(site.iconFolder);
  // The context owns these at the end. If opening fails before, they are closed here.
  await using resources = new AsyncDisposableStack();
  const store = resources.use(openSqliteStore(config.database.file, fitting(config.database)));
  for (const { file, mode } of openToOthers(store.file.path())) {
    const what = `other accounts of this machine may read or write it; chmod 600 ${file} ends that`;
    log.warn({ file, mode, what }, 'database');
  }
  const signature = { origin: site.shortname, originUrl: host.replace(/(?<!\/)\/+$/, '') };
  const stateIsThere = { what: 'tokens and requests for access can be looked up again' };
  const { state, tokenStores, ownFile } = resources.use(
    await openState({
      ...{ config, store, report: troubleReporter(log, 'state', stateIsThere) },
      reportOrphan(file) {
        const what = `this file holds tokens, requests for access and saved searches of a time when a database was followed, and nobody reads it; isearch-proxy follow end says what becomes of it`;
        if (isLeader(place)) log.warn({ file, what }, 'state');
      },
    }),
  );
  const files = watchFiles({ config, store, stateStore: ownFile, log, place, stopping }, resources);
  const following = await openFollowing({ config, store, state, log, place, signal }, resources);
  const followStatus = following?.status;
  const anonymousIdKey =
    privacy.anonymousIdKey === undefined ? await state.anonymousIdKey() : Buffer.from(privacy.anonymousIdKey, 'hex');

  // Questions for messages have a share of their own, which feeds cannot use up.
  const mostMailQuestions = settings.mail.host === undefined ? 0 : Math.floor(config.limits.standingQuestions / 2);
  const registry = localRegistry({
    store,
    state,
    tokenStores,
    followStatus,
    trouble: files.trouble,
    stateTrouble: files.stateTrouble,
    isFileOfOthers: files.isFileOfOthers,
    cache: new LRUCache<number, Uint8Array>({
      maxSize: config.cache.recordsMegabytes * BYTES_PER_MEGABYTE,
      sizeCalculation: (bytes) => bytes.length + ENTRY_BYTES,
    }),
    hits: new LRUCache<string, Hits<unknown>>({
      maxSize: MOST_FOUND,
      sizeCalculation: (found) => found.length + FOUND_ENTRY,
    }),
    signature,
    settingsTag: settingsTag(
      { config, host, implementation: IMPLEMENTATION },
      createHmac('sha256', anonymousIdKey).update('settings').digest(),
    ),
    anonymises,
    anonymizedUserName: site.anonymizedUserName,
    anonymousIdKey,
    anonymousIdLifetimeMinutes: privacy.anonymousIdLifetimeMinutes,
    publicViewKey: createHmac('sha256', anonymousIdKey).update('public view').digest(),
    standingQuestionsKey: createHmac('sha256', anonymousIdKey).update('standing questions').digest(),
    callersKey: createHmac('sha256', anonymousIdKey).update('callers of an hour').digest(),
    mostStandingQuestions: config.limits.standingQuestions - mostMailQuestions,
    subscriptionsKey: createHmac('sha256', anonymousIdKey).update('subscriptions').digest(),
    mostMailQuestions,
    requestTermDays: settings.contact.termDays,
    mostRequestsOfPerson: settings.contact.mostOpen,
    personLinksKey: createHmac('sha256', anonymousIdKey).update('person links').digest(),
    requestPagesKey: createHmac('sha256', anonymousIdKey).update('request pages').digest(),
    acceptedSearchTokens: isearch.authTokens,
    remoteSearchUserId: isearch.userId,
    apiVersion: API_VERSION,
    now: () => new Date(),
  });
  resources.use(registry.readyAhead());
  const auditLog = resources.use(
    await openServiceAuditLog(config, { store: state.auditLog, log, tidies: isLeader(place) }),
  );
  const registryUrl = signature.originUrl;
  const opening = {
    config,
    log,
    registry,
    registryUrl,
    auditLog,
    place,
    clock: machineClock(),
    sharedCacheMostMs,
    ending,
  };
  const { federation, sharedCache } = await openPartners(opening, resources);
  const reportFault = (error: unknown, about?: object) => log.error({ ...about, error }, 'fault');
  const mailer = await configuredMailer(settings.mail, log);
  if (mailer !== undefined) resources.use(mailer);
  const aboutMail = { settings, log, registry, about: { ...site, registryUrl }, place, mailer, reportFault };
  const requestMail =
    mailer && (await import('./request-mail.ts')).openRequestMail({ ...aboutMail, mailer }, resources);
  const local = { name: signature.origin, url: signature.originUrl, version: API_VERSION };
  const limits = openLimits({
    ...config.limits,
    partnerTokens: registry.searchTokens.current,
    secret: createHmac('sha256', anonymousIdKey).update('callers').digest(),
    searches: shareOf(config.limits.searches, place),
    sharedPlaces: placesOfWorkers(place),
    sharedCounters: countersOfAll(sharedCache?.counters, countersOfWorkers(place)),
    warn: (what) => log.warn({ what }, 'limits'),
  });
  const own = localSource({ registry, ...local, now: () => new Date(), reserve: limits.reserve });
  const registries = {
    sources: memoizeByVersion(federation.sources, (partners) => [own, ...partners]),
    fanOut: federation.fanOut,
    askList: federation.askList,
  };
  const telemetry = resources.use(
    await openTelemetry({
      ...{ config, log, place, followStatus, searchTokens: registry.searchTokens.current },
      version: PRODUCT_VERSION,
      apiVersion: API_VERSION,
      sources: registries.sources,
      partners: federation.circuitBreakers,
      limits: limits.status,
      sharedCache: sharedCache?.status,
    }),
  );

  const network = {
    ...useCases({
      ...observedNetwork(registries, [...telemetry.observers, ...auditLog.observers]),
      // A derived key, as the key itself opens anonymous ids.
      signer: signer(createHmac('sha256', anonymousIdKey).update('cursors').digest()),
      resolveGene: registry.resolveGene,
      resolveText: registry.resolveText,
      searchTimeoutMs: isearch.searchTimeoutMs,
      now: Date.now,
    }),
    sources: registries.sources,
    partnerStates: federation.partnerStates,
    partnerTrends: federation.partnerTrends,
    testPartner: federation.testPartner,
    accessAtPartners: federation.accessAtPartners,
    ownView: federation.ownView,
  };

  const features = {
    apiEnabled: isearch.enabled,
    searchByGene: search.enabledSearchModes.includes('BY_GENE'),
    searchByResearcher: search.enabledSearchModes.includes('BY_RESEARCHER'),
    anonymises,
  };
  const standing = openStanding(
    {
      ...{ registry, network, mailer, features, shortname: site.shortname, host: signature.originUrl, reportFault },
      isLeader: isLeader(place),
      warn: (what) => log.warn({ what }, 'standing questions'),
    },
    resources,
  );
  const contactWatch =
    mailer === undefined || !isLeader(place)
      ? undefined
      : resources.use(
          partnerWatch({
            ...{ watched: federation.watched, outages: outages(state.settings), mail: mailer },
            ...{ shortname: site.shortname, host: signature.originUrl, now: () => new Date(), reportFault },
          }),
        );

  const logRequest = telemetry.countBeside(requestLogger(log));
  const appOptions: AppOptions = {
    registry,
    network,
    auditLog,
    receivedMark: federation.receivedMark,
    stopping,
    features,
    site: { ...site, host },
    page: {
      ...site,
      icons,
      anonymousIdLifetimeMinutes: privacy.anonymousIdLifetimeMinutes,
      searchModes: search.enabledSearchModes.map((mode) => FORM_OF_MODE[mode]),
      offersOrgans: organs.enabled,
      trials,
    },
    trustedProxies: config.server.trustedProxies,
    doors: settings.doors,
    tokenAmong,
    announceRequest: requestMail?.announceRequest,
    writeToPeople: requestMail?.writeToPeople,
    sendLink: standing.sendLink,
    mostUrlBytes: config.limits.urlBytes,
    tlsOnlySeconds: tlsOnlySeconds(config.server),
    limits,
    namedAtPartnersMinutes: privacy.namedAtPartnersMinutes,
    apiVersion: API_VERSION,
    implementation: IMPLEMENTATION,
    logRequest(event) {
      logRequest(event);
      const { partnerQuestion } = event;
      if (partnerQuestion !== undefined) federation.recordInbound(partnerQuestion.partner, partnerQuestion.kind);
    },
    reportFault,
  };

  const opened = resources.move();
  return {
    config,
    store,
    registry,
    federation,
    app: telemetry.watchRequests(createApp(appOptions), routeOf),
    answerCommand: (command, streams) => answerCommand(command, appOptions, streams),
    limits,
    metrics: telemetry.metrics,
    sharedCacheStatus: sharedCache?.status,
    standingRound: standing.round,
    checkPartnerHealth: contactWatch?.look,
    personRound: requestMail?.personRound,
    firstRead: following?.firstRead ?? Promise.resolve(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Counts in the cache that instances share; without it, and while it cannot be used, with the other workers of this one. */
function countersOfAll(
  cache: SharedCounters | undefined,
  workers: SharedCounters | undefined,
): SharedCounters | undefined {
  if (cache === undefined || workers === undefined) return cache ?? workers;
  return { increment: async (...use) => (await cache.increment(...use)) ?? workers.increment(...use) };
}

/** Loads the mailer only where a mail server is configured; otherwise undefined. */
async function configuredMailer(config: MailConfig, log: Log): Promise<Mailer | undefined> {
  if (config.host === undefined) return undefined;
  const { openMailer } = await import('../operations/mailer.ts');
  return openMailer({ config, report: (failure) => log.error(failure, 'mail') });
}
