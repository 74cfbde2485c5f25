/** Runs a registry in this process, from the start to the signal that stops it. */

import type { Config } from '../config/config.ts';
import { type ConfigSource, followConfig } from '../config/follow-config.ts';
import type { IntegrationStreams } from '../integrations/integration.ts';
import { type Log, type LogOutput, openLog } from '../operations/log.ts';
import type { PartnerListOutcome } from '../operations/service-metrics.ts';
import { sendCounted } from '../operations/worker.ts';
import { ALONE, isLeader, shareOf, type WorkerPlace } from '../operations/worker-place.ts';
import type { Trial } from '../pages/parts/trials.ts';
import type { SearchTokens } from '../registry/accounts/accounts.ts';
import type { ImportProgress } from '../registry/import/snapshot-import.ts';
import { loadPages } from '../server/app.ts';
import { CannotStart } from '../server/cannot-start.ts';
import { gracefulClose } from '../server/close-server.ts';
import { descriptorShortage } from '../server/connection-limit.ts';
import { holdRequests } from '../server/held-requests.ts';
import { type ListenerOptions, listen, openListener, urlOf } from '../server/listener.ts';
import { metricsAnswers, openMetricsPort } from '../server/metrics-server.ts';
import { LOOK_EVERY_MS } from '../server/tls-server.ts';
import { onlyWellFormed } from '../server/well-formed-request.ts';
import { type Context, openContext } from './context.ts';
import type { ImportOptions } from './initial-snapshot.ts';

export { CannotStart } from '../server/cannot-start.ts';

export type RunningRegistry = AsyncDisposable & {
  /** The address at which it listens, such as `http://127.0.0.1:8080`. */
  url: string;
  /** The address of the metrics for operators; undefined unless `server.metrics-port` is set. */
  metricsUrl: string | undefined;
  context: Context;
  /** Reads the files of the configuration again at once; undefined if the program does not follow their changes. */
  readConfigNow: (() => void) | undefined;
};

type StartOptions = {
  config: Config;
  /** The files that the configuration came from, which are read again when they change. */
  source?: ConfigSource;
  /** Ends a start that is under way: it throws the reason of the signal. */
  signal?: AbortSignal;
  /** The examples on the start page of a demonstration. */
  trials?: readonly Trial[];
  /** Which of several processes this is; alone unless given. */
  place?: WorkerPlace;
  /** How long this instance waits for the shared cache before it uses its own, in milliseconds; the default is 50. */
  sharedCacheMostMs?: number;
  /** Where the log is written; the default is standard output. */
  logTo?: LogOutput;
  /** Called while the initial snapshot is imported. */
  onProgress?: (progress: ImportProgress) => void;
};

/** How long requests that are under way at a stop have to end. */
const DRAIN_MS = 5_000;
/** How long a stop waits for partners. In the remaining time the registry sends what they have answered. */
const PARTNERS_MS = 4_000;

/** The process loads the code of the pages after this delay. Requests that waited for the start come first. */
const LOAD_PAGES_AFTER_MS = 500;

/**
 * Starts a registry and resolves when it listens. An empty database is filled from `database.initial-snapshot` first.
 *
 * @throws CannotStart, UnusableDatabase, UnsoundSnapshot
 */
