/** The process: a running registry from start to signal. */

import type { Config } from './config/config.ts';
import { type Context, openContext } from './context.ts';
import { gracefulClose } from './http/server/close-server.ts';
import { holdRequests, type ListenerOptions, listen, openListener, urlOf } from './http/server/listener.ts';
import { METRICS_PATH, metricsAnswers, metricsServer } from './http/server/metrics-server.ts';
import { LOOK_EVERY_MS } from './http/server/tls-server.ts';
import { onlyWellFormed } from './http/server/well-formed-request.ts';
import { type Log, openLog } from './log.ts';
import type { ImportProgress } from './registry/snapshot/snapshot-import.ts';
import { fileInput, importSnapshotFrom } from './snapshot-file.ts';
import type { Trial } from './web/parts/trials.ts';

export { CannotStart } from './http/server/cannot-start.ts';

export type RunningRegistry = AsyncDisposable & {
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  url: string;
  /** Where operators read what was counted; undefined unless `server.metrics-port` is set. */
  metricsUrl: string | undefined;
  context: Context;
};

type StartOptions = {
  config: Config;
  /** What the start page of a demonstration offers to try. */
  trials?: readonly Trial[];
  /** Told while a first snapshot is imported. */
  onProgress?: (progress: ImportProgress) => void;
};

/** Requests under way at a stop have this long to end. */
const DRAIN_MS = 5_000;
const METRICS_DRAIN_MS = 500;

/**
 * Starts a registry and answers when it listens. An empty database is filled from `database.initial-snapshot` first.
 *
 * @throws CannotStart, UnusableDatabase, UnsoundSnapshot
 */
export async function startRegistry({ config, trials, onProgress = () => {} }: StartOptions): Promise<RunningRegistry> {
  const resources = new AsyncDisposableStack();
  try {
    const log = resources.use(openLog(config.log.level));
    const options = listenerOptions(config, log);
    const { server } = resources.use(openListener(options));
    const close = gracefulClose(server, DRAIN_MS);
    const open = holdRequests(server);
    // The port is taken before the database is touched, so that a second start by mistake changes nothing.
    const { host, port } = config.server;
    await listen(server, { host, port, key: 'server.port' });
    // Closed after the server, though opened after it: requests under way at a stop go on reading.
    const behindServer = resources.use(new AsyncDisposableStack());
    resources.defer(close);
    const metrics = await openMetricsPort(config, resources);
    const url = urlOf(server, host, options.tls === undefined ? 'http' : 'https');
    const context = behindServer.use(await openContext({ config, log, host: config.app.site.host ?? url, trials }));
    await importInitialSnapshot(context, log, onProgress);
    await warnOfSearchTokens(context, log);
    open(onlyWellFormed(context.app, options.onRefused));
    if (context.metrics !== undefined) {
      metrics?.open(metricsAnswers(context.metrics.scrape, (error, about) => log.error({ ...about, error }, 'fault')));
    }
    context.federation.learnVersions();
    return { url, metricsUrl: metrics?.url, context, [Symbol.asyncDispose]: () => resources.disposeAsync() };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}

function listenerOptions({ server, limits }: Config, log: Log): ListenerOptions {
  const { tlsCertificateFile: certificateFile, tlsKeyFile: keyFile } = server;
  return {
    mostUrlBytes: limits.urlBytes,
    mostConnections: limits.connections,
    tls:
      certificateFile === undefined || keyFile === undefined
        ? undefined
        : { certificateFile, keyFile, lookEveryMs: LOOK_EVERY_MS },
    onRefused: (refused) => log.warn(refused, 'refused'),
    tellTls: (level, what) => log[level]({ what }, 'tls'),
    tellConnections: (level, what) => log[level]({ what }, 'connections'),
  };
}

/** Takes the port for operators, where there is to be one; who asks before there is anything to tell waits. */
async function openMetricsPort(
  { server: { metricsHost: host, metricsPort: port } }: Config,
  resources: AsyncDisposableStack,
) {
  if (port === undefined) return undefined;
  const server = metricsServer();
  const close = gracefulClose(server, METRICS_DRAIN_MS);
  const open = holdRequests(server);
  await listen(server, { host, port, key: 'server.metrics-port' });
  resources.defer(close);
  return { url: `${urlOf(server, host)}${METRICS_PATH}`, open };
}

/** Partners would be refused without the operator knowing why. */
async function warnOfSearchTokens({ registry }: Context, log: Log): Promise<void> {
  const trouble = await registry.accounts.searchTokenTrouble();
  if (trouble === undefined) return;
  const what = `app.settings.isearch.auth-tokens lets nobody in, as ${trouble}; set app.settings.isearch.user-id to the account that partners act as`;
  log.warn({ what }, 'search tokens');
}

async function importInitialSnapshot(
  { config, store, registry }: Context,
  log: Log,
  onProgress: NonNullable<StartOptions['onProgress']>,
) {
  const file = config.database.initialSnapshot;
  if (file === undefined || !(await registry.isEmpty())) return;
  const { leftOut } = await importSnapshotFrom(fileInput(file), store, onProgress);
  if (leftOut.count > 0) log.warn({ file, ...leftOut }, 'left out');
}
