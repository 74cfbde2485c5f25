/** Constructs everything once, in order, and closes it in reverse. */

import type { RequestListener } from 'node:http';
import type { Config } from '../config/config.ts';
import { readIconFolder } from '../config/icon-folder.ts';
import { type MailConfig, tlsOnlySeconds } from '../config/keys-together.ts';
import { memoizeByVersion } from '../domain/memoize.ts';
import type { Federation } from '../federation/federation.ts';
import { observedNetwork } from '../federation/observed-network.ts';
import { machineClock } from '../federation/partner/times.ts';
import { signer } from '../federation/signer.ts';
import { useCases } from '../federation/use-cases.ts';
import type { IntegrationStreams } from '../integrations/integration.ts';
import { API_VERSION, PRODUCT_VERSION } from '../lib/product.ts';
import type { SharedCounters, SharedState } from '../lib/shared-state.ts';
import { type Log, requestLogger } from '../operations/log.ts';
import type { Mailer } from '../operations/mailer.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { SharedCacheStatus } from '../operations/shared-cache.ts';
import { openTelemetry } from '../operations/telemetry.ts';
import { stateOfWorkers } from '../operations/worker.ts';
import { isLeader, shareOf, type WorkerPlace } from '../operations/worker-place.ts';
import type { Trial } from '../pages/parts/trials.ts';
import type { LocalRegistry } from '../registry/local-registry.ts';
import { localSource } from '../registry/local-source.ts';
import { outages } from '../registry/state/outages.ts';
import type { Store } from '../registry/store/store.ts';
import { type AppOptions, answerCommand, createApp } from '../server/app.ts';
import { type Limits, openLimits } from '../server/limits/limits.ts';
import { routeOf } from '../server/request-log.ts';
import { partnerWatch } from './partner-watch.ts';
import { openPartners } from './partners.ts';
import { openRegistry } from './registry.ts';
import { openSavedSearches } from './saved-searches.ts';
import { openServiceAuditLog } from './service-state.ts';

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
  /** Undefined if no shared cache is configured. */
  sharedCacheStatus: (() => SharedCacheStatus) | undefined;
  /** Repeats the saved searches that are due; undefined if another process does it. */
  savedSearchRound: (() => Promise<void>) | undefined;
  /** Checks the partners whose contacts get notices by mail; undefined if another process does it, or if nobody gets notices. */
  checkPartnerHealth: (() => Promise<void>) | undefined;
  /** Sends the due messages to the people of requests for access; undefined without a mail server. */
  personRound: (() => Promise<void>) | undefined;
  /** Resolves once the data of a followed database are there; at once without a followed database. */
  firstRead: Promise<void>;
};

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
  const icons = site.iconFolder === undefined ? undefined : readIconFolder(site.iconFolder);
  // The context owns these at the end. If opening fails before, they are closed here.
  await using resources = new AsyncDisposableStack();
  const opening = { config, log, host, place, signal, stopping };
  const { registry, signature, store, state, following, keyFor } = await openRegistry(opening, resources);
  const { origin: shortname, originUrl: registryUrl } = signature;
  const auditLog = resources.use(
    await openServiceAuditLog(config, { store: state.auditLog, log, tidies: isLeader(place) }),
  );
  const machine = stateOfWorkers(place);
  const {
    federation,
    sharedCache,
    state: sharedState,
  } = await openPartners(
    {
      ...{ config, log, registry, registryUrl, auditLog, place, machine, sharedCacheMostMs, ending },
      clock: machineClock(),
    },
    resources,
  );
  const limits = openLimits({
    ...config.limits,
    partnerTokens: registry.searchTokens.current,
    secret: keyFor('callers'),
    searches: shareOf(config.limits.searches, place),
    sharedSlots: place.count === 1 ? undefined : machine,
    sharedCounters: sharedCounters(sharedState, { place, hasServer: sharedCache !== undefined }),
    warn: (what) => log.warn({ what }, 'limits'),
  });
  const own = localSource({
    ...{ registry, name: shortname, url: registryUrl, version: API_VERSION, now: () => new Date() },
    reserve: limits.reserve,
  });
  const registries = {
    sources: memoizeByVersion(federation.sources, (partners) => [own, ...partners]),
    fanOut: federation.fanOut,
    askList: federation.askList,
  };
  const telemetry = resources.use(
    await openTelemetry({
      ...{ config, log, place, followStatus: following?.status, searchTokens: registry.searchTokens.current },
      version: PRODUCT_VERSION,
      apiVersion: API_VERSION,
      sources: registries.sources,
      partners: federation.circuitBreakers,
      limits: limits.status,
      sharedCache: sharedCache?.status,
    }),
  );
  const network = {
    ...federation,
    ...useCases({
      ...observedNetwork(registries, [...telemetry.observers, ...auditLog.observers]),
      signer: signer(keyFor('cursors')),
      resolveGene: registry.resolveGene,
      resolveText: registry.resolveText,
      searchTimeoutMs: isearch.searchTimeoutMs,
      now: Date.now,
    }),
    sources: registries.sources,
  };
  const features = {
    apiEnabled: isearch.enabled,
    searchByGene: search.enabledSearchModes.includes('BY_GENE'),
    searchByResearcher: search.enabledSearchModes.includes('BY_RESEARCHER'),
    anonymises: privacy.enableAnonymizedSearchResults,
  };
  const reportFault = (error: unknown, about?: object) => log.error({ ...about, error }, 'fault');
  const mailer = await configuredMailer(settings.mail, log);
  if (mailer !== undefined) resources.use(mailer);
  const aboutMail = { settings, log, registry, about: { ...site, registryUrl }, place, reportFault };
  const requestMail =
    mailer && (await import('./request-mail.ts')).openRequestMail({ ...aboutMail, mailer }, resources);
  const savedSearches = openSavedSearches(
    {
      ...{ registry, network, mailer, features, shortname, host: registryUrl, reportFault },
      isLeader: isLeader(place),
      warn: (what) => log.warn({ what }, 'saved searches'),
    },
    resources,
  );
  const contactWatch =
    mailer === undefined || !isLeader(place)
      ? undefined
      : resources.use(
          partnerWatch({
            ...{ watched: federation.watched, outages: outages(state.settings), mail: mailer },
            ...{ shortname, host: registryUrl, now: () => new Date(), reportFault },
          }),
        );

  const logRequest = telemetry.countBeside(requestLogger(log));
  const app: AppOptions = {
    ...{ registry, network, auditLog, limits },
    mail: requestMail && savedSearches.sendLink && { ...requestMail, sendLink: savedSearches.sendLink },
    settings: {
      features,
      site: { ...site, host },
      page: {
        ...site,
        icons,
        anonymousIdLifetimeMinutes: privacy.anonymousIdLifetimeMinutes,
        isForwardedAtOnce: settings.contact.byPerson,
        searchModes: search.enabledSearchModes.map((mode) => FORM_OF_MODE[mode]),
        offersOrgans: organs.enabled,
        trials,
      },
      trustedProxies: config.server.trustedProxies,
      integrations: settings.integrations,
      namedAtPartnersMinutes: privacy.namedAtPartnersMinutes,
      mostUrlBytes: config.limits.urlBytes,
      tlsOnlySeconds: tlsOnlySeconds(config.server),
    },
    operations: {
      stopping,
      reportFault,
      workbookWriter: async () => (await import('../files/workbook-writer.ts')).workbookPieces,
      logRequest(event) {
        logRequest(event);
        const { partnerQuestion } = event;
        if (partnerQuestion !== undefined) federation.recordInbound(partnerQuestion.partner, partnerQuestion.kind);
      },
    },
  };

  const opened = resources.move();
  return {
    config,
    store,
    registry,
    federation,
    app: telemetry.watchRequests(createApp(app), routeOf),
    answerCommand: (command, streams) => answerCommand(command, app, streams),
    limits,
    metrics: telemetry.metrics,
    sharedCacheStatus: sharedCache?.status,
    savedSearchRound: savedSearches.round,
    checkPartnerHealth: contactWatch?.look,
    personRound: requestMail?.personRound,
    firstRead: following?.firstRead ?? Promise.resolve(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** All workers together reserve at most this part of a limit for callers who may come to another worker. */
const KEPT_PART = 0.04;

/** Counts what callers use of all copies together; undefined for a copy that is alone. */
function sharedCounters(
  { add }: SharedState,
  { place: { count }, hasServer }: { place: WorkerPlace; hasServer: boolean },
): SharedCounters | undefined {
  if (count === 1 && !hasServer) return undefined;
  const increment: SharedCounters['increment'] = (key, windowMs, by) => add(`use ${key}`, by, windowMs);
  return hasServer ? { increment } : { increment, partAtOnce: KEPT_PART / count };
}

/** Loads the mailer if a mail server is configured; otherwise undefined. */
async function configuredMailer(config: MailConfig, log: Log): Promise<Mailer | undefined> {
  if (config.host === undefined) return undefined;
  const { openMailer } = await import('../operations/mailer.ts');
  return openMailer({ config, report: (failure) => log.error(failure, 'mail') });
}