export async function startRegistry(options: StartOptions): Promise<RunningRegistry> {
  const { config, source, signal, trials, place = ALONE, sharedCacheMostMs, logTo, onProgress = () => {} } = options;
  const resources = new AsyncDisposableStack();
  try {
    const log = resources.use(openLog(config.log.level, logTo));
    const shortage = descriptorShortage(config.limits.connections);
    if (shortage !== undefined && isLeader(place)) log.warn({ what: shortage }, 'connections');
    if (isLeader(place)) warnOfDeprecated(config, log);
    const listening = listenerOptions(config, place, log);
    const listener = resources.use(openListener(listening));
    const { server } = listener;
    const close = gracefulClose(server, DRAIN_MS);
    const requests = holdRequests(server);
    // The port is taken before the database is opened, so that a second start by mistake changes nothing.
    const { host, port } = config.server;
    await listen(server, { host, port: place.port ?? port, key: 'server.port' });
    // These are opened after the server, but closed after it too: requests under way at a stop still read from them.
    const behindServer = resources.use(new AsyncDisposableStack());
    const stop = resources.use(stopSignals(close));
    resources.defer(requests.giveUp);
    // A worker has no port for metrics: the supervisor collects the metrics of all workers.
    const metrics = place.count > 1 ? undefined : await openMetricsPort(config.server, resources);
    const url = urlOf(server, host, listening.tls === undefined ? 'http' : 'https');
    const about = {
      config,
      log,
      host: config.app.site.host ?? url,
      trials,
      place,
      sharedCacheMostMs,
      signal,
      ...stop.signals,
    };
    const context = behindServer.use(await openContext(about));
    signal?.throwIfAborted();
    if (isLeader(place)) {
      await fillEmpty(context, { log, signal, setReason: requests.setReason, onProgress });
      warnWhenRead(context, log);
    }
    signal?.throwIfAborted();
    requests.open(onlyWellFormed(context.app, listening.onRefused));
    resources.use(setTimeout(loadAhead, LOAD_PAGES_AFTER_MS).unref());
    if (context.metrics !== undefined) {
      context.metrics.watchListener(listener);
      if (place.count > 1) sendCounted(context.metrics.counted);
      metrics?.open(metricsAnswers(context.metrics.scrape, (error, about) => log.error({ ...about, error }, 'fault')));
    }
    context.federation.learnVersions();
    const { replacePartners } = context.federation;
    const replaceSearchTokens = searchTokensOf(context, log, place);
    const onRead = (outcome: PartnerListOutcome) => context.metrics?.countPartnerList(outcome);
    const following = { started: config, replacePartners, replaceSearchTokens, onRead, log };
    const followed = source && resources.use(followConfig({ source, ...following }));
    const readConfigNow = followed?.readNow;
    return {
      url,
      metricsUrl: metrics?.url,
      context,
      readConfigNow,
      [Symbol.asyncDispose]: () => resources.disposeAsync(),
    };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}

/**
 * Serves the program that started this one, over the standard streams, in the protocol of `command`. It takes no port
 * and imports nothing. It writes the log to standard error, because standard output carries the answers.
 *
 * @throws CannotStart if the configuration names a database to follow, UnusableDatabase
 */
export async function answerCommand(config: Config, command: string, streams: IntegrationStreams): Promise<void> {
  if (config.database.follow !== undefined) {
    const other = `use the address of a running registry, where app.settings.integrations.${command}.enabled switches it on`;
    throw new CannotStart(`${command} follows no database, but database.follow is set; ${other}.`);
  }
  await using log = openLog(config.log.level, process.stderr);
  const { host, port } = config.server;
  const address = config.app.site.host ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const { ended } = streams;
  const stops = { signal: ended, stopping: ended, ending: ended };
  await using context = await openContext({ config: withoutMail(config), log, host: address, place: ALONE, ...stops });
  context.federation.learnVersions();
  await context.answerCommand(command, streams);
}

/** Leaves mail to the running registry. */
function withoutMail(config: Config): Config {
  const { settings } = config.app;
  const mail = { ...settings.mail, host: undefined };
  return { ...config, app: { ...config.app, settings: { ...settings, mail } } };
}

/** Loads the code of the pages ahead of the first request; an error is reported to the request that needs it. */
function loadAhead(): void {
  loadPages().catch(() => {});
}

/** Imports `database.initial-snapshot` into an empty database; with data already there, the code of the import is not loaded. */
async function fillEmpty({ config, registry }: Context, options: ImportOptions): Promise<void> {
  const { file: database, initialSnapshot: snapshot } = config.database;
  if (snapshot === undefined || !(await registry.isEmpty())) return;
  const { importInitialSnapshot } = await import('./initial-snapshot.ts');
  await importInitialSnapshot({ snapshot, database }, options);
}

function listenerOptions({ server, limits }: Config, place: WorkerPlace, log: Log): ListenerOptions {
  const { tlsCertificateFile: certificateFile, tlsKeyFile: keyFile } = server;
  return {
    mostUrlBytes: limits.urlBytes,
    mostConnections: shareOf(limits.connections, place),
    tls:
      certificateFile === undefined || keyFile === undefined
        ? undefined
        : { certificateFile, keyFile, lookEveryMs: LOOK_EVERY_MS },
    onRefused: (refused) => log.warn(refused, 'refused'),
    logTls: (level, what) => log[level]({ what }, 'tls'),
    logConnections: (level, what) => log[level]({ what }, 'connections'),
  };
}

function warnOfDeprecated({ deprecated }: Config, log: Log): void {
  if (deprecated.length === 0) return;
  log.warn({ what: 'the configuration uses deprecated names of keys', deprecated }, 'configuration');
}

/** Signals a stop before the server is closed, and again when no partner is waited for any more. */
function stopSignals(close: () => Promise<void>) {
  const [stopping, ending] = [new AbortController(), new AbortController()];
  return {
    signals: { stopping: stopping.signal, ending: ending.signal },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      const end = setTimeout(() => ending.abort(), PARTNERS_MS);
      await close();
      clearTimeout(end);
    },
  };
}

/** Replaces the search tokens, and warns once of tokens that give access to nobody. */
function searchTokensOf(context: Context, log: Log, place: WorkerPlace): SearchTokens['replace'] {
  return (tokens) => {
    const change = context.registry.searchTokens.replace(tokens);
    const isWarned = change.added > 0 && isLeader(place);
    if (isWarned) warnWhenRead(context, log);
    return change;
  };
}

/** Warns once the data are there, as accounts are not known before. */
function warnWhenRead(context: Context, log: Log): void {
  context.firstRead.then(() => warnOfSearchTokens(context, log)).catch((error) => log.error({ error }, 'fault'));
}

/** Warns the operator of search tokens with which partners would be refused. */
async function warnOfSearchTokens({ registry }: Context, log: Log): Promise<void> {
  const trouble = await registry.accounts.searchTokenTrouble();
  if (trouble === undefined) return;
  const what = `no partner can use app.settings.isearch.auth-tokens, because ${trouble}; set app.settings.isearch.user-id to the account that partners act as`;
  log.warn({ what }, 'search tokens');
}
