/** What is counted for operators while the program runs, under labels of closed lists: no word of a caller is among them. */

import type { Server } from 'node:net';
import { collectDefaultMetrics, Gauge, Registry as Metered } from '@prometheus-io/client';
import type { WorkerPlace } from '../cluster/worker-place.ts';
import type { LimitsStatus } from '../http/limits/limits.ts';
import type { LogRequest } from '../http/server/request-log.ts';
import type { FollowStatus } from '../registry/follow/follow-status.ts';
import type { SharedCacheStatus } from '../shared-cache/shared-cache.ts';
import { addCallbackGauges, type CallbackGauge, type Registers } from './callback-gauges.ts';
import { followNumbers } from './follow-metrics.ts';
import { networkCounter, type WatchedNetwork } from './network-metrics.ts';
import { type PartnerListOutcome, partnerListNumbers } from './partner-list-numbers.ts';
import { requestCounter } from './request-metrics.ts';
import {
  limitNumbers,
  type PartnerRest,
  partnerNumbers,
  processNumbers,
  sharedCacheNumbers,
} from './service-numbers.ts';

export type Metrics = {
  /** The same log, with every request counted that it logs. */
  countBeside(logRequest: LogRequest): LogRequest;
  /** The same network, whose answers are counted as readers get them. */
  watch<Watched extends WatchedNetwork>(network: Watched): Watched;
  /** Reports the port for everybody from now on. */
  watchListener(listener: WatchedListener): void;
  /** Counts what became of the list of partners. */
  countPartnerList(outcome: PartnerListOutcome): void;
  /** All metrics of this moment, in the text form of Prometheus. */
  scrape(): Promise<Scraped>;
  /** The same for the process above several, which adds up what they have counted. */
  counted(): Promise<unknown>;
};

export type Scraped = { contentType: string; text: string };

export type MetricsOptions = {
  version: string;
  apiVersion: string;
  /** Of this registry and all partners of the moment. */
  originKeys: () => readonly string[];
  /** The names of the search tokens that partners' administrators may come with at the moment. */
  searchTokens: () => readonly string[];
  /** How every partner of the moment stands. */
  partners: () => readonly PartnerRest[];
  limits: () => LimitsStatus;
  /** Undefined where instances share nothing. */
  sharedCache: (() => SharedCacheStatus) | undefined;
  /** How it stands with the followed database; undefined where none is followed. */
  followStatus: (() => FollowStatus) | undefined;
  place: WorkerPlace;
};

let measured: Metered | undefined;

/** What is measured of the process itself, for as long as it lives: once, however many registries run in it. */
function ofProcess(): Metered {
  if (measured === undefined) {
    measured = new Metered();
    collectDefaultMetrics({ register: measured });
  }
  return measured;
}

/** Begins to count. */
export function openMetrics(options: MetricsOptions): Metrics {
  const { originKeys, searchTokens, sharedCache, followStatus, place } = options;
  const metered = new Metered();
  const registers: Registers = { registers: [metered] };
  // Begun here: what came before the first scrape counts too.
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
    watch: networkCounter(registers, originKeys),
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
  /** Undefined where it speaks http. */
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
      help: 'Connections closed at once, as all places were taken.',
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
