/** The process: a running registry from start to signal. */

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ALONE, isLeader, type WorkerPlace } from './cluster/worker-place.ts';
import type { Config } from './config/config.ts';
import { type Context, openContext } from './context.ts';
import { gracefulClose } from './http/server/close-server.ts';
import { METRICS_PATH, metricsAnswers, metricsServer } from './http/server/metrics-server.ts';
import { serveRawRequestLines } from './http/server/raw-request.ts';
import type { RefusedRequest } from './http/server/refusal.ts';
import { onlyWellFormed, refuseConnect } from './http/server/well-formed-request.ts';
import { type Log, openLog } from './log.ts';
import type { ImportProgress } from './registry/snapshot/snapshot-import.ts';
import { fileInput, importSnapshotFrom } from './snapshot-file.ts';
import type { Trial } from './web/parts/trials.ts';

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
  /** Which of several processes this is; alone unless given. */
  place?: WorkerPlace;
  /** Told while a first snapshot is imported. */
  onProgress?: (progress: ImportProgress) => void;
};

/** A start that failed for a reason the operator can mend; the message is one sentence. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** How often it is looked whether these two are over, which is how much longer they may last. Node's own is 30 s. */
const CHECK_INTERVAL_MS = 500;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const IDLE_TIMEOUT_MS = 120_000;
const HEADERS_BYTES = 16 * 1024;
/** Requests under way at a stop have this long to end. */
const DRAIN_MS = 5_000;
const METRICS_DRAIN_MS = 500;

/**
 * Starts a registry and answers when it listens. An empty database is filled from `database.initial-snapshot` first.
 *
 * @throws CannotStart, UnusableDatabase, UnsoundSnapshot
 */
export async function startRegistry({
  config,
  trials,
  place = ALONE,
  onProgress = () => {},
}: StartOptions): Promise<RunningRegistry> {
  const resources = new AsyncDisposableStack();
  try {
    const log = resources.use(openLog(config.log.level));
    const server = createServer({
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      requireHostHeader: false,
      maxHeaderSize: config.limits.urlBytes + HEADERS_BYTES,
    });
    server.setTimeout(IDLE_TIMEOUT_MS);
    const onRefused = (refused: RefusedRequest) => log.warn(refused, 'refused');
    serveRawRequestLines({ server, maxRequestLineBytes: config.limits.urlBytes, onRefused });
    refuseConnect(server, onRefused);
    // An expectation that nobody knows may be ignored (RFC 9110, 10.1.1); Node's own refusal would not say why.
    server.on('checkExpectation', (...exchange) => server.emit('request', ...exchange));
    const close = gracefulClose(server, DRAIN_MS);
    const open = holdRequests(server);
    // The port is taken before the database is touched, so that a second start by mistake changes nothing.
    const { host, port } = config.server;
    await listen(server, { host, port, key: 'server.port' });
    // Closed after the server, though opened after it: requests under way at a stop go on reading.
    const behindServer = resources.use(new AsyncDisposableStack());
    resources.defer(close);
    // Of several processes none has a port for operators of its own: their supervisor asks all of them.
    const metrics = place.count > 1 ? undefined : await openMetricsPort(config, resources);
    const url = urlOf(server, host);
    const context = behindServer.use(
      await openContext({ config, log, host: config.app.site.host ?? url, trials, place }),
    );
    if (isLeader(place)) await importInitialSnapshot(context, log, onProgress);
    if (isLeader(place)) await warnOfSearchTokens(context, log);
    open(onlyWellFormed(context.app, onRefused));
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

/** Requests that come before there is anything to answer them wait until the answered function is given an app. */
function holdRequests(server: Server): (app: RequestListener) => void {
  const held: Parameters<RequestListener>[] = [];
  const hold: RequestListener = (...exchange) => void held.push(exchange);
  server.on('request', hold);
  return (app) => {
    server.off('request', hold);
    server.on('request', app);
    for (const exchange of held) app(...exchange);
  };
}

/** Takes the port for operators, where there is to be one; who asks before there is anything to tell waits. */
export async function openMetricsPort(
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

/** `key` is what tells the port in the configuration. */
type Place = { host: string; port: number; key: string };

async function listen(server: Server, place: Place): Promise<void> {
  const { host, port } = place;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, resolve);
  await promise.catch((error: NodeJS.ErrnoException) => {
    throw new CannotStart(listenProblem(error, place), { cause: error });
  });
  server.off('error', reject);
}

function listenProblem(error: NodeJS.ErrnoException, { host, port, key }: Place): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is in use by another program; stop that, or set ${key} to a free one.`;
  }
  if (error.code === 'EACCES') return `Port ${port} may not be opened by this account; set ${key} to 1024 or more.`;
  return `The server cannot listen on ${host}, port ${port}: ${error.message}.`;
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
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
