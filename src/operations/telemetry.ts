/** Opens metrics and traces, each where the configuration wants it. */

import type { IncomingMessage, RequestListener } from 'node:http';
import type { Config } from '../config/config.ts';
import type { NetworkObserver } from '../federation/observed-network.ts';
import type { LogRequest } from '../server/request-log.ts';
import type { Metrics, MetricsOptions } from './metrics.ts';
import type { Tracing } from './tracing.ts';

type Telemetry = AsyncDisposable & {
  /** Undefined where the configuration wants no metrics. */
  metrics: Metrics | undefined;
  /** They count and trace the answers of a network; empty if both are switched off. */
  observers: readonly NetworkObserver[];
  /** Returns a log that also counts every request that it logs. */
  countBeside(logRequest: LogRequest): LogRequest;
  /**
   * Returns the application with its requests traced.
   *
   * @param routeOf the pattern of the route that answered, never the address
   */
  watchRequests(app: RequestListener, routeOf: (req: IncomingMessage) => string): RequestListener;
};

type Options = Omit<MetricsOptions, 'originKeys' | 'searchTokens'> & {
  config: Config;
  /** The search tokens that are accepted now. */
  searchTokens: () => readonly { name: string }[];
  /** This registry and all current partners. */
  sources: () => readonly { key: string }[];
  log: Record<'info' | 'warn', (facts: { what: string }, message: string) => void>;
};

export async function openTelemetry(options: Options): Promise<Telemetry> {
  const tracing = await configuredTracing(options);
  const metrics = await configuredMetrics(options);
  return {
    metrics,
    observers: [tracing, metrics].flatMap((opened) => opened?.observer ?? []),
    countBeside: (logRequest) => metrics?.countBeside(logRequest) ?? logRequest,
    watchRequests: (app, routeOf) => tracing?.watchRequests(app, routeOf) ?? app,
    [Symbol.asyncDispose]: async () => tracing?.[Symbol.asyncDispose](),
  };
}

/** Loads the metrics only where the configuration wants them; otherwise undefined. */
async function configuredMetrics({ searchTokens, ...options }: Options): Promise<Metrics | undefined> {
  if (options.config.server.metricsPort === undefined) return undefined;
  const { openMetrics } = await import('./metrics.ts');
  return openMetrics({
    ...options,
    originKeys: () => options.sources().map(({ key }) => key),
    searchTokens: () => searchTokens().map(({ name }) => name),
  });
}

/** Loads the traces only where the configuration wants them; otherwise undefined. */
async function configuredTracing({ config, version, log }: Options): Promise<Tracing | undefined> {
  const { url, percent } = config.tracing;
  if (url === undefined) return undefined;
  const { openTracing } = await import('./tracing.ts');
  function report(trouble: string | undefined): void {
    if (trouble === undefined) log.info({ what: 'the collector accepts traces again' }, 'traces');
    else
      log.warn({ what: `the collector of tracing.url accepts no traces, so they are dropped: ${trouble}` }, 'traces');
  }
  return openTracing({ url, percent, version, registry: config.app.site.shortname, report });
}
