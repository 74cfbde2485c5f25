/** The metrics of the program. All label values come from closed lists, never from a caller. */

import type { Server } from 'node:net';
import { collectDefaultMetrics, Gauge, Registry as Metered } from '@prometheus-io/client';
import type { NetworkObserver } from '../federation/observed-network.ts';
import type { FollowStatus } from '../registry/follow/status.ts';
import type { LimitsStatus } from '../server/limits/limits.ts';
import type { LogRequest } from '../server/request-log.ts';
import { answerObserver, requestCounter } from './network-metrics.ts';
import {
  addCallbackGauges,
  type BreakerFacts,
  type CallbackGauge,
  followNumbers,
  limitNumbers,
  type PartnerListOutcome,
  partnerListNumbers,
  partnerNumbers,
  processNumbers,
  type Registers,
  sharedCacheNumbers,
} from './service-metrics.ts';
import type { SharedCacheStatus } from './shared-cache.ts';
import type { WorkerPlace } from './worker-place.ts';

export type Metrics = {
  /** Returns a log that also counts every request that it logs. */
  countBeside(logRequest: LogRequest): LogRequest;
  /** Returns the same network, whose answers are counted as callers get them. */
  observer: NetworkObserver;
  /** Reports the connections of the public port from now on. */
  watchListener(listener: WatchedListener): void;
  /** Counts the outcome of reading the list of partners again. */
  countPartnerList(outcome: PartnerListOutcome): void;
  /** Returns all current metrics in the text format of Prometheus. */
  scrape(): Promise<Scraped>;
  /** Returns all current metrics for the supervisor, which adds up those of its workers. */
  counted(): Promise<unknown>;
};

export type Scraped = { contentType: string; text: string };

export type MetricsOptions = {
  version: string;
  apiVersion: string;
  /** The keys of this registry and all current partners. */
  originKeys: () => readonly string[];
  /** The names of the search tokens that are accepted now. */
  searchTokens: () => readonly string[];
  /** The circuit breakers of all current partners. */
  partners: () => readonly BreakerFacts[];
  limits: () => LimitsStatus;
  /** Undefined if no shared cache is configured. */
  sharedCache: (() => SharedCacheStatus) | undefined;
  /** The status of the followed database; undefined if there is none. */
  followStatus: (() => FollowStatus) | undefined;
  place: WorkerPlace;
};

let measured: Metered | undefined;

/** Registers the metrics of the process itself, once for all registries that run in it. */
function ofProcess(): Metered {
  if (measured === undefined) {
    measured = new Metered();
    collectDefaultMetrics({ register: measured });
  }
  return measured;
}

/** Starts to count. */
export function openMetrics(options: MetricsOptions): Metrics {
  const { originKeys, searchTokens, sharedCache, followStatus, place } = options;
  const metered = new Metered();
  const registers: Registers = { registers: [metered] };
  // Registered here, so that the time before the first scrape counts too.
  const ofThisProcess = ofProcess();
  const all = () => Metered.merge([ofThisProcess, metered]);
  addVersions(options, registers);
  const partnerList = partnerListNumbers();
  addCallbackGauges(
    [
      ...(followStatus === undefined ? [] : followNumbers(followStatus)),
      ...partnerNumbers(options.partners),
      ...partnerList.numbers,
      ...limitNumbers(options.limits),
      ...(sharedCache === undefined ? [] : sharedCacheNumbers(sharedCache)),
      ...processNumbers(place),
    ],
    registers,
  );
  const countRequest = requestCounter(registers, searchTokens);
  return {
    countBeside: (logRequest) => (event) => {
      logRequest(event);
      countRequest(event);
    },
    observer: answerObserver(registers, originKeys),
    watchListener: (listener) => addCallbackGauges(listenerNumbers(listener), registers),
    countPartnerList: partnerList.count,
    scrape: async () => ({ contentType: metered.contentType, text: await all().metrics() }),
    counted: () => all().getMetricsAsJSON(),
  };
}

function addVersions({ version, apiVersion }: MetricsOptions, registers: Registers): void {
  new Gauge({
    name: 'isearch_build_info',
    help: 'Always 1; the labels say which version runs, and which version of the API partners read.',
    labelNames: ['version', 'api_version'],
    aggregator: 'first',
    ...registers,
  }).set({ version, api_version: apiVersion }, 1);
}

type WatchedListener = {
  server: Pick<Server, 'getConnections' | 'on'>;
  /** When the certificate expires; undefined for plain HTTP. */
  certificateExpires: (() => Date) | undefined;
};

function listenerNumbers({ server, certificateExpires }: WatchedListener): readonly CallbackGauge[] {
  let turnedAway = 0;
  server.on('drop', () => void turnedAway++);
  const numbers: CallbackGauge[] = [
    {
      kind: 'gauge',
      name: 'isearch_connections',
      help: 'Connections that are open, idle ones included.',
      across: 'sum',
      read: () => openConnections(server),
    },
    {
      kind: 'counter',
      name: 'isearch_connections_refused_total',
      help: 'Connections closed at once, because the limit was reached.',
      across: 'sum',
      read: () => turnedAway,
    },
  ];
  if (certificateExpires === undefined) return numbers;
  return [
    ...numbers,
    {
      kind: 'gauge',
      name: 'isearch_tls_certificate_expires_timestamp_seconds',
      help: 'When the certificate in use stops being valid, in seconds since 1970.',
      across: 'min',
      read: () => certificateExpires().getTime() / 1000,
    },
  ];
}

function openConnections(server: WatchedListener['server']): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.getConnections((error, open) => (error === null ? resolve(open) : reject(error)));
  return promise;
}
